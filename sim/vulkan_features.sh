#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# vulkan_features.sh REGISTRY NEWER - the structures of features that Vulkan knows, as text for C:
#   WFV_STRUCTURE(VkPhysicalDeviceVulkan11Features, VK_STRUCTURE_TYPE_.., "storageBuffer16BitAccess ..", "")
# each member is a VkBool32; the last text is the extension that brings the structure, if no version of Vulkan does.
# REGISTRY is vk.xml of the Vulkan headers; NEWER is c_model/vulkan/newer.h, with those of extensions that came after these headers.  The
# features of Vulkan 1.0 are the structure VkPhysicalDeviceFeatures2.
set -eu
awk -v newer="$2" '
    function attribute(line, name) { if (!match(line, " " name "=\"[^\"]*\"")) return ""; return substr(line, RSTART + length(name) + 3, RLENGTH - length(name) - 4) }
    function row(name, type, members, by) {
        sub(/^ /, "", members); printf "WFV_STRUCTURE(%s, %s,\n              \"%s\", \"%s\")\n", name, type, members, by; seen[name] = 1
    }
    /<type category="struct" name="VkPhysicalDeviceFeatures"/ { core = 1 }
    /<type category="struct" / && /structextends="[^"]*VkPhysicalDeviceFeatures2/ { name = attribute($0, "name"); members = ""; type = "" }
    (name || core) && /<member values="VK_STRUCTURE_TYPE/ { type = attribute($0, "values") }
    (name || core) && /<type>VkBool32<\/type>/ { member = $0; sub(/.*<name>/, "", member); sub(/<\/name>.*/, "", member); members = members " " member }
    core && /<\/type>$/ && !/<member/ { row("VkPhysicalDeviceFeatures2", "VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2", members, ""); core = 0; members = "" }
    name && /^ *<\/type>/ { order[++n] = name; types[name] = type; of[name] = members; name = "" }
    # those that need a header of a platform, or one of provisional extensions, or that no extension brings
    /<feature / { usable = attribute($0, "api") ~ /vulkan($|,)/; by = "" }
    /<extension / { usable = attribute($0, "supported") ~ /vulkan($|,)/ && attribute($0, "platform") == ""; by = attribute($0, "name") }
    usable && /<type +name="/ && !(attribute($0, "name") in there) { there[attribute($0, "name")] = by }
    END {
        for (i = 1; i <= n; i++) if (order[i] in there) row(order[i], types[order[i]], of[order[i]], there[order[i]])
        while ((getline line <newer) > 0) {
            split(line, word, " ")
            if (line ~ /^#ifndef VK_/) by = word[2]
            if (line ~ /^#define VK_STRUCTURE_TYPE_.*_FEATURES/) type = word[2]
            if (line ~ /^typedef struct VkPhysicalDevice.*Features/) { name = word[3]; members = "" }
            if (line ~ /^    VkBool32 /) { sub(/;.*/, "", word[2]); members = members " " word[2] }
            if (line ~ /^}/ && name) { if (!(name in seen)) row(name, type, members, by); name = "" }
        }
    }' "$1"
