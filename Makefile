# Everything a person does with a clone. `make` alone lists it.

PREFIX ?= /usr/local
DESTDIR ?=
# More arguments for swift, for example: make build SWIFTFLAGS='--jobs 1'
SWIFTFLAGS ?=
# Swift's own libraries are linked into the program: it starts sooner, and runs where no Swift is. So is
# that of gcc.
# It has the types that it needs made by functions of the compiler's: found by their names, or made before
# the start from a pattern, each would be looked for among everything that conforms to anything.
# The addresses that depend on where it lies in memory take a bit each instead of 24 bytes (glibc 2.36 and
# later read that). Nobody looks for functions in it: it exports none. Those that every export calls lie
# beside one another, so that starting brings in few pages of it: Scripts/order-functions lists them.
ORDER := Scripts/startup.functions
RELEASE := -c release --static-swift-stdlib --disable-local-rpath --product ziggurat \
	-Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors \
	-Xswiftc -Xfrontend -Xswiftc -disable-generic-metadata-prespecialization \
	-Xswiftc -Xfrontend -Xswiftc -function-sections \
	-Xlinker --symbol-ordering-file=$(ORDER) -Xlinker --no-warn-symbol-ordering \
	-Xswiftc -Xclang-linker -Xswiftc -static-libgcc \
	-Xlinker -z -Xlinker pack-relative-relocs -Xlinker --no-export-dynamic

PROGRAM := .build/release/ziggurat
DEMO := .build/demo
SAMPLE := $(DEMO)/ziggurat.jpg
SOURCES := Package.swift Sources Tests

.DEFAULT_GOAL := help
.PHONY: help bootstrap build demo test check order bench bench-quick format lint types install uninstall clean

help: ## this list
	@echo 'Ziggurat: big images into static tile pyramids, with a viewer beside each.'
	@echo
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

bootstrap: ## fetch what the build needs (build, demo and test do it themselves)
	@Scripts/bootstrap

build: bootstrap ## the program: .build/release/ziggurat
	@# So is that of C++: the linker looks here first, where there is none to be loaded.
	@bin=$$(swift build $(SWIFTFLAGS) $(RELEASE) --show-bin-path) && mkdir -p "$$bin" \
		&& ln -sf "$$(clang -print-file-name=libstdc++.a)" "$$bin"
	swift build $(SWIFTFLAGS) $(RELEASE)

demo: build ## draw a large picture, export it in three layouts, say what to open
	@mkdir -p $(DEMO)
	$(PROGRAM) sample --size 12000x8000 $(SAMPLE)
	$(PROGRAM) export $(SAMPLE) --layout dzi,xyz,iiif3 --output Output
	@echo
	@echo 'Open this in a browser, straight from the disk or through any web server:'
	@echo '  file://$(CURDIR)/Output/index.html'

test: ## every test
	@Scripts/bootstrap --tests
	swift build $(SWIFTFLAGS) --build-tests
	Scripts/test $(SWIFTFLAGS)

check: lint types test ## what has to be right before a change is merged: lint, types, tests, release build
	swift build $(SWIFTFLAGS) $(RELEASE)

order: build ## list anew which functions lie together in the program (takes valgrind)
	Scripts/order-functions

bench: build ## measure against libvips and gdal2tiles (300 megapixels; many minutes)
	@Scripts/bootstrap --bench
	Benchmarks/bench

bench-quick: build ## the main jobs on 48 megapixels
	@Scripts/bootstrap --bench
	Benchmarks/bench --quick

format: ## put the sources into the project's format
	swift format --in-place --recursive $(SOURCES)

lint: ## complain where the format differs
	swift format lint --strict --recursive $(SOURCES)

types: ## check the types in the comments of the viewer's scripts
	@Scripts/bootstrap --tests
	tsc -p Templates/jsconfig.json

install: build ## copy the program to PREFIX/bin (PREFIX=/usr/local, DESTDIR honoured)
	install -D -m 755 $(PROGRAM) '$(DESTDIR)$(PREFIX)/bin/ziggurat'

uninstall: ## take it away from there
	rm -f '$(DESTDIR)$(PREFIX)/bin/ziggurat'

clean: ## remove what was built (not what was exported)
	rm -rf .build
