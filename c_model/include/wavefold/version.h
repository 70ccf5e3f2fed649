/* SPDX-License-Identifier: Apache-2.0
 * version.h - the version of program and library.
 */
#ifndef WAVEFOLD_VERSION_H
#define WAVEFOLD_VERSION_H

#define WF_VERSION_MAJOR 0
#define WF_VERSION_MINOR 2
#define WF_VERSION_PATCH 0
#define WF_VERSION "0.2.0"

#endif
