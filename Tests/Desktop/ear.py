"""Hears what a sound server plays: the music on the left channel only, and cues on both."""

import array
import math
import subprocess
import threading
import time
import wave

RATE = 48_000
# Levels are measured over WINDOW frames, every STEP.
WINDOW, STEP = 960, 240
# The level of what is not silence, of 32,768.
AUDIBLE = 30


class Ear:
    """Records the default output while it is used as a context."""

    def __enter__(self):
        self._arrivals, self._parts, self._frames = [], [], 0
        self._parec = subprocess.Popen(
            ["parec", "--device=@DEFAULT_MONITOR@", "--raw", "--format=s16le", f"--rate={RATE}", "--channels=2",
             "--latency-msec=10"], stdout=subprocess.PIPE)
        self._thread = threading.Thread(target=self._listen)
        self._thread.start()
        wait_for(lambda: self._frames > RATE // 4, "the recording to begin")
        return self

    def __exit__(self, *_):
        self._parec.terminate()
        self._thread.join()
        self._parec.wait()

    def _listen(self):
        while part := self._parec.stdout.read1(1 << 16):
            self._parts.append(part)
            self._frames += len(part) // 4
            self._arrivals.append((self._frames, time.monotonic()))

    def heard(self):
        """All that was heard so far."""
        data = b"".join(list(self._parts))
        samples = array.array("h", data[: len(data) // 4 * 4])
        return Recording(samples[0::2], samples[1::2], list(self._arrivals))


class Recording:
    def __init__(self, left, right, arrivals):
        self.cue = levels(right)
        self.music = levels(array.array("h", (max(-32768, min(32767, l - r)) for l, r in zip(left, right))))
        self._arrivals = arrivals

    def first_cue(self):
        """The step at which the first cue begins, or None."""
        return next((step for step, level in enumerate(self.cue) if level > AUDIBLE), None)

    def time(self, step):
        """When the end of that step's window was heard, by the monotonic clock."""
        frame = step * STEP + WINDOW
        return next(time for frames, time in self._arrivals if frames >= frame)

    def sound(self):
        """The levels from the first cue's beginning to the last one's end."""
        audible = [step for step, level in enumerate(self.cue) if level > AUDIBLE]
        return self.cue[audible[0]: audible[-1] + 1] if audible else []

    def find(self, sound):
        """The steps at which that sound was heard whole."""
        found = []
        for step in range(len(self.cue) - len(sound) + 1):
            if found and step - found[-1] < len(sound) // 2:
                continue
            if likeness(self.cue[step: step + len(sound)], sound) > 0.97:
                found.append(step)
        return found


def levels(samples):
    sums = [0]
    for start in range(0, len(samples) - STEP + 1, STEP):
        part = samples[start: start + STEP]
        sums.append(sums[-1] + sum(map(int.__mul__, part, part)))
    count = WINDOW // STEP
    return [math.sqrt((sums[i + count] - sums[i]) / WINDOW) for i in range(len(sums) - count)]


def likeness(a, b):
    """1 where both are the same at the same loudness, and less where anything differs."""
    difference = sum((x - y) ** 2 for x, y in zip(a, b))
    energy = sum(y * y for y in b)
    return 1 - difference / energy


def decibels(a, b):
    return 20 * math.log10(max(a, 0.01) / max(b, 0.01))


def make_music(path, seconds):
    """Writes a steady tone on the left channel."""
    period = array.array("h")
    for frame in range(RATE // 100):
        period.extend((round(8_000 * math.sin(2 * math.pi * 4 * frame / (RATE // 100))), 0))
    with wave.open(path, "wb") as file:
        file.setparams((2, 2, RATE, 0, "NONE", None))
        file.writeframes(period.tobytes() * (seconds * 100))


def wait_for(condition, what, seconds=30):
    """Waits until it holds, and gives what it gave."""
    end = time.monotonic() + seconds
    while not (result := condition()):
        if time.monotonic() > end:
            raise AssertionError(f"waited {seconds} s in vain for {what}")
        time.sleep(0.02)
    return result
