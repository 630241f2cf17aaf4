/* Which camera a model and a port select. */
#ifndef HS_SELECTOR_H
#define HS_SELECTOR_H

#include <hotshoe/hotshoe.h>

#define HS_MODEL_USB "USB PTP Class Camera (HotShoe)"
#define HS_MODEL_NETWORK "PTP/IP Camera (HotShoe)"
/** The name under which libgphoto2 lists a camera that it has found on the network. */
#define HS_MODEL_FOUND "PTP/IP Camera"
#define HS_MODEL_SIMULATED "HotShoe Simulated Camera"
#define HS_MODEL_ANY "HotShoe Camera"

typedef enum {
    HS_SELECTOR_ANY,       /* the first camera */
    HS_SELECTOR_USB,       /* the first camera on USB */
    HS_SELECTOR_SIMULATED, /* a simulated camera, by its serial number in `text`; empty: the usual one */
    HS_SELECTOR_ADDRESS,   /* the camera at `address` */
    HS_SELECTOR_NAMED      /* a camera that is found, by `text`: serial number, identifier, name or model */
} HsSelectorKind;

/** A parsed selector. */
typedef struct {
    HsSelectorKind kind;
    char text[512];
    hotshoe_camera_address address; /* its texts are part of `text`: a selector must not be copied */
} HsSelector;

/**
 * Parses the path of a port, such as `usb:001,004`, `ptpip:192.168.1.2` or `hotshoe:sim`. Pure.
 *
 * @param model one of the models above, which decides how the path is read
 * @return null, or the form that the path should have, for an error message
 */
const char *hs_selector_parse(HsSelector *self, const char *model, const char *path);

/** Whether a camera that was found may be the selected one, for the kinds ANY, USB, SIMULATED and NAMED. Pure. */
bool hs_selector_matches(const HsSelector *self, const hotshoe_camera_description *camera);

#endif
