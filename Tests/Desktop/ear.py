"""Hears what a sound server plays: the music on the left channel only, and cues on both."""

import array
import itertools
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
        self._parts, self._times, self._steps, self._right = [], [], [], array.array("h")
        # At 10 ms PulseAudio's monitor leaves out two or three of a stream that begins, and at 2 ms nothing.
        self._parec = subprocess.Popen(
            ["parec", "--device=@DEFAULT_MONITOR@", "--raw", "--format=s16le", f"--rate={RATE}", "--channels=2",
             "--latency-msec=2"], stdout=subprocess.PIPE)
        self._thread = threading.Thread(target=self._listen)
        self._thread.start()
        wait_for(lambda: len(self._parts) > RATE // STEP // 4, "the recording to begin")
        return self

    def __exit__(self, *_):
        self._parec.terminate()
        self._thread.join()
        self._parec.wait()

    def _listen(self):
        while len(part := self._parec.stdout.read(STEP * 4)) == STEP * 4:
            # No more than this while it listens, so that nothing is lost on a busy machine.
            self._times.append(time.monotonic())
            self._parts.append(part)

    def heard(self):
        """All that was heard so far."""
        for part in self._parts[len(self._steps):]:
            samples = array.array("h", part)
            left, right = samples[0::2], samples[1::2]
            self._right.extend(right)
            music = [l - r for l, r in zip(left, right)]
            self._steps.append((energy(music), energy(right)))
        return Recording(self._steps, self._times, self._right)


class Recording:
    def __init__(self, steps, times, right):
        self.music = levels([music for music, _ in steps])
        self.cue = levels([cue for _, cue in steps])
        self._times = times
        self._right = array.array("h", right)

    def first_cue(self):
        """The step at which the first cue begins, or None."""
        return next((step for step, level in enumerate(self.cue) if level > AUDIBLE), None)

    def time(self, step):
        """When the end of that step's window was heard, by the monotonic clock."""
        return self._times[step + WINDOW // STEP - 1]

    def sound(self):
        """The samples from the first cue's beginning to the last one's end."""
        begin = next((place for place, sample in enumerate(self._right) if sample), len(self._right))
        end = next((place for place, sample in enumerate(reversed(self._right)) if sample), 0)
        return self._right[begin: len(self._right) - end]

    def find(self, sound, tolerance):
        """The steps at which that sound was heard from its first sample to its last.

        Tolerance: by how much a sample may differ.
        """
        heard, count = self._right, len(sound)
        loudest = max(range(count), key=lambda place: abs(sound[place]))
        wanted = range(sound[loudest] - tolerance, sound[loudest] + tolerance + 1)
        begins = (begin for begin in range(len(heard) - count + 1) if heard[begin + loudest] in wanted)
        return [begin // STEP for begin in begins
                if all(abs(a - b) <= tolerance for a, b in zip(heard[begin: begin + count], sound))]


def energy(samples):
    return sum(map(int.__mul__, samples, samples))


def levels(steps):
    """The level of each window, from the energies of the steps."""
    count = WINDOW // STEP
    sums = [0, *itertools.accumulate(steps)]
    return [math.sqrt((later - earlier) / WINDOW) for earlier, later in zip(sums, sums[count:])]


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
