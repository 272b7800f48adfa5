// swift-tools-version: 6.2

import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error), .enableUpcomingFeature("ExistentialAny")]

/// Values and decisions: no C library, no Foundation, no clock, no I/O.
func pure(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name + "Tests", dependencies: [.init(stringLiteral: name)] + dependencies, swiftSettings: strict)
}

let package = Package(
  name: "cued",
  targets: [
    pure("Cue"),
    pure("Workout"),
    pure("WorkoutEngine", ["Cue", "Workout"]),
    pure("CueText", ["Cue"]),
    pure("CueQueue", ["Cue"]),

    tests("Workout", []),
    tests("WorkoutEngine", ["Cue", "Workout"]),
    tests("CueText", ["Cue"]),
    tests("CueQueue", ["Cue"]),
  ],
  swiftLanguageModes: [.v6]
)
