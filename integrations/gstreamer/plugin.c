/* The plugin: registers its elements. */
#include "devices.h"
#include "meta.h"
#include "overlay.h"
#include "source.h"

#include <hotshoe/hotshoe.h>

static gboolean plugin_init(GstPlugin *plugin) {
    if (!hotshoe_abi_matches()) {
        GST_ERROR("libhotshoe has another interface than the one this plugin was built with: install both from the same version.");
        return FALSE;
    }
    hs_frame_meta_info();
    return GST_ELEMENT_REGISTER(hotshoesrc, plugin) && GST_ELEMENT_REGISTER(hotshoeoverlay, plugin)
        && GST_DEVICE_PROVIDER_REGISTER(hotshoedeviceprovider, plugin);
}

GST_PLUGIN_DEFINE(GST_VERSION_MAJOR, GST_VERSION_MINOR, hotshoe, "Photographic cameras", plugin_init, PACKAGE_VERSION, "MIT/X11", "HotShoe",
    "HotShoe")
