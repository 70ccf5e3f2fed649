#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# vulkan_commands.sh REGISTRY EXTENSIONS prototypes|table|stubs - C text for the commands of Vulkan 1.0 to 1.3 and of the extensions in the driver.
# REGISTRY is vk.xml of the Vulkan headers; EXTENSIONS is c_model/vulkan/extensions.def.  vkFoo is the function wfv_Foo.
#   prototypes  a declaration of each function
#   table       WFV_COMMAND(Foo, function, level, "VK_VERSION_1_0"): each name, aliases too, with where it comes from
#   stubs       a weak function for each core command, which is what remains of those that a device without graphics has not; and for
#               each command of an extension that is there for programs of WebGPU alone
# None has commands of an extension of WEBGPU_WINDOWS: they have types of a window system, and the loader answers them.
set -eu
awk -v extensions="$2" -v what="$3" '
    function text_of(line, tag) { sub(".*<" tag ">", "", line); sub("</" tag ">.*", "", line); return line }
    function attribute(line, name) { if (!match(line, " " name "=\"[^\"]*\"")) return ""; return substr(line, RSTART + length(name) + 3, RLENGTH - length(name) - 4) }
    function bare(line) { gsub(/<[^>]*>/, "", line); gsub(/^[ \t]+|[ \t]+$/, "", line); return line }
    BEGIN {
        while ((getline line <extensions) > 0)
            if (match(line, /^WFV_EXTENSION\([A-Za-z0-9_]+/) && line !~ /, WEBGPU_WINDOWS,/) { has["VK_" substr(line, 15, RLENGTH - 14)] = 1; if (line ~ /, WEBGPU_/) refused["VK_" substr(line, 15, RLENGTH - 14)] = 1 }
    }
    /<commands / { commands = 1 }
    /<\/commands>/ { commands = 0 }
    commands && /<command .*alias=/ { alias[attribute($0, "name")] = attribute($0, "alias"); next }
    commands && /<command[ >]/ && attribute($0, "api") == "vulkansc" { skip = 1 }
    commands && /<\/command>/ { skip = 0; implicit = 0 }
    commands && /<implicitexternsyncparams>/ { implicit = 1 }
    commands && !skip && /<proto>/ {
        name = text_of($0, "name"); result[name] = bare(substr($0, 1, index($0, "<name>") - 1)); order[++n] = name
    }
    commands && !skip && !implicit && /<param[ >]/ && attribute($0, "api") != "vulkansc" {
        last[name] = text_of($0, "name")
        if (!(name in params)) { first[name] = text_of($0, "type"); on[name] = last[name] }
        else rest[name] = rest[name] " (void)" last[name] ";"
        params[name] = params[name] (params[name] == "" ? "" : ", ") bare($0)
    }
    /<feature / { from = attribute($0, "api") ~ /vulkan($|,)/ && attribute($0, "name") ~ /^VK_VERSION_1_[0-3]$/ ? attribute($0, "name") : "" }
    /<extension / { from = attribute($0, "name") in has ? attribute($0, "name") : "" }
    /<\/feature>|<\/extension>/ { from = "" }
    from != "" && /<require[ >]/ { depends = attribute($0, "extension"); wanted = depends == "" || depends in has }
    from != "" && wanted && /<command name=/ { called = attribute($0, "name"); if (!(called in since)) { since[called] = from; calls[++m] = called } }
    END {
        for (i = 1; i <= m; i++) {
            called = calls[i]; real = called in alias ? alias[called] : called
            if (real != "vkGetInstanceProcAddr" && !(real in result)) { print "no command " real >"/dev/stderr"; exit 1 }
            needed[real] = 1
            if (since[called] ~ /VERSION/ || since[called] in refused) core[real] = 1
            level = first[real] == "VkPhysicalDevice" ? "PHYSICAL" : first[real] ~ /^Vk(Device|Queue|CommandBuffer)$/ ? "DEVICE" : first[real] == "VkInstance" ? "INSTANCE" : "GLOBAL"
            if (real == "vkGetInstanceProcAddr") level = "GLOBAL"
            if (what == "table") printf "WFV_COMMAND(%s, %s, %s, \"%s\")\n", substr(called, 3), substr(real, 3), level, since[called]
        }
        if (what == "table") exit
        print "/* made by sim/vulkan_commands.sh */"
        if (what == "stubs") print "#include \"stub.h\""
        for (i = 1; i <= n; i++) {
            real = order[i]
            if (!(real in needed)) continue
            declaration = sprintf("VKAPI_ATTR %s VKAPI_CALL wfv_%s(%s)", result[real], substr(real, 3), params[real])
            if (what == "prototypes") print declaration ";"
            else if (real in core) {
                # what was never made is destroyed by its null handle
                says = real ~ /^vkDestroy/ ? sprintf(" (void)%s;", on[real]) : sprintf(" wfv_stub_%s(%s, \"%s\");", first[real], on[real], real)
                if (real ~ /^vkCreate.*Pipelines$/) says = says sprintf(" for (uint32_t i = 0; i < createInfoCount; i++) %s[i] = VK_NULL_HANDLE;", last[real])
                else if (real ~ /^vkCreate/) says = says sprintf(" *%s = VK_NULL_HANDLE;", last[real])
                outcome = result[real] == "VkResult" ? " return VK_ERROR_FEATURE_NOT_PRESENT;" : result[real] == "void" ? "" : " return 0;"
                if (first[real] ~ /^Vk(Instance|PhysicalDevice|Device|Queue|CommandBuffer)$/)
                    printf "__attribute__((weak)) %s\n{%s%s%s }\n", declaration, rest[real], says, outcome
            }
        }
    }' "$1"
