#pragma once

#include "interfaces.h"
#include "sounds.h"
