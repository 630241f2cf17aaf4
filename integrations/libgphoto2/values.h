/* Values of settings as texts of libgphoto2. */
#ifndef HS_VALUES_H
#define HS_VALUES_H

#include <hotshoe/hotshoe.h>

enum { HS_VALUE_SIZE = 128 };

/**
 * Writes a value as libgphoto2's driver of PTP cameras writes it: "100", "1/250", "5.6", "Auto". A value without a common meaning is
 * written as its label in HotShoe.
 *
 * @param is_like_canon whether to write it as for Canon EOS ("5.6", "AV"), and otherwise as for Nikon and the standard ("f/5.6", "A")
 */
void hs_value_text(hotshoe_property_value value, bool is_like_canon, char text[HS_VALUE_SIZE]);

/** Writes an exposure time: "1/250", "0.3", "30". Pure. */
void hs_seconds_text(double seconds, char text[HS_VALUE_SIZE]);

/** Writes a compensation with one decimal, which is cut off as on cameras: "-0.6", "0", "1.3". Pure. */
void hs_stops_text(int64_t sixths, char text[HS_VALUE_SIZE]);

#endif
