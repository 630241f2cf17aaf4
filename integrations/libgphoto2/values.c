#include "values.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** The names of an enumeration's values, in its order: for Canon EOS and for other makers. */
struct name {
    const char *canon, *other;
};

static const struct name white_balances[] = {{"Auto", "Automatic"}, {"Daylight", "Daylight"}, {"Shadow", "Shade"}, {"Cloudy", "Cloudy"},
    {"Tungsten", "Tungsten"}, {"Fluorescent", "Fluorescent"}, {"Flash", "Flash"}, {"Manual", "Preset"}, {"Manual 2", "Preset 2"},
    {"Manual 3", "Preset 3"}, {"Color Temperature", "Color Temperature"}};
static const struct name focus_modes[] = {{"Manual", "Manual"}, {"One Shot", "AF-S"}, {"AI Servo", "AF-C"}};
static const struct name exposure_modes[] = {{"Auto", "Auto"}, {"P", "P"}, {"TV", "S"}, {"AV", "A"}, {"Manual", "M"}, {"Bulb", "Bulb"}, {"Fv", "Fv"}};
static const struct name drive_modes[] = {{"Single", "Single Shot"}, {"Single: Electronic first curtain", "Single Shot: Electronic first curtain"},
    {"Single silent", "Single Shot: Electronic"}, {"Continuous", "Burst"}, {"Continuous: Electronic first curtain", "Burst: Electronic first curtain"},
    {"Continuous: Electronic", "Burst: Electronic"}, {"Continuous low speed", "Continuous Low Speed"}, {"Continuous medium speed", "Continuous Medium Speed"},
    {"Continuous high speed", "Continuous High Speed"}, {"Timer 2 sec", "Selftimer 2 sec"}, {"Timer 10 sec", "Timer"},
    {"Timer custom", "Selftimer custom"}, {"Continuous timer", "Timer + Continuous"}};
static const struct name flash_modes[] = {{"Off", "Flash off"}, {"Auto", "Automatic Flash"}, {"On", "Fill flash"}, {"Red-eye reduction", "Red-eye automatic"},
    {"Slow sync", "Slow Sync"}, {"Rear sync", "Rear Curtain Sync"}, {"High-speed sync", "High-speed sync"}};
static const struct name destinations[] = {{"Memory card", "Memory card"}, {"Internal RAM", "Internal RAM"}, {"Memory card and internal RAM", "Memory card and internal RAM"}};
static const struct name batteries[] = {{"100%", "100%"}, {"75%", "75%"}, {"50%", "50%"}, {"25%", "25%"}, {"Low", "Low"}};

#define NAMED(table, index) write_name(table, sizeof table / sizeof table[0], index, is_like_canon, text)

static bool write_name(const struct name *names, size_t count, int32_t index, bool is_like_canon, char *text) {
    if (index < 0 || (size_t)index >= count) return false;
    snprintf(text, HS_VALUE_SIZE, "%s", is_like_canon ? names[index].canon : names[index].other);
    return true;
}

void hs_seconds_text(double seconds, char text[HS_VALUE_SIZE]) {
    if (seconds < 0.29) {
        snprintf(text, HS_VALUE_SIZE, "1/%.0f", 1 / seconds);
        return;
    }
    /* Cameras write 1/3 s as 0.3 and 1.6 s as 1.6. */
    double tenths = floor(seconds * 10 + 0.05) / 10;
    snprintf(text, HS_VALUE_SIZE, tenths == floor(tenths) ? "%.0f" : "%.1f", tenths);
}

void hs_stops_text(int64_t sixths, char text[HS_VALUE_SIZE]) {
    uint64_t size = sixths < 0 ? (uint64_t)-(sixths + 1) + 1 : (uint64_t)sixths;
    unsigned tenths = (unsigned)(size % 6) * 10 / 6;
    const char *sign = sixths < 0 ? "-" : "";
    if (tenths) snprintf(text, HS_VALUE_SIZE, "%s%llu.%u", sign, (unsigned long long)(size / 6), tenths);
    else snprintf(text, HS_VALUE_SIZE, "%s%llu", sign, (unsigned long long)(size / 6));
}

