# SPDX-License-Identifier: Apache-2.0
# install.mk - make install, make uninstall PREFIX=/usr/local DESTDIR=: program, library, headers, Vulkan driver, RTL, man page, completion, the pages of
# docs/.
# docs/install.md
PREFIX     ?= /usr/local
DESTDIR    ?=
BINDIR     ?= $(PREFIX)/bin
LIBDIR     ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
DATADIR    ?= $(PREFIX)/share
INSTALL    ?= install
OBJCOPY    ?= objcopy
PRODUCT    := $(BUILD)/install
VERSION    := $(shell awk '$$2 == "WF_VERSION" { gsub(/"/, "", $$3); print $$3 }' c_model/include/wavefold/version.h)
SONAME     := libwavefold.so.$(firstword $(subst ., ,$(VERSION)))
SHARED     := libwavefold.so.$(VERSION)

# one object, in which only what the public headers declare is global
$(PRODUCT)/libwavefold.a: $(LIB_OBJ)
	@mkdir -p $(@D)
	$(Q)$(LD) -r -o $(@D)/wavefold.o $^
	$(Q)$(OBJCOPY) --localize-hidden $(@D)/wavefold.o
	$(Q)rm -f $@ && $(AR) rcs $@ $(@D)/wavefold.o
$(PRODUCT)/$(SHARED): $(LIB_OBJ)
	@mkdir -p $(@D)
	$(Q)$(CC) -shared $(LDFLAGS) -Wl,-soname,$(SONAME) -Wl,-z,defs -o $@ $^ -lm
$(PRODUCT)/wavefold.1: $(WAVEFOLD) sim/man.sh
	@mkdir -p $(@D)
	$(Q)sim/man.sh $< > $@

$(PRODUCT)/wavefold.bash: $(WAVEFOLD) sim/completion.sh
	@mkdir -p $(@D)
	$(Q)sim/completion.sh $< bash > $@.new && mv $@.new $@
$(PRODUCT)/_wavefold: $(WAVEFOLD) sim/completion.sh
	@mkdir -p $(@D)
	$(Q)sim/completion.sh $< zsh > $@.new && mv $@.new $@

