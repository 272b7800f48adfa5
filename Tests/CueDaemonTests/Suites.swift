import SoundLabTesting
import Testing

// One suite for each kind of sound server, whose tests run one after another; the suites run beside one another.

/// PulseAudio, with nothing that ducks.
@Suite(.serialized, .soundServer(.pulse)) enum OnPulseAudio {}

/// PulseAudio as Debian ships it.
@Suite(.serialized, .soundServer(.pulseCork)) enum OnDebiansPulseAudio {}

/// PulseAudio with ducking that its user has set up.
@Suite(.serialized, .soundServer(.pulseDuck)) enum OnDuckingPulseAudio {}

/// PulseAudio with an output that cannot take back what it has rendered.
@Suite(.serialized, .soundServer(.pulseNoRewind)) enum OnPulseAudioWithoutRewinding {}

@Suite(.serialized, .soundServer(.pipewire)) enum OnPipeWire {}
