// The object that a media player puts on a bus (MPRIS 2.2): what sd-bus takes as a table made by macros.
#pragma once

#include <systemd/sd-bus.h>

/// Who answers. All return a negative error number, or what sd-bus expects of such a handler.
struct media_player_handlers {
  void *context;
  /// A method was called; the reply is to be sent.
  int (*call)(void *context, const char *method, sd_bus_message *message, sd_bus_error *error);
  /// A property of one of the two interfaces is asked for; its value is to be appended.
  int (*get)(void *context, const char *property, sd_bus_message *reply);
  /// A property is set to the value that is to be read.
  int (*set)(void *context, const char *property, sd_bus_message *value, sd_bus_error *error);
};

/// Adds the object, with both interfaces, for as long as the bus lives. Returns a negative error number where it cannot.
int media_player_add(sd_bus *bus, const struct media_player_handlers *handlers);

/// Tells that the position is another one than could be expected.
int media_player_emit_seeked(sd_bus *bus, int64_t microseconds);
