// SPDX-License-Identifier: Apache-2.0
// Runtime arrays: their length, of words, of structs with a head before them; an array that ends in a part of an element.
// build: glslangValidator --target-env vulkan1.1
// build od: glslangValidator --target-env vulkan1.0 -Od
#version 450
layout(local_size_x = 32) in;
struct Item { vec3 at; uint id; float weight; };
layout(std430, binding = 0) readonly buffer Items { uint head[3]; Item item[]; } items;
layout(std430, binding = 1) buffer Words { uint word[]; } words;
layout(std430, binding = 2) readonly buffer PairsA { uvec2 pair[]; } first;
layout(std430, binding = 3) writeonly buffer PairsB { uvec2 pair[]; } second;

void main()
{
    uint i = gl_LocalInvocationIndex;
    if (i < uint(items.item.length()))
        words.word[i] = items.item[i].id + uint(items.item[i].weight);
    else if (i < uint(words.word.length()))
        words.word[i] = uint(items.item.length()) | uint(words.word.length()) << 8 | uint(first.pair.length()) << 16
                      | uint(second.pair.length()) << 24;
    if (i < uint(second.pair.length()))
        second.pair[i] = first.pair[i].yx + 1u;
}
