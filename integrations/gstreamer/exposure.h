/* The exposure settings of a camera. */
#ifndef HS_EXPOSURE_H
#define HS_EXPOSURE_H

#include <glib.h>
#include <hotshoe/hotshoe.h>

/** Exposure settings; 0 for those that are not known, NAN for the compensation. */
typedef struct {
    gdouble f_number, seconds, compensation;
    guint iso_speed;
} HsExposure;

/** Reads the settings that a connected camera has reported, or the values that its automatic exposure has chosen. Thread-safe. */
HsExposure hs_exposure_read(hotshoe_camera camera);

#endif
