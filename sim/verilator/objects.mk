# SPDX-License-Identifier: Apache-2.0
# objects.mk - read after a makefile of Verilator's: everything but the link.
#   objects   what Verilator made of the Verilog, and the user's files
#   runtime   what it links to every program
#   headers   its headers compiled once (clang): HEADERS=folder takes them from there
# Of the many small files that Verilator writes most of the time goes into the headers that each reads: they are compiled as two, what runs
# often and what runs once.
fast.cpp: $(VM_FAST:=.cpp)
slow.cpp: $(VM_SLOW:=.cpp)
fast.cpp slow.cpp:
	for part in $^; do echo "#include \"$$part\""; done >$@
slow.o: override OPT_FAST = $(OPT_SLOW)
slow.pch: override OPT_FAST = $(OPT_SLOW)
objects: fast.o slow.o $(VK_USER_OBJS)
runtime: $(VK_GLOBAL_OBJS)

headers: fast.pch slow.pch
headers.h:
	printf '#include "%s.h"\n' verilated verilated_timing >$@
%.pch: headers.h
	$(CXX) $(CXXFLAGS) $(CPPFLAGS) $(OPT_FAST) -x c++-header -o $@ $<
ifneq ($(HEADERS),)
fast.o: override CPPFLAGS += -include-pch $(HEADERS)/fast.pch
slow.o: override CPPFLAGS += -include-pch $(HEADERS)/slow.pch
endif
