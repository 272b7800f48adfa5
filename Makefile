# `make run` and `make check` are all that a new machine needs besides a Swift toolchain: on Debian, what is missing is
# installed first, by a script that says what and why (Support/dependencies/install).

# A shell that read no profile does not know where Swift was installed.
export PATH := $(PATH):$(HOME)/.local/share/swiftly/bin:/opt/swift/usr/bin

# One set of flags for everything built for use; with another, SwiftPM would build it all again.
release := --configuration release --static-swift-stdlib

# What only the tests use is kept in .build, where it changes nothing on the machine.
with_test_programs := PATH="$$PATH:$(CURDIR)/.build/sound-servers/bin" PYTHONPATH="$(CURDIR)/.build/python"

programs := cued cuectl couch5k

# Where `make install` puts things; DESTDIR goes before it, for those who make packages.
PREFIX ?= $(HOME)/.local
export PREFIX DESTDIR

built := $(programs:%=.build/release/%)

.PHONY: build $(programs) install uninstall deb run check check-manual check-desktop check-deb sanitize bench bench-ducking bench-delivery nine-weeks soak fuzz sounds manual pictures lint clean build-dependencies test-dependencies

# The programs, in .build/release.
build: $(programs)

$(programs): build-dependencies
	swift build $(release) --product $@

# Built only where that is not done yet: sudo knows no Swift, and need not own this folder.
install: $(built)
	@Support/install install

uninstall:
	@Support/install uninstall

# A Debian package, in .build.
deb: $(built)
	@Support/dependencies/install package
	@Support/package/build

$(built) &: Package.swift $(shell find Sources Sounds -type f)
	$(MAKE) build
	touch $(built)

# Offers the next workout of the plan: at first its first.
run: build
	.build/release/couch5k

# All tests.
check: test-dependencies
	swift build --build-tests
	$(with_test_programs) Tests/run

# All tests again, under the address and the thread sanitizer; an hour. TESTS chooses some, as a regular expression.
# What Swift keeps weak references by looks like a leak to the address sanitizer: soak shows that memory does not grow.
# The thread sanitizer wakes a process that does nothing.
TESTS := .
sanitize: test-dependencies
	for sanitizer in address thread; do \
	  ASAN_OPTIONS=detect_leaks=0 TSAN_OPTIONS=suppressions=$(CURDIR)/Tests/thread-sanitizer.suppressions \
	  $(with_test_programs) swift test --no-parallel --sanitize $$sanitizer --scratch-path .build/$$sanitizer \
	    --filter '$(TESTS)' --skip IdleTests || exit 1; \
	done

# The man pages and completions, against the programs.
check-manual: $(built)
	@Support/dependencies/install manual
	@python3 Tests/Manual/check.py

# What is installed, in a desktop session that systemd has booted in a container. Needs root.
check-desktop: $(built)
	@Tests/Desktop/run

# The Debian package, installed in a bare system and removed again. Needs root.
check-deb: deb
	@Tests/Package/run

# How fast and how exact it is, measured on this machine.
bench: test-dependencies build
	swift build $(release) --product bench
	$(with_test_programs) .build/release/bench

# What cues do to the volumes of players, on every kind of sound server; an hour and a half. DUCKING holds options: see
# bench-ducking --help.
bench-ducking: test-dependencies build
	swift build $(release) --product bench-ducking
	$(with_test_programs) .build/release/bench-ducking $(DUCKING)

# Which cues are heard of a daemon that is killed 200 times, on PulseAudio and on PipeWire; a quarter of an hour. DELIVERY
# holds options: see bench-delivery --help.
bench-delivery: test-dependencies build
	swift build $(release) --product bench-delivery
	$(with_test_programs) .build/release/bench-delivery $(DELIVERY)

# The nine weeks, run one after another at 60 times their speed, killed, stopped, paused and with a daemon that is
# restarted, at moments that chance chooses; a quarter of an hour. WEEKS holds options: see nine-weeks --help.
nine-weeks: test-dependencies build
	swift build $(release) --product nine-weeks
	$(with_test_programs) .build/release/nine-weeks $(WEEKS)

# What a daemon must bear: a million messages, bad neighbours, and a rate; and 50,000 random histories of its queue, or
# HISTORIES, which take ten minutes and of which the tests look at 2,500. SOAK holds options: see soak --help.
soak: test-dependencies build
	swift build $(release) --product soak
	$(with_test_programs) .build/release/soak $(SOAK)
	CUED_SOAK_HISTORIES=$(or $(HISTORIES),50000) swift test --filter CueQueueTests.RandomHistoryTests

# Everything that reads what others wrote, against inputs that are made up from how it takes them, each for 30 s or for
# SECONDS. What breaks it is written to .build/fuzz, and what reaches something new to .build/fuzz/READER.
readers := messages worker volumes journal settings tracks
fuzz: build-dependencies
	CUED_FUZZ=1 swift build --configuration release --scratch-path .build/fuzz -Xswiftc -enable-testing \
	  --sanitize fuzzer --product fuzz
	mkdir -p $(readers:%=.build/fuzz/%)
	set -e; for reader in $(readers); do \
	  SWIFT_BACKTRACE=enable=no .build/fuzz/release/fuzz $$reader -max_total_time=$(or $(SECONDS),30) -timeout=10 \
	    -print_final_stats=1 -verbosity=0 -artifact_prefix=.build/fuzz/$$reader- \
	    .build/fuzz/$$reader Tests/Fuzzing/Corpora/$$reader; \
	done

# The man page of the settings, made again from their table.
manual: build-dependencies
	swift build $(release) --product make-manual
	.build/release/make-manual >Support/man/cued.settings.5

# The README's pictures of couch5k: a run as a terminal shows it, and the progress of somebody in the sixth week.
example := $(CURDIR)/.build/example
pictures: build-dependencies
	swift build $(release) --product make-pictures
	swift build $(release) --product couch5k
	rm -rf $(example)
	.build/release/make-pictures history $(example)/couch5k/history.sqlite
	TZ=UTC XDG_STATE_HOME=$(example) .build/release/couch5k progress --svg Support/progress.svg
	.build/release/make-pictures run >Support/run.svg

# Sounds/*.wav, made again from their scores.
sounds: build-dependencies
	swift build $(release) --product make-chimes
	.build/release/make-chimes Sounds

lint:
	swift format lint --strict --recursive Package.swift Sources Tests

clean:
	rm -rf .build

build-dependencies:
	@Support/dependencies/install build

test-dependencies:
	@Support/dependencies/install build test
