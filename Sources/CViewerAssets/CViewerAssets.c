#include "CViewerAssets.h"
