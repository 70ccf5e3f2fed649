// SPDX-License-Identifier: Apache-2.0
// What the shaders of the clients share.  A client says where things are: PARAMETERS is a layout, push_constant or binding = 0; FIRST the binding of the
// first buffer; TEXTURE that of the image that is read.
#extension GL_EXT_samplerless_texture_functions : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
layout(PARAMETERS) uniform Parameters { uint count, step, distance; };
