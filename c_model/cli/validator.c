/* SPDX-License-Identifier: Apache-2.0
 * validator.c - SPIRV-Tools through its C interface: SPIR-V of any version, layouts as free as scalar blocks allow.
 */
#include <stdlib.h>
#include <string.h>

#include <spirv-tools/libspirv.h>

#include "validate.h"

const char *validator_version(void)
{
    return spvSoftwareVersionString();
}

/* Its first line: behind it the instruction stands once more. */
static char *first_line(const char *text)
{
    size_t length = strcspn(text, "\n");
    while (length && strchr(" :", text[length - 1]))
        length--;
    char *line = malloc(length + 1);
    if (line) {
        memcpy(line, text, length);
        line[length] = '\0';
    }
    return line;
}

/* What is wrong; NULL: nothing, or no memory.  Names take longer than all the rest, so those are for a message alone. */
static char *validate(const uint32_t *word, size_t words, bool with_names)
{
    const spv_const_binary_t binary = {word, words};
    const spv_context context = spvContextCreate(SPV_ENV_UNIVERSAL_1_6);
    const spv_validator_options options = spvValidatorOptionsCreate();
    spv_diagnostic diagnostic = NULL;
    char *message = NULL;
    spvValidatorOptionsSetScalarBlockLayout(options, true);
    spvValidatorOptionsSetWorkgroupScalarBlockLayout(options, true);
    spvValidatorOptionsSetFriendlyNames(options, with_names);
    if (spvValidateWithOptions(context, options, (spv_const_binary)&binary, &diagnostic) != SPV_SUCCESS)
        message = first_line(diagnostic && diagnostic->error ? diagnostic->error : "no reason given");
    spvDiagnosticDestroy(diagnostic);
    spvValidatorOptionsDestroy(options);
    spvContextDestroy(context);
    return message;
}

char *validator_message(const uint32_t *word, size_t words)
{
    char *message = validate(word, words, false);

    if (!message)
        return NULL;
    free(message);
    return validate(word, words, true);
}
