/* SPDX-License-Identifier: Apache-2.0 */
#include "engine_rtl.h"
const struct wfv_rtl wfv_rtl_device;
