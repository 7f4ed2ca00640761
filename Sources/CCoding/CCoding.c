#include "CCoding.h"
