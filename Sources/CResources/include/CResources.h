#pragma once

#include "sounds.h"
