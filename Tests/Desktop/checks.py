"""What a person does with cued in a desktop session, one step a run: checks.py STEP.

To be run by `run` as that person, in a session of systemd's whose home folder is empty at first.
"""

import json
import os
import pathlib
import re
import shutil
import signal
import stat
import subprocess
import sys
import time

from ear import RATE, Ear, decibels, make_music, wait_for

HOME = pathlib.Path.home()
SOCKET = pathlib.Path(os.environ["XDG_RUNTIME_DIR"], "io.cued")
DROP_INS = HOME / ".local/share/systemd/user/cued.service.d"
MUSIC = HOME / "music.wav"
BELOW = HOME / ".cache/checks"
PLAYERS = []
SENTENCE = ["play", "transition", "--interval", "run", "--seconds", "180"]
LONG = "This sentence takes so long that nobody waits for its end who has told the daemon to leave at once."


def call(*words, **options):
    result = subprocess.run(words, text=True, capture_output=True, **options)
    if result.returncode != 0:
        raise AssertionError(f"{' '.join(words)}: {result.returncode}\n{result.stdout}{result.stderr}")
    return result.stdout.strip()


def systemctl(*words):
    return call("systemctl", "--user", *words)


def property_of_service(name):
    return systemctl("show", "--value", f"--property={name}", "cued.service")


def service_is(state):
    return property_of_service("ActiveState") == state


def process():
    return int(property_of_service("MainPID"))


def may_have_namespaces():
    """Whether a person's processes may have a user namespace here."""
    return subprocess.run(["unshare", "--user", "--mount", "true"], capture_output=True).returncode == 0


def cuectl(*words):
    return call("cuectl", *words)


def is_quiet():
    status = json.loads(cuectl("status", "--json"))
    return status.get("playing") is None and status["waiting"] == 0


def use_only(server, other):
    """Makes it the session's sound server, as a service of the person's."""
    for unit in (f"{other}.socket", f"{other}.service"):
        systemctl("mask", "--now", unit)
    systemctl("unmask", f"{server}.socket", f"{server}.service")
    systemctl("start", f"{server}.socket")
    call("pactl", "load-module", "module-null-sink", "sink_name=out", "rate=48000", "channels=2")
    call("pactl", "set-default-sink", "out")
    wait_for(lambda: call("pactl", "get-default-sink") == "out", "the output")


def play_music():
    """Plays it, and no other: a step that failed may have left its own."""
    for player in PLAYERS:
        player.kill()
        player.wait()
    PLAYERS[:] = [subprocess.Popen(["paplay", "--client-name=music", str(MUSIC)], stderr=subprocess.DEVNULL)]
    return PLAYERS[0]


def cues(heard):
    """The steps at which the sentence was heard whole, to the sample, as one of those that were learnt."""
    below = json.loads(BELOW.read_text())
    places = sorted(place for sound in below["sounds"] for place in heard.find(sound, below["tolerance"]))
    # One of which the beginning was dropped is found within a whole one.
    return [place for before, place in zip([-100, *places], places) if place - before > 20]


def tried(step, attempts=5):
    """Does it again if it fails: a sound server that is kept from its work by others drops some sound now and then."""
    for left in reversed(range(attempts)):
        begun = time.monotonic()
        try:
            step()
            return print(f"  {step.__name__}: {time.monotonic() - begun:.0f} s")
        except AssertionError as error:
            if left == 0:
                raise
            print(f"  {step.__name__}: again, since {error}")
            learn()


def learn():
    """Listens to the sentence once more, as a new daemon says it first: something may have been dropped from it so far."""
    below = json.loads(BELOW.read_text())
    systemctl("stop", "cued.service")
    with Ear() as ear:
        cuectl(*SENTENCE, "--wait")
        time.sleep(0.3)
        heard = ear.heard()
    below["sounds"].append(list(heard.sound()))
    BELOW.write_text(json.dumps(below))


# --- Steps


def install():
    print(call("make", "--no-print-directory", "-C", "/srv/cued", "install"))
    make_music(str(MUSIC), 60)
    BELOW.parent.mkdir(exist_ok=True)
    assert DROP_INS.exists() != may_have_namespaces(), "the service is confined less than it could be, or more"
    systemctl("enable", "--now", "cued.socket")
    assert stat.S_IMODE(SOCKET.stat().st_mode) == 0o600
    exposure = call("systemd-analyze", "--user", "security", "--no-pager", "cued.service").splitlines()[-1]
    print(exposure)
    assert float(exposure.split(":")[1].split()[0]) <= 2.5 or not may_have_namespaces()
    call("systemd-analyze", "--user", "verify", "--man=no", str(DROP_INS.parent / "cued.service"))


