/* SPDX-License-Identifier: Apache-2.0
 * api.h - around the declarations of every public header: C names in C++ too, and the only names that the shared
 * library exports.
 */
#ifndef WAVEFOLD_API_H
#define WAVEFOLD_API_H

#include "wavefold/version.h"

#ifdef __GNUC__
#define WF_API_VISIBLE _Pragma("GCC visibility push(default)")
#define WF_API_DONE    _Pragma("GCC visibility pop")
#else
#define WF_API_VISIBLE
#define WF_API_DONE
#endif

#ifdef __cplusplus
#define WF_API_BEGIN extern "C" { WF_API_VISIBLE
#define WF_API_END   WF_API_DONE }
#else
#define WF_API_BEGIN WF_API_VISIBLE
#define WF_API_END   WF_API_DONE
#endif

#endif
