/* hotshoedeviceprovider: cameras in device monitors. */
#ifndef HS_DEVICES_H
#define HS_DEVICES_H

#include <gst/gst.h>

G_BEGIN_DECLS

#define GST_TYPE_HOTSHOE_DEVICE (gst_hotshoe_device_get_type())
G_DECLARE_FINAL_TYPE(GstHotShoeDevice, gst_hotshoe_device, GST, HOTSHOE_DEVICE, GstDevice)

#define GST_TYPE_HOTSHOE_DEVICE_PROVIDER (gst_hotshoe_device_provider_get_type())
G_DECLARE_FINAL_TYPE(GstHotShoeDeviceProvider, gst_hotshoe_device_provider, GST, HOTSHOE_DEVICE_PROVIDER, GstDeviceProvider)

GST_DEVICE_PROVIDER_REGISTER_DECLARE(hotshoedeviceprovider)

G_END_DECLS

#endif
