import SoundLab

/// Where other players' volumes are lowered one by one.
let bothServers = [SoundServer.Kind.pulse, .pipewire]
