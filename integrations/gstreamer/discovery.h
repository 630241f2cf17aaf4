/* Searches for cameras. */
#ifndef HS_DISCOVERY_H
#define HS_DISCOVERY_H

#include <glib.h>
#include <hotshoe/hotshoe.h>

/**
 * Creates a discovery with the providers that HOTSHOE_GST_PROVIDERS names, owned by the caller.
 *
 * @param serial serial number of a simulated camera, "" for the usual one, which is then the only camera; null for other cameras
 */
hotshoe_status hs_discovery_create(const gchar *serial, hotshoe_camera_discovery *result);

/** Returns the discovery that all elements of the process share, until hs_discovery_return. Thread-safe. */
hotshoe_status hs_discovery_borrow(const gchar *serial, hotshoe_camera_discovery *result);
void hs_discovery_return(hotshoe_camera_discovery discovery);

#endif
