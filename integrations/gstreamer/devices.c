#include "devices.h"

#include "discovery.h"

#include <string.h>

/* Time for the first search. Cameras that are found later are reported when they are. */
#define SEARCH_TIME HOTSHOE_MILLISECONDS(1500)

/* ---- A device ---------------------------------------------------------------------------------------------------- */

struct _GstHotShoeDevice {
    GstDevice parent;
    gchar *identifier;
    gchar *selector; /* for the property `camera` of hotshoesrc */
    gboolean is_simulated;
};

G_DEFINE_FINAL_TYPE(GstHotShoeDevice, gst_hotshoe_device, GST_TYPE_DEVICE)

static gboolean device_reconfigure_element(GstDevice *device, GstElement *element) {
    GstHotShoeDevice *self = GST_HOTSHOE_DEVICE(device);
    GstElementFactory *factory = gst_element_get_factory(element);
    if (!factory || strcmp(GST_OBJECT_NAME(factory), "hotshoesrc") != 0) return FALSE;
    g_object_set(element, "camera", self->selector, "simulated", self->is_simulated, NULL);
    return TRUE;
}

static GstElement *device_create_element(GstDevice *device, const gchar *name) {
    GstElement *element = gst_element_factory_make("hotshoesrc", name);
    if (element) device_reconfigure_element(device, element);
    return element;
}

static void device_finalize(GObject *object) {
    GstHotShoeDevice *self = GST_HOTSHOE_DEVICE(object);
    g_free(self->identifier);
    g_free(self->selector);
    G_OBJECT_CLASS(gst_hotshoe_device_parent_class)->finalize(object);
}

static void gst_hotshoe_device_init(GstHotShoeDevice *self) { (void)self; }

static void gst_hotshoe_device_class_init(GstHotShoeDeviceClass *class) {
    G_OBJECT_CLASS(class)->finalize = device_finalize;
    GST_DEVICE_CLASS(class)->create_element = device_create_element;
    GST_DEVICE_CLASS(class)->reconfigure_element = device_reconfigure_element;
}

/** Sets a text that may be absent; others are not. */
static void set_text(GstStructure *structure, const gchar *name, hotshoe_string text) {
    if (text.data && g_utf8_validate(text.data, (gssize)text.size, NULL)) gst_structure_set(structure, name, G_TYPE_STRING, text.data, NULL);
}

static const gchar *transport_name(hotshoe_camera_transport transport) {
    switch (transport) {
    case HOTSHOE_CAMERA_TRANSPORT_USB: return "usb";
    case HOTSHOE_CAMERA_TRANSPORT_NETWORK: return "network";
    default: return "in-process";
    }
}

static GstStructure *properties_of(const hotshoe_camera_description *camera) {
    GstStructure *properties = gst_structure_new("hotshoe-proplist", "device.api", G_TYPE_STRING, "hotshoe", "device.transport",
        G_TYPE_STRING, transport_name(camera->transport), NULL);
    set_text(properties, "device.id", camera->identifier.text);
    set_text(properties, "device.model", camera->model);
    set_text(properties, "device.vendor", camera->manufacturer);
    set_text(properties, "device.serial", camera->serial_number);
    if (camera->address.has_value && camera->address.value.kind == HOTSHOE_CAMERA_ADDRESS_USB) {
        gchar path[48];
        g_snprintf(path, sizeof path, "usb:%d-%d", (gint)camera->address.value.as.usb.bus, (gint)camera->address.value.as.usb.device);
        gst_structure_set(properties, "device.bus-path", G_TYPE_STRING, path, NULL);
    }
    return properties;
}

/** Makes the device of a camera, with a floating reference; null for other devices, such as phones. */
static GstDevice *make_device(hotshoe_camera camera) {
    hotshoe_camera_description description = {0};
    hotshoe_string name = {0};
    GstHotShoeDevice *device = NULL;
    if (hotshoe_camera_get_description(camera, &description) == HOTSHOE_OK && description.kind == HOTSHOE_CAMERA_KIND_CAMERA
        && description.identifier.text.data) {
        hotshoe_camera_get_display_name(camera, &name);
        GstCaps *caps = gst_caps_new_empty_simple("image/jpeg");
        GstStructure *properties = properties_of(&description);
        device = g_object_new(GST_TYPE_HOTSHOE_DEVICE, "display-name", name.data ? name.data : "Camera", "device-class", "Video/Source", "caps",
            caps, "properties", properties, NULL);
        device->identifier = g_strdup(description.identifier.text.data);
        device->is_simulated = description.family.name.data && strcmp(description.family.name.data, "simulated") == 0;
        device->selector = g_strdup(device->is_simulated ? description.serial_number.data : device->identifier);
        gst_structure_free(properties);
        gst_caps_unref(caps);
    }
    hotshoe_string_free(&name);
    hotshoe_camera_description_free(&description);
    return device ? GST_DEVICE(device) : NULL;
}

/* ---- The provider ------------------------------------------------------------------------------------------------ */

struct _GstHotShoeDeviceProvider {
    GstDeviceProvider parent;
    /* Of the application's thread, from start to stop. */
    hotshoe_camera_discovery discovery;
    hotshoe_discovery_changes changes;
    hotshoe_subscription subscription;
};