def first_cue(server):
    """The first cue starts the daemon, and is heard."""
    assert service_is("inactive"), "the daemon runs before it is needed"
    with Ear() as ear:
        called = time.monotonic()
        cuectl(*SENTENCE, "--wait")
        time.sleep(0.3)
        heard = ear.heard()
    begun = heard.first_cue()
    assert begun is not None, "the first cue was not heard"
    taken = 1000 * (heard.time(begun) - called)
    print(f"{server}: {taken:.0f} ms from the call to the sound, the daemon's start included")
    assert service_is("active")
    said = property_of_service("StatusText").split(", output ")[0].lower()
    assert ("pipewire" in said) == (server == "pipewire"), said
    # PipeWire rounds what it mixes.
    BELOW.write_text(json.dumps({"sounds": [list(heard.sound())], "tolerance": int(server == "pipewire")}))


def killed_over_music():
    """Killed in the middle of a cue, it is restarted, the cue is heard whole, and the music is as loud as before."""
    before = process()
    music = play_music()
    with Ear() as ear:
        wait_for(lambda: len([level for level in ear.heard().music if level > 3000]) > 100, "the music")
        loud = max(ear.heard().music)
        cuectl(*SENTENCE, "--session", "killed", "--id", f"{before}")
        wait_for(lambda: ear.heard().first_cue(), "the cue to begin")
        killed = len(ear.heard().cue)
        systemctl("kill", "--signal=KILL", "cued.service")
        wait_for(lambda: process() not in (0, before), "the restart")
        wait_for(is_quiet, "the cue to end")
        time.sleep(0.5)
        heard = ear.heard()
    music.kill()
    music.wait()
    whole = cues(heard)
    assert len(whole) == 1 and whole[0] > killed - 20, f"it was heard whole at {whole}, and killed at {killed}"
    during = sorted(heard.music[whole[0] + 20: whole[0] + 100])[40]
    assert decibels(during, loud) < -10, f"the music was {decibels(during, loud):.1f} dB during the cue"
    after = heard.music[-1]
    assert abs(decibels(after, loud)) < 0.5, f"the music is {decibels(after, loud):.1f} dB after it"
    cuectl(*SENTENCE, "--session", "killed", "--id", f"{before}", "--wait")


def told_to_leave():
    """Stopped in the middle of a long cue, it ends well and soon, and the next one says the cue whole."""
    music = play_music()
    with Ear() as ear:
        wait_for(lambda: len([level for level in ear.heard().music if level > 3000]) > 100, "the music")
        loud = max(ear.heard().music)
        cuectl("say", LONG, "--session", "left", "--id", str(process()))
        wait_for(lambda: ear.heard().first_cue(), "the cue to begin")
        systemctl("stop", "cued.service")
        assert property_of_service("Result") == "success" and property_of_service("ExecMainStatus") == "0"
        time.sleep(0.5)
        heard = ear.heard()
    music.kill()
    music.wait()
    assert abs(decibels(heard.music[-1], loud)) < 0.5, "the music is not as loud as before"
    assert max(heard.cue[-20:]) < 1, "something is heard of a daemon that has left"
    with Ear() as ear:
        cuectl("status")
        wait_for(lambda: ear.heard().first_cue() and is_quiet(), "the next one to say the cue")
        assert len(ear.heard().sound()) > 3 * RATE, "it did not say the whole cue"


def watched():
    """One that hangs is noticed and replaced; one that does not is left alone."""
    DROP_INS.mkdir(exist_ok=True)
    (DROP_INS / "watched.conf").write_text("[Service]\nWatchdogSec=3\n")
    systemctl("daemon-reload")
    systemctl("restart", "cued.service")
    before = process()
    time.sleep(4)
    assert process() == before, "it was restarted although it does not hang"
    os.kill(before, signal.SIGSTOP)
    wait_for(lambda: process() not in (0, before) and service_is("active"), "the watchdog to bite")
    assert "watchdog" in call("journalctl", "--user", "--no-pager", "--output=cat", "--unit=cued.service").lower()
    cuectl(*SENTENCE, "--wait")
    (DROP_INS / "watched.conf").unlink()
    systemctl("daemon-reload")
    systemctl("restart", "cued.service")


def logged():
    """A cue is one line in the journal, with fields to look for."""
    cuectl("say", "Logged.", "--session", "evening", "--id", "one", "--wait")
    found = lambda: call("journalctl", "--user", "--no-pager", "--output=json", "CUED_SESSION=evening", "CUED_CUE=one")
    line = wait_for(found, "the line in the journal").splitlines()[-1]
    entry = json.loads(line)
    assert (entry["PRIORITY"], entry["MESSAGE"]) == ("6", "say one played"), line


