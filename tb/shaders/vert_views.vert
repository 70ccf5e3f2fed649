// SPDX-License-Identifier: Apache-2.0
// Outputs for several views: a mask of viewports, a second position, one for each view, a layer that counts from the viewport's.
// build: glslangValidator --target-env vulkan1.1
#version 450
#extension GL_NV_viewport_array2 : require
#extension GL_NV_stereo_view_rendering : require
#extension GL_NVX_multiview_per_view_attributes : require
layout(location = 0) in float x;
layout(viewport_relative) out int gl_Layer;
out gl_PerVertex { vec4 gl_Position; };

void main()
{
    gl_Position = vec4(x);
    gl_Layer = gl_VertexIndex;
    gl_ViewportMask[0] = 5;
    gl_SecondaryPositionNV = vec4(2.0 * x);
    gl_SecondaryViewportMaskNV[0] = 6;
    gl_PositionPerViewNV[0] = vec4(x);
    gl_PositionPerViewNV[1] = vec4(x + 1.0);
    gl_ViewportMaskPerViewNV[0] = 9;
}
