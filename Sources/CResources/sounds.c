#include "sounds.h"

#include <string.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

// The files are made by `swift run make-chimes Sounds`.

static const unsigned char run[] = {
#embed "../../Sounds/run.wav"
};
static const unsigned char walk[] = {
#embed "../../Sounds/walk.wav"
};
static const unsigned char tick[] = {
#embed "../../Sounds/tick.wav"
};
static const unsigned char start[] = {
#embed "../../Sounds/start.wav"
};
static const unsigned char halfway[] = {
#embed "../../Sounds/halfway.wav"
};
static const unsigned char minute[] = {
#embed "../../Sounds/minute.wav"
};
static const unsigned char cooldown[] = {
#embed "../../Sounds/cooldown.wav"
};
static const unsigned char complete[] = {
#embed "../../Sounds/complete.wav"
};
static const unsigned char paused[] = {
#embed "../../Sounds/paused.wav"
};
static const unsigned char resumed[] = {
#embed "../../Sounds/resumed.wav"
};
static const unsigned char bell[] = {
#embed "../../Sounds/bell.wav"
};
static const unsigned char alert[] = {
#embed "../../Sounds/alert.wav"
};

#define SOUND(name) {#name, name, sizeof name}

static const struct resources_sound sounds[] = {
    SOUND(run),
    SOUND(walk),
    SOUND(tick),
    SOUND(start),
    SOUND(halfway),
    SOUND(minute),
    SOUND(cooldown),
    SOUND(complete),
    SOUND(paused),
    SOUND(resumed),
    SOUND(bell),
    SOUND(alert),
};

const struct resources_sound *resources_sound(const char *name) {
  for (size_t i = 0; i < sizeof sounds / sizeof *sounds; i++)
    if (strcmp(sounds[i].name, name) == 0) return &sounds[i];
  return NULL;
}
