# SPDX-License-Identifier: Apache-2.0
# objects.mk - read after a makefile of Verilator's: everything but the link.
objects: $(VK_USER_OBJS) $(VK_GLOBAL_OBJS) $(VM_PREFIX)__ALL.a
