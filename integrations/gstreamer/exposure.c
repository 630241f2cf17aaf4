#include "exposure.h"

#include <math.h>

static void read_aperture(hotshoe_camera camera, HsExposure *exposure) {
    hotshoe_aperture_property property = {0};
    hotshoe_aperture value = {0};
    hotshoe_optional_double number = {0};
    if (hotshoe_camera_get_aperture(camera, &property) == HOTSHOE_OK && hotshoe_aperture_property_get_value(property, &value) == HOTSHOE_OK
        && hotshoe_aperture_get_f_number(value, &number) == HOTSHOE_OK && number.has_value)
        exposure->f_number = number.value;
    hotshoe_aperture_release(value);
    hotshoe_aperture_property_release(property);
}

static void read_shutter_speed(hotshoe_camera camera, HsExposure *exposure) {
    hotshoe_shutter_speed_property property = {0};
    hotshoe_shutter_speed value = {0};
    hotshoe_optional_double seconds = {0};
    if (hotshoe_camera_get_shutter_speed(camera, &property) == HOTSHOE_OK
        && hotshoe_shutter_speed_property_get_value(property, &value) == HOTSHOE_OK
        && hotshoe_shutter_speed_get_seconds(value, &seconds) == HOTSHOE_OK && seconds.has_value)
        exposure->seconds = seconds.value;
    hotshoe_shutter_speed_release(value);
    hotshoe_shutter_speed_property_release(property);
}

static void read_iso_speed(hotshoe_camera camera, HsExposure *exposure) {
    hotshoe_iso_speed_property property = {0};
    hotshoe_iso_speed value = {0};
    hotshoe_optional_int speed = {0};
    if (hotshoe_camera_get_iso(camera, &property) == HOTSHOE_OK && hotshoe_iso_speed_property_get_value(property, &value) == HOTSHOE_OK
        && hotshoe_iso_speed_get_speed(value, &speed) == HOTSHOE_OK && speed.has_value && speed.value > 0 && speed.value <= G_MAXINT)
        exposure->iso_speed = (guint)speed.value;
    hotshoe_iso_speed_release(value);
    hotshoe_iso_speed_property_release(property);
}

static void read_compensation(hotshoe_camera camera, HsExposure *exposure) {
    hotshoe_exposure_compensation_property property = {0};
    hotshoe_exposure_compensation value = {0};
    hotshoe_optional_stops stops = {0};
    if (hotshoe_camera_get_exposure_compensation(camera, &property) == HOTSHOE_OK
        && hotshoe_exposure_compensation_property_get_value(property, &value) == HOTSHOE_OK
        && hotshoe_exposure_compensation_get_stops(value, &stops) == HOTSHOE_OK && stops.has_value)
        exposure->compensation = (gdouble)stops.value.sixths / 6;
    hotshoe_exposure_compensation_release(value);
    hotshoe_exposure_compensation_property_release(property);
}

/** Replaces settings by the values that automatic exposure has chosen. */
static void read_auto_exposure(hotshoe_camera camera, HsExposure *exposure) {
    hotshoe_optional_auto_exposure chosen = {0};
    hotshoe_optional_double number = {0};
    hotshoe_optional_int speed = {0};
    if (hotshoe_camera_get_auto_exposure(camera, &chosen) != HOTSHOE_OK || !chosen.has_value) return;
    if (hotshoe_aperture_get_f_number(chosen.value.aperture, &number) == HOTSHOE_OK && number.has_value) exposure->f_number = number.value;
    if (hotshoe_shutter_speed_get_seconds(chosen.value.shutter_speed, &number) == HOTSHOE_OK && number.has_value)
        exposure->seconds = number.value;
    if (hotshoe_iso_speed_get_speed(chosen.value.iso_speed, &speed) == HOTSHOE_OK && speed.has_value && speed.value > 0 && speed.value <= G_MAXINT)
        exposure->iso_speed = (guint)speed.value;
    hotshoe_optional_auto_exposure_free(&chosen);
}

HsExposure hs_exposure_read(hotshoe_camera camera) {
    HsExposure exposure = {.compensation = NAN};
    read_aperture(camera, &exposure);
    read_shutter_speed(camera, &exposure);
    read_iso_speed(camera, &exposure);
    read_compensation(camera, &exposure);
    read_auto_exposure(camera, &exposure);
    return exposure;
}
