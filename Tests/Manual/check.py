"""Checks the man pages and the completions against the programs that make has built.

What is not installed (mandoc, zsh, fish) is told and left out; CI has all of it.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]
BUILT = TOP / ".build/release"
PAGES = sorted((TOP / "Support/man").iterdir())
COMPLETIONS = TOP / "Support/completions"
ENVIRONMENT = os.environ | {"PATH": f"{BUILT}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8"}


def run(*words, **options):
    return subprocess.run(words, text=True, capture_output=True, env=ENVIRONMENT, **options)


def program_help(*words):
    result = run(*words, "--help")
    assert result.returncode == 0, result
    return result.stdout


def verbs(program):
    """The verbs that the program's help lists."""
    return re.findall(r"^  ([a-z]+)(?= |$)", program_help(program), re.MULTILINE)


def options(*words):
    return re.findall(r"^ +(?:-[A-Za-z], )?(--[a-z0-9-]+)", program_help(*words), re.MULTILINE)


COMMANDS = [(program,) for program in ("cued", "cuectl", "couch5k")]
COMMANDS += [(program, verb) for program in ("cuectl", "couch5k") for verb in verbs(program)]


class Pages(unittest.TestCase):
    def test_a_page_is_rendered_without_a_warning(self):
        for page in PAGES:
            with self.subTest(page.name):
                if shutil.which("mandoc"):
                    self.assertEqual(run("mandoc", "-Tlint", "-Wwarning", str(page)).stdout, "")
                if shutil.which("groff"):
                    self.assertEqual(run("groff", "-ww", "-mdoc", "-Tutf8", "-z", str(page)).stderr, "")

    def test_every_verb_and_option_has_its_place_in_the_page_and_there_is_none_besides(self):
        for program in ("cued", "cuectl", "couch5k"):
            page = (TOP / f"Support/man/{program}.1").read_text()
            documented = {f"--{name}" for name in re.findall(r"^\.It .*Fl -([a-z0-9-]+)", page, re.MULTILINE)}
            documented |= {f"--{name}" for name in re.findall(r"^\.It .*, -([a-z0-9-]+)", page, re.MULTILINE)}
            there = {option for words in COMMANDS if words[0] == program for option in options(*words)}
            self.assertEqual(documented, there, program)
            if program != "cued":
                described = set(re.findall(r"^\.It Cm ([a-z]+)", page, re.MULTILINE))
                self.assertEqual(described, set(verbs(program)), program)


class Completions(unittest.TestCase):
    def completed_by(self, shell, *words):
        *given, word = words
        if shell == "bash":
            script = ('source "$0"; program=$1; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); '
                      '_cued "$program" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"; '
                      'printf "%s\\n" "${COMPREPLY[@]}"')
            result = run("bash", "-c", script, str(COMPLETIONS / "cued.bash"), *words)
        elif shell == "zsh":
            script = ('setopt extended_glob; fpath=($0 $fpath); autoload -Uz _cued; words=("$@"); CURRENT=$#; '
                      'compadd() { shift; print -l -- "$@" }; _files() { print -l -- * }; _cued')
            result = run("zsh", "-f", "-c", script, str(COMPLETIONS), *words, cwd=TOP)
        else:
            script = f"source {COMPLETIONS / 'cued.fish'}; complete --do-complete '{' '.join(words)}'"
            result = run("fish", "--no-config", "-c", script, cwd=TOP)
        self.assertEqual(result.stderr, "", f"{shell} {words}")
        found = [line.split("\t")[0] for line in result.stdout.splitlines()]
        return sorted(line for line in found if line.startswith(word) and line)

    def check(self, words, expected):
        for shell in ("bash", "zsh", "fish"):
            if not shutil.which(shell):
                print(f"{shell} is not installed: its completions are not checked", file=sys.stderr)
                continue
            with self.subTest(f"{shell} {words}"):
                self.assertEqual(self.completed_by(shell, *words), sorted(expected))

    def test_verbs(self):
        self.check(("cuectl", ""), verbs("cuectl"))
        self.check(("couch5k", ""), verbs("couch5k"))
        self.check(("cuectl", "sa"), ["say"])

    def test_options_of_every_verb(self):
        for words in COMMANDS:
            self.check((*words, "--"), options(*words))
        self.check(("cuectl", "say", "Hello.", "--wa"), ["--wait"])

    def test_events(self):
        events = "start transition warning halfway minute cooldown complete paused resumed".split()
        self.check(("cuectl", "play", ""), events)

    def test_values(self):
        chimes = [sound.stem for sound in (TOP / "Sounds").iterdir()]
        self.check(("cuectl", "say", "Hello.", "--chime", ""), chimes)
        self.check(("cuectl", "preview", "--chime", ""), chimes)
        self.check(("cuectl", "play", "transition", "--interval", ""), ["run", "walk"])
        self.check(("couch5k", "show", "-w", ""), "123456789")
        self.check(("cued", "--ducking", ""), ["auto", "off", "role", "server", "volume"])
        self.check(("cuectl", "say", "--id", ""), [])

    def test_voices(self):
        with tempfile.TemporaryDirectory() as runtime:
            ENVIRONMENT["XDG_RUNTIME_DIR"] = runtime
            daemon = subprocess.Popen([BUILT / "cued"], env=ENVIRONMENT, stderr=subprocess.DEVNULL)
            try:
                while run("cuectl", "status").returncode != 0:
                    self.assertIsNone(daemon.poll(), "cued has ended")
                    time.sleep(0.02)
                voices = {language: json.loads(run("cuectl", "voices", "--language", language, "--json").stdout)["voices"]
                          for language in ("en", "all")}
                names = {language: [voice["name"] for voice in listed] for language, listed in voices.items()}
                self.assertIn("en-us", names["en"])
                self.check(("cuectl", "preview", ""), names["en"])
                self.check(("cuectl", "say", "Hello.", "--voice", ""), names["all"])
                languages = {voice["languages"][0] for voice in voices["all"]}
                self.check(("cuectl", "voices", "--language", ""), languages | {"all"})
            finally:
                daemon.terminate()
                daemon.wait()

    def test_settings(self):
        page = (TOP / "Support/man/cued.settings.5").read_text()
        names = re.findall(r"^\.It Cm ([a-z_.]+)$", page, re.MULTILINE)
        self.assertIn("chime.run", names)
        for verb in ("get", "set", "unset"):
            self.check(("cuectl", verb, ""), names)
        self.check(("cuectl", "get", "chime.r"), ["chime.resumed", "chime.run"])
        self.check(("cuectl", "set", "rate", "200", "wake"), ["wake_ms"])
        self.check(("cuectl", "set", "ducking", ""), ["auto", "off", "role", "server", "volume"])
        self.check(("cuectl", "set", "chime.run", ""), ["off", "on"])
        self.check(("cuectl", "set", "rate", "200", "wake_ms", ""), ["auto"])
        self.check(("cuectl", "set", "rate", ""), [])
        self.check(("cuectl", "chimes", ""), ["off", "on"])

    def test_settings_have_their_place_in_the_page_and_there_are_none_besides(self):
        page = (TOP / "Support/man/cued.settings.5").read_text()
        names = re.findall(r"^\.It Cm ([a-z_.]+)$", page, re.MULTILINE)
        there = re.findall(r"^  ([a-z_.]+) ", program_help("cuectl", "get"), re.MULTILINE)
        self.assertEqual(names, there)


if __name__ == "__main__":
    unittest.main()