static bool write_shutter_speed(hotshoe_shutter_speed speed, char *text) {
    hotshoe_optional_double seconds = {0};
    hotshoe_shutter_speed_get_seconds(speed, &seconds);
    if (seconds.has_value && seconds.value > 0) {
        hs_seconds_text(seconds.value, text);
        return true;
    }
    hotshoe_shutter_speed bulb = {0};
    bool is_bulb = false;
    if (hotshoe_shutter_speed_bulb(&bulb) == HOTSHOE_OK) hotshoe_shutter_speed_equal(speed, bulb, &is_bulb);
    hotshoe_shutter_speed_release(bulb);
    if (is_bulb) strcpy(text, "bulb");
    return is_bulb;
}

static bool write_aperture(hotshoe_aperture aperture, bool is_like_canon, char *text) {
    hotshoe_optional_double number = {0};
    hotshoe_aperture_get_f_number(aperture, &number);
    if (number.has_value) snprintf(text, HS_VALUE_SIZE, "%s%g", is_like_canon ? "" : "f/", round(number.value * 100) / 100);
    return number.has_value;
}

static bool write_iso(hotshoe_iso_speed iso, char *text) {
    hotshoe_optional_int speed = {0};
    hotshoe_iso_speed_get_speed(iso, &speed);
    if (speed.has_value) snprintf(text, HS_VALUE_SIZE, "%lld", (long long)speed.value);
    else strcpy(text, "Auto");
    return true;
}

/** Writes a value with a common meaning; returns false if its label serves better. */
static bool write_common(const hotshoe_common_value *value, bool is_like_canon, char *text) {
    hotshoe_optional_stops stops = {0};
    switch (value->kind) {
    case HOTSHOE_COMMON_VALUE_ISO_SPEED: return write_iso(value->as.iso_speed.value, text);
    case HOTSHOE_COMMON_VALUE_SHUTTER_SPEED: return write_shutter_speed(value->as.shutter_speed.value, text);
    case HOTSHOE_COMMON_VALUE_APERTURE: return write_aperture(value->as.aperture.value, is_like_canon, text);
    case HOTSHOE_COMMON_VALUE_EXPOSURE_COMPENSATION:
        hotshoe_exposure_compensation_get_stops(value->as.exposure_compensation.value, &stops);
        if (stops.has_value) hs_stops_text(stops.value.sixths, text);
        return stops.has_value;
    case HOTSHOE_COMMON_VALUE_WHITE_BALANCE: return NAMED(white_balances, value->as.white_balance.value);
    case HOTSHOE_COMMON_VALUE_FOCUS_MODE: return NAMED(focus_modes, value->as.focus_mode.value);
    case HOTSHOE_COMMON_VALUE_DRIVE_MODE: return NAMED(drive_modes, value->as.drive_mode.value);
    case HOTSHOE_COMMON_VALUE_EXPOSURE_MODE: return NAMED(exposure_modes, value->as.exposure_mode.value);
    case HOTSHOE_COMMON_VALUE_FLASH_MODE: return NAMED(flash_modes, value->as.flash_mode.value);
    case HOTSHOE_COMMON_VALUE_IMAGE_DESTINATION: return NAMED(destinations, value->as.image_destination.value);
    case HOTSHOE_COMMON_VALUE_BATTERY_LEVEL: return NAMED(batteries, value->as.battery_level.value);
    case HOTSHOE_COMMON_VALUE_BOOLEAN: strcpy(text, value->as.boolean.value ? "On" : "Off"); return true;
    case HOTSHOE_COMMON_VALUE_INTEGER: snprintf(text, HS_VALUE_SIZE, "%lld", (long long)value->as.integer.value); return true;
    default: return false;
    }
}

void hs_value_text(hotshoe_property_value value, bool is_like_canon, char text[HS_VALUE_SIZE]) {
    hotshoe_optional_common_value common = {0};
    hotshoe_string label = {0};
    *text = '\0';
    if (!value.bits) return;
    hotshoe_property_value_get_common(value, &common);
    if (!common.has_value || !write_common(&common.value, is_like_canon, text)) {
        hotshoe_property_value_get_label(value, &label);
        snprintf(text, HS_VALUE_SIZE, "%s", label.data ? label.data : "");
    }
    hotshoe_string_free(&label);
    hotshoe_optional_common_value_free(&common);
}
