#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# image_cost.sh - the rows of docs/images.md: how many instructions, loads and loads of the descriptor an operation on an image adds to a
# shader that takes the same coordinates and stores the same number of words.  Needs glslangValidator.  Environment: BUILD.
set -u
wavefold=${BUILD:-build}/bin/wavefold
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

count() {       # DECLARATIONS STATEMENT OPTION...: instructions, loads and loads of descriptors of a shader
    { printf '#version 450\nlayout(local_size_x = 8, local_size_y = 8) in;\n%s\n' "$1"
      echo 'layout(binding = 9) writeonly buffer B { vec4 result[]; };'
      echo 'void main() { ivec2 p = ivec2(gl_GlobalInvocationID.xy); vec2 uv = intBitsToFloat(p); vec4 t; '"$2"' result[p.x] = t; }'
    } >"$work/x.comp"
    shift 2
    "$wavefold" asm "$work/x.comp" "$@" 2>"$work/log" |
        awk '/^ +[0-9]+  [0-9a-f]/ { n++; load += $3 == "load"; own += $3 == "load" && /\(images\)/ } END { print n + 0, load + 0, own + 0 }'
    cat "$work/log" >&2
}

row() {         # NAME DECLARATIONS STATEMENT WITHOUT OPTION...
    name=$1 what=$2 with=$3 without=$4
    shift 4
    # shellcheck disable=SC2046  # three numbers each
    set -- $(count "$what" "$with" "$@") $(count "" "$without")
    echo "| $name | $(($1 - $4)) | $(($2 - $5)) | $(($3 - $6)) |"
}

load='t = imageLoad(I, p);' none='t = vec4(uv, uv);'
store='t = vec4(uv, uv); imageStore(I, p, t);'
for format in rgba32f rgba16f rgba8 r32f r8; do
    row "\`imageLoad\` 2D, $format" "layout(binding = 0, $format) uniform readonly image2D I;" "$load" "$none"
done
for format in rgba32f rgba16f rgba8 r32f r8; do
    row "\`imageStore\` 2D, $format" "layout(binding = 0, $format) uniform writeonly image2D I;" "$store" "$none"
done
row "\`texelFetch\` 2D, level 0, rgba8" "layout(binding = 0) uniform sampler2D I;" "t = texelFetch(I, p, 0);" "$none" --image 0.0=4x4:rgba8
row "\`texelFetch\` of a texel buffer, rgba8" "layout(binding = 0) uniform samplerBuffer I;" "t = texelFetch(I, p.x);" "$none" --image 0.0=4:rgba8
lod="layout(binding = 0) uniform sampler2D I;"
row "\`textureLod\` 2D, level 0, nearest, repeat, rgba8" "$lod" "t = textureLod(I, uv, 0.0);" "$none" --image 0.0=4x4:rgba8 --sampler 0.0=nearest
row "... linear" "$lod" "t = textureLod(I, uv, 0.0);" "$none" --image 0.0=4x4:rgba8 --sampler 0.0=linear
row "... linear, clamp" "$lod" "t = textureLod(I, uv, 0.0);" "$none" --image 0.0=4x4:rgba8 --sampler 0.0=linear,clamp
row "... linear, r32f" "$lod" "t = textureLod(I, uv, 0.0);" "$none" --image 0.0=4x4:r32f --sampler 0.0=linear
row "... linear, mip=linear, any level, rgba8" "$lod" "t = textureLod(I, uv, uv.x);" "$none" --image 0.0=4x4:rgba8 --sampler 0.0=linear,mip=linear
row "\`textureGrad\` 2D, linear, mip=linear, rgba8" "$lod" "t = textureGrad(I, uv, uv, uv.yx);" "$none" --image 0.0=4x4:rgba8 --sampler 0.0=linear,mip=linear
row "\`textureGather\` 2D, rgba8" "$lod" "t = textureGather(I, uv);" "$none" --image 0.0=4x4:rgba8 --sampler 0.0=linear
row "\`textureLod\` 3D, level 0, linear, rgba8" "layout(binding = 0) uniform sampler3D I;" "t = textureLod(I, uv.xyx, 0.0);" "$none" --image 0.0=4x4x4:rgba8 \
    --sampler 0.0=linear
row "\`textureLod\` of a cube, level 0, linear, rgba8" "layout(binding = 0) uniform samplerCube I;" "t = textureLod(I, uv.xyx, 0.0);" "$none" \
    --image 0.0=4x4,layers=6:rgba8 --sampler 0.0=linear
foot="#extension GL_NV_shader_texture_footprint : require
layout(binding = 0) uniform"
near="gl_TextureFootprint2DNV f; textureFootprintLodNV(I, uv, 0.0, 1, false, f);" deep="gl_TextureFootprint3DNV f; textureFootprintLodNV(I, uv.xyx, 0.0, 1, false, f);"
row "\`textureFootprintLodNV\` 2D, level 0, linear" "$foot sampler2D I;" "$near t = uintBitsToFloat(uvec4(f.anchor * 2u + f.offset, f.mask));" "$none" \
    --image 0.0=4x4:rgba8 --sampler 0.0=linear,clamp
row "... 3D" "$foot sampler3D I;" "$deep t = uintBitsToFloat(uvec4(f.anchor.xy * 2u + f.offset.xy, f.mask));" "$none" \
    --image 0.0=4x4x4:rgba8 --sampler 0.0=linear,clamp
