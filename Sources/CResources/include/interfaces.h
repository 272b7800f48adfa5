#pragma once

/// The text of io.cued.Cues.varlink.
extern const char *const resource_interface_cues;
/// The text of io.cued.Voices.varlink.
extern const char *const resource_interface_voices;

/// The text of io.cued.Settings.varlink.
extern const char *const resource_interface_settings;
