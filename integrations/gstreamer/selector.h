/* The text by which a user selects a camera. */
#ifndef HS_SELECTOR_H
#define HS_SELECTOR_H

#include <glib.h>
#include <hotshoe/hotshoe.h>

typedef enum {
    HS_SELECTOR_ANY,       /* the first camera */
    HS_SELECTOR_SIMULATED, /* a simulated camera, by its serial number in `text` */
    HS_SELECTOR_ADDRESS,   /* the camera at `address` */
    HS_SELECTOR_NAMED      /* a camera that is found, by `text` */
} HsSelectorKind;

/** A parsed selector. Immutable, and counted by references: thread-safe. */
typedef struct {
    HsSelectorKind kind;
    gchar *text;
    hotshoe_camera_address address; /* its texts are part of `text` */
} HsSelector;

/**
 * Parses a selector.
 *
 * @param text null or empty for any camera; the forms are those of the property `camera`
 * @param simulated whether it selects a simulated camera, by its serial number if it has one
 * @param problem receives a sentence if the text has the form of an address, and is none; freed by the caller
 * @return the selector, released by the caller with hs_selector_release; null if it is not valid
 */
HsSelector *hs_selector_parse(const gchar *text, gboolean simulated, gchar **problem);

HsSelector *hs_selector_retain(HsSelector *self);
void hs_selector_release(gpointer self);

/** Whether a camera that was found may be the selected one. */
gboolean hs_selector_matches(const HsSelector *self, const hotshoe_camera_description *camera);

#endif