def kept_awake():
    """While a run goes on it is a media player, and the machine neither goes idle nor to sleep."""
    inhibitors = lambda: call("systemd-inhibit", "--list", "--no-legend", "--no-pager")
    assert "couch5k" not in inhibitors()
    # As a desktop's terminals start what is typed there.
    call("systemd-run", "--user", "--quiet", "--collect", "--unit=run", "couch5k", "run", "--week", "1", "--day", "1")
    try:
        listed = wait_for(lambda: [line for line in inhibitors().splitlines() if "couch5k" in line], "the inhibitor")
        print("  " + " ".join(listed[0].split()))
        assert "sleep:idle" in listed[0] and "block" in listed[0], listed
        player = "org.mpris.MediaPlayer2.couch5k"
        wait_for(lambda: player in call("busctl", "--user", "list", "--no-pager", "--no-legend"), "the media player")
    finally:
        systemctl("stop", "run.service")
        call("couch5k", "discard")
    wait_for(lambda: "couch5k" not in inhibitors(), "the end of the inhibitor")


def examples():
    """What the man pages show works as it stands there."""
    for page in sorted(pathlib.Path("/srv/cued/Support/man").iterdir()):
        for block in re.findall(r"^\.Bd -literal.*?\n(.*?)^\.Ed", page.read_text(), re.MULTILINE | re.DOTALL):
            text = block.replace("\\e", "\\")
            program = text.split()[0]
            # systemd has it since 255.
            if program == "varlinkctl" and not shutil.which(program):
                continue
            if program == "{":
                in_force(text)
                continue
            call(*(["python3", "-c"] if program == "import" else ["sh", "-e", "-c"]), text, cwd=HOME)


def in_force(settings):
    """A settings file that a man page shows is taken without complaint; afterwards there is none."""
    file = HOME / ".config/cued/settings.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(settings)
    systemctl("reload", "cued")
    wait_for(lambda: "200" in cuectl("get", "rate"), "the rate of the file")
    file.unlink()
    systemctl("reload", "cued")


def less_confined():
    """Where a service may have no user namespace, it plays as well."""
    if not may_have_namespaces():
        return print("  there can be no user namespace here, so that everything was tried without one")
    own = lambda: os.readlink(f"/proc/{process()}/ns/user")
    assert own() != os.readlink("/proc/self/ns/user"), "it has no user namespace of its own"
    DROP_INS.mkdir(exist_ok=True)
    drop_in = DROP_INS / "without-user-namespaces.conf"
    drop_in.write_text(pathlib.Path("/srv/cued/systemd/without-user-namespaces.conf").read_text())
    systemctl("daemon-reload")
    systemctl("restart", "cued.service")
    try:
        assert own() == os.readlink("/proc/self/ns/user")
        with Ear() as ear:
            cuectl(*SENTENCE, "--wait")
            time.sleep(0.3)
            assert cues(ear.heard()), "the cue was not heard whole"
    except AssertionError:
        # As it was, for those who try again.
        drop_in.unlink()
        systemctl("daemon-reload")
        systemctl("restart", "cued.service")
        raise


def leave_low():
    """Something still plays at logout."""
    play_music()
    time.sleep(1)
    cuectl("say", LONG)
    time.sleep(1)


def again():
    """After another login the socket is there, nothing runs yet, and the player is as loud as ever."""
    assert stat.S_IMODE(SOCKET.stat().st_mode) == 0o600
    use_only("pulseaudio", "pipewire-pulse")
    music = play_music()
    inputs = wait_for(lambda: json.loads(call("pactl", "--format=json", "list", "sink-inputs")), "the music")
    assert all(channel["value_percent"] == "100%" for channel in inputs[0]["volume"].values()), inputs
    music.kill()
    music.wait()
    first_cue("pulseaudio")


def uninstall():
    print(call("make", "--no-print-directory", "-C", "/srv/cued", "uninstall"))
    for folder in (HOME / ".local", HOME / ".config"):
        left = [path for path in folder.rglob("*cued*") if path.is_file() or path.is_symlink()]
        left += [path for path in folder.rglob("*") if path.name.startswith(("cuectl", "couch5k"))]
        # The runner's history, which a workout of the man page's examples has begun, stays theirs.
        left = [path for path in left if path != HOME / ".local/state/couch5k"]
        assert not left, left
    assert not SOCKET.exists()


def on(server, other):
    use_only(server, other)
    first_cue(server.split("-")[0])
    for step in (killed_over_music, told_to_leave):
        tried(step)


def pulseaudio():
    on("pulseaudio", "pipewire-pulse")
    for step in (watched, logged, kept_awake, examples):
        tried(step)
    leave_low()


def pipewire():
    systemctl("stop", "cued.service")
    systemctl("start", "pipewire.socket")
    on("pipewire-pulse", "pulseaudio")
    tried(less_confined)


if __name__ == "__main__":
    STEPS = {step.__name__: step for step in (install, pulseaudio, again, pipewire, uninstall)}
    begun = time.monotonic()
    STEPS[sys.argv[1]]()
    print(f"{sys.argv[1]}: passed in {time.monotonic() - begun:.0f} s")
