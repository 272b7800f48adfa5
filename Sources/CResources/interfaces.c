// The interfaces' descriptions, as text in the program.
#pragma clang diagnostic ignored "-Wc23-extensions"
#include "interfaces.h"

static const unsigned char cues[] = {
#embed "../CueInterface/io.cued.Cues.varlink" suffix(, )
    0};

static const unsigned char voices[] = {
#embed "../CueInterface/io.cued.Voices.varlink" suffix(, )
    0};

const char *const resource_interface_cues = (const char *)cues;
const char *const resource_interface_voices = (const char *)voices;

static const unsigned char settings[] = {
#embed "../CueInterface/io.cued.Settings.varlink" suffix(, )
    0};

const char *const resource_interface_settings = (const char *)settings;
