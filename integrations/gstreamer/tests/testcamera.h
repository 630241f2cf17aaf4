/* Cameras of the tests and the benchmark, in the shared library that is also a plugin of HotShoe. */
#ifndef TESTCAMERA_H
#define TESTCAMERA_H

#include <hotshoe/hotshoe.h>

/**
 * The plugin has simulated cameras, "TEST-1" with frames at 30 a second, and "FAST" with frames of 100 KB as fast as they are
 * requested, and "HOSTILE", whose frames a test chooses.
 */
typedef struct {
    /** The body of the simulated camera TEST-1, owned by the plugin. */
    hotshoe_camera_simulator (*body)(void);
    hotshoe_camera_simulator (*fast_body)(void);
    /** Sets the frames that HOSTILE sends in turn: a character for each, see hostile.c. */
    void (*set_frames)(const char *kinds);
} TestCameras;

#endif
