/* SPDX-License-Identifier: Apache-2.0
 * xml.h - text in XML and HTML.
 */
#ifndef WF_XML_H
#define WF_XML_H

#include <stddef.h>
#include <stdio.h>

/* Text of an element or an attribute.  There are no control characters but tab and line end; they and what is no UTF-8
 * become U+FFFD. */
void wf_xml_text(FILE *file, const char *text);
/* The first `length` bytes of a text; without memory nothing. */
void wf_xml_part(FILE *file, const char *text, size_t length);

#endif
