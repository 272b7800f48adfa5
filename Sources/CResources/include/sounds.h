#pragma once

#include <stddef.h>

/// A built-in sound: the bytes of a WAV file of the folder Sounds.
struct resources_sound {
  const char *name;
  const unsigned char *bytes;
  size_t length;
};

/// The built-in sound of that name, or NULL.
const struct resources_sound *resources_sound(const char *name);