G_DEFINE_FINAL_TYPE(GstHotShoeDeviceProvider, gst_hotshoe_device_provider, GST_TYPE_DEVICE_PROVIDER)
GST_DEVICE_PROVIDER_REGISTER_DEFINE(hotshoedeviceprovider, "hotshoedeviceprovider", GST_RANK_PRIMARY, GST_TYPE_HOTSHOE_DEVICE_PROVIDER)

/** Starts a search, and waits until its first part is over. */
static gboolean search(hotshoe_camera_discovery *discovery) {
    bool is_complete;
    if (hs_discovery_create(NULL, discovery) != HOTSHOE_OK) return FALSE;
    hotshoe_camera_discovery_wait_for_first_search_wait(*discovery, SEARCH_TIME, HOTSHOE_FOREVER, &is_complete, NULL);
    return TRUE;
}

static GList *provider_probe(GstDeviceProvider *provider) {
    hotshoe_camera_discovery discovery = {0};
    hotshoe_camera_array cameras = {0};
    GList *devices = NULL;
    (void)provider;
    if (search(&discovery)) hotshoe_camera_discovery_get_cameras(discovery, &cameras);
    for (size_t i = 0; i < cameras.count; i++) {
        GstDevice *device = make_device(cameras.data[i]);
        if (device) devices = g_list_append(devices, device);
    }
    hotshoe_camera_array_free(&cameras);
    hotshoe_camera_discovery_release(discovery);
    return devices;
}

static void remove_device(GstDeviceProvider *provider, hotshoe_camera camera) {
    hotshoe_camera_identifier identifier = {{0}};
    if (hotshoe_camera_get_identifier(camera, &identifier) != HOTSHOE_OK) return;
    GST_OBJECT_LOCK(provider);
    GstDevice *lost = NULL;
    for (GList *each = provider->devices; each && !lost; each = each->next)
        if (g_strcmp0(GST_HOTSHOE_DEVICE(each->data)->identifier, identifier.text.data) == 0) lost = gst_object_ref(each->data);
    GST_OBJECT_UNLOCK(provider);
    if (lost) {
        gst_device_provider_device_remove(provider, lost);
        gst_object_unref(lost);
    }
    hotshoe_camera_identifier_free(&identifier);
}

static void apply(GstDeviceProvider *provider, const hotshoe_discovery_change *change) {
    if (change->kind == HOTSHOE_DISCOVERY_CHANGE_FOUND) {
        GstDevice *device = make_device(change->as.found.value);
        if (device) gst_device_provider_device_add(provider, device);
    } else if (change->kind == HOTSHOE_DISCOVERY_CHANGE_LOST) {
        remove_device(provider, change->as.lost.camera);
    }
}

static void on_change(const hotshoe_discovery_change *change, void *context) { apply(context, change); }

/** Makes devices of the cameras that are found already, which are the first changes. */
static void add_found(GstHotShoeDeviceProvider *self) {
    hotshoe_camera_array cameras = {0};
    hotshoe_discovery_change change = {0};
    hotshoe_camera_discovery_get_cameras(self->discovery, &cameras);
    /* A camera that is lost now is not among the changes: the time limit ends the wait for it. */
    for (size_t i = 0; i < cameras.count; i++) {
        if (hotshoe_discovery_changes_next(self->changes, HOTSHOE_SECONDS(1), &change, NULL) != HOTSHOE_OK) break;
        apply(GST_DEVICE_PROVIDER(self), &change);
        hotshoe_discovery_change_free(&change);
    }
    hotshoe_camera_array_free(&cameras);
}

/* The cameras that are found already are devices when this returns, as for other providers. */
static gboolean provider_start(GstDeviceProvider *provider) {
    GstHotShoeDeviceProvider *self = GST_HOTSHOE_DEVICE_PROVIDER(provider);
    if (!search(&self->discovery)) return FALSE;
    hotshoe_camera_discovery_get_changes(self->discovery, &self->changes);
    add_found(self);
    return hotshoe_discovery_changes_subscribe(self->changes, (hotshoe_queue){0}, on_change, NULL, self, NULL, &self->subscription) == HOTSHOE_OK;
}

static void provider_stop(GstDeviceProvider *provider) {
    GstHotShoeDeviceProvider *self = GST_HOTSHOE_DEVICE_PROVIDER(provider);
    hotshoe_subscription_cancel(self->subscription); /* no call is running after it */
    hotshoe_subscription_release(self->subscription);
    hotshoe_discovery_changes_release(self->changes);
    hotshoe_camera_discovery_release(self->discovery);
    self->subscription = (hotshoe_subscription){0};
    self->changes = (hotshoe_discovery_changes){0};
    self->discovery = (hotshoe_camera_discovery){0};
}

static void gst_hotshoe_device_provider_init(GstHotShoeDeviceProvider *self) { (void)self; }

static void gst_hotshoe_device_provider_class_init(GstHotShoeDeviceProviderClass *class) {
    GstDeviceProviderClass *provider_class = GST_DEVICE_PROVIDER_CLASS(class);
    provider_class->probe = provider_probe;
    provider_class->start = provider_start;
    provider_class->stop = provider_stop;
    gst_device_provider_class_set_static_metadata(provider_class, "Camera device provider", "Source/Video",
        "Lists photographic cameras on USB and the network, without connecting to them", "HotShoe");
}
