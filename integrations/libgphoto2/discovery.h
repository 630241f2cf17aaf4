/* Searches for cameras. */
#ifndef HS_DISCOVERY_H
#define HS_DISCOVERY_H

#include "selector.h"

/**
 * Creates a discovery with the providers that can find the selected camera and that HOTSHOE_GPHOTO2_PROVIDERS permits, owned by the caller.
 * A simulated camera is found by a discovery of its own, and is therefore a new one.
 */
hotshoe_status hs_discovery_create(const HsSelector *selector, hotshoe_camera_discovery *result);

#endif