# the Vulkan driver, where there are headers and the registry to build it with (Debian: libvulkan-dev)
DRIVER    := $(if $(and $(wildcard /usr/include/vulkan/vk_icd.h),$(wildcard $(or $(VULKAN_REGISTRY),/usr/share/vulkan/registry/vk.xml))),$(BUILD)/vulkan/wavefold_icd.json)
MANIFESTS  = $(DATADIR)/vulkan/icd.d
MANIFEST  := wavefold_icd.x86_64.json
# the loader takes a path with a slash as one from the folder of the manifest: the tree may move
driver_from_manifest = $(shell realpath -ms --relative-to='$(MANIFESTS)' '$(LIBDIR)/libvulkan_wavefold.so')
PRODUCTS  := $(DRIVER) $(WAVEFOLD) $(PRODUCT)/libwavefold.a $(PRODUCT)/$(SHARED) $(PRODUCT)/wavefold.1 $(PRODUCT)/wavefold.bash $(PRODUCT)/_wavefold
RTL_FILES := $(sort wavefold.core $(wildcard rtl/*/*.v rtl/*/*.vh))
PAGES     := $(sort $(wildcard docs/*.md docs/*.png docs/*.svg))
# in wavefold.pc: spaces behind a backslash, folders as seen from the prefix
space   := $(subst ,, )
pc_word  = $(subst $(space),\$(space),$(1))
pc_dir   = $(call pc_word,$(subst $(PREFIX)/,$${prefix}/,$(1)))
absolute_prefix = case '$(PREFIX)' in /*) ;; *) echo "make $@ PREFIX=$(PREFIX): expected an absolute path" >&2; exit 2 ;; esac
may_write = sim/prefix.sh $@ "$(DESTDIR)$(BINDIR)" "$(DESTDIR)$(LIBDIR)" "$(DESTDIR)$(INCLUDEDIR)" "$(DESTDIR)$(DATADIR)"
.PHONY: install uninstall
install: $(PRODUCTS)   ## install program, library, headers, RTL, man page, completion and the pages of docs/: PREFIX=/usr/local DESTDIR=
	$(Q)$(absolute_prefix)
	$(Q)$(may_write)
	$(Q)$(INSTALL) -d "$(DESTDIR)$(BINDIR)" "$(DESTDIR)$(LIBDIR)/pkgconfig" "$(DESTDIR)$(INCLUDEDIR)/wavefold" "$(DESTDIR)$(DATADIR)/man/man1"
	$(Q)$(INSTALL) -m 755 $(WAVEFOLD) "$(DESTDIR)$(BINDIR)"
	$(Q)$(INSTALL) -m 644 $(PRODUCT)/libwavefold.a "$(DESTDIR)$(LIBDIR)"
	$(Q)$(INSTALL) -m 755 $(PRODUCT)/$(SHARED) "$(DESTDIR)$(LIBDIR)"
	$(Q)ln -sf $(SHARED) "$(DESTDIR)$(LIBDIR)/$(SONAME)" && ln -sf $(SONAME) "$(DESTDIR)$(LIBDIR)/libwavefold.so"
	$(Q)$(INSTALL) -m 644 c_model/include/wavefold/* "$(DESTDIR)$(INCLUDEDIR)/wavefold"
	$(Q)printf '%s\n' 'prefix=$(call pc_word,$(PREFIX))' 'libdir=$(call pc_dir,$(LIBDIR))' 'includedir=$(call pc_dir,$(INCLUDEDIR))' \
	  'rtldir=$(call pc_dir,$(DATADIR))/wavefold/rtl' '' 'Name: wavefold' 'Description: golden model of the Wavefold wave scheduler' \
	  'Version: $(VERSION)' 'Libs: -L$${libdir} -lwavefold' 'Libs.private: -lm' 'Cflags: -I$${includedir}' >"$(DESTDIR)$(LIBDIR)/pkgconfig/wavefold.pc"
	$(Q)$(INSTALL) -m 644 $(PRODUCT)/wavefold.1 "$(DESTDIR)$(DATADIR)/man/man1"
	$(Q)$(INSTALL) -D -m 644 $(PRODUCT)/wavefold.bash "$(DESTDIR)$(DATADIR)/bash-completion/completions/wavefold"
	$(Q)$(INSTALL) -D -m 644 $(PRODUCT)/_wavefold "$(DESTDIR)$(DATADIR)/zsh/site-functions/_wavefold"
	$(Q)$(INSTALL) -d "$(DESTDIR)$(DATADIR)/doc/wavefold" && $(INSTALL) -m 644 $(PAGES) "$(DESTDIR)$(DATADIR)/doc/wavefold"
	$(Q)for f in $(RTL_FILES); do $(INSTALL) -D -m 644 "$$f" "$(DESTDIR)$(DATADIR)/wavefold/$$f"; done
ifneq ($(DRIVER),)
	$(Q)$(INSTALL) -m 755 $(BUILD)/vulkan/libvulkan_wavefold.so "$(DESTDIR)$(LIBDIR)"
	$(Q)$(INSTALL) -d "$(DESTDIR)$(MANIFESTS)" && sed 's|"\./libvulkan_wavefold.so"|"$(driver_from_manifest)"|' $(DRIVER) >"$(DESTDIR)$(MANIFESTS)/$(MANIFEST)"
	$(Q)chmod 644 "$(DESTDIR)$(MANIFESTS)/$(MANIFEST)"
else
	@echo "without the Vulkan driver: it needs the headers of Vulkan (Debian: libvulkan-dev)"
endif
	@echo "installed wavefold $(VERSION) under $(DESTDIR)$(PREFIX)"
# files that make install did not write stay, with their folders; folders of others too
uninstall:   ## remove what make install wrote: the same PREFIX, DESTDIR, BINDIR ..
	$(Q)$(absolute_prefix)
	$(Q)$(may_write)
	$(Q)rm -f "$(DESTDIR)$(BINDIR)/wavefold" "$(DESTDIR)$(DATADIR)/man/man1/wavefold.1" \
	  "$(DESTDIR)$(DATADIR)/bash-completion/completions/wavefold" "$(DESTDIR)$(DATADIR)/zsh/site-functions/_wavefold"
	$(Q)rm -f "$(DESTDIR)$(MANIFESTS)/$(MANIFEST)"
	$(Q)for f in libwavefold.a $(SHARED) $(SONAME) libwavefold.so libvulkan_wavefold.so pkgconfig/wavefold.pc; do rm -f "$(DESTDIR)$(LIBDIR)/$$f"; done
	$(Q)for f in $(notdir $(wildcard c_model/include/wavefold/*)); do rm -f "$(DESTDIR)$(INCLUDEDIR)/wavefold/$$f"; done
	$(Q)for f in $(notdir $(PAGES)); do rm -f "$(DESTDIR)$(DATADIR)/doc/wavefold/$$f"; done
	$(Q)for f in $(RTL_FILES); do rm -f "$(DESTDIR)$(DATADIR)/wavefold/$$f"; done
	$(Q)for d in "$(DESTDIR)$(INCLUDEDIR)/wavefold" "$(DESTDIR)$(DATADIR)/doc/wavefold" "$(DESTDIR)$(DATADIR)/wavefold"; do \
	  [ ! -d "$$d" ] || find "$$d" -depth -type d -empty -delete; done
	@echo "uninstalled wavefold $(VERSION) from $(DESTDIR)$(PREFIX)"
