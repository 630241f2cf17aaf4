/* A camera whose frames are wrong. */
#ifndef HOSTILE_H
#define HOSTILE_H

#include <hotshoe/hotshoe.h>

/**
 * Sets the frames that it sends, in turn without end. 'j': a JPEG picture of 64 × 48; 'J': one of 32 × 24; 'e': no bytes; 'r': RGB;
 * 'n': JPEG as its format, other bytes; 'h': a huge size; 'z': size 0; 'm': a negative size; 't': time of another clock;
 * 'f': focus areas that are not numbers, in a coordinate space of size 0.
 */
void hostile_set_frames(const char *kinds);

/** Reports the camera, serial number HOSTILE, to a discovery. */
void hostile_announce(hotshoe_discovery_sink sink);

#endif
