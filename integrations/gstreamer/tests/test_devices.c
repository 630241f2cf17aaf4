/* Cameras in device monitors. */
#include "support.h"

/** Returns the device with a serial number, owned by the caller; null if there is none. */
static GstDevice *find(GList *devices, const gchar *serial) {
    for (GList *each = devices; each; each = each->next) {
        GstStructure *properties = gst_device_get_properties(each->data);
        gboolean is_found = g_strcmp0(gst_structure_get_string(properties, "device.serial"), serial) == 0;
        gst_structure_free(properties);
        if (is_found) return gst_object_ref(each->data);
    }
    return NULL;
}

static void unref_all(GList *devices) { g_list_free_full(devices, gst_object_unref); }

GST_START_TEST(a_started_provider_has_the_cameras) {
    GstDeviceProvider *provider = gst_device_provider_factory_get_by_name("hotshoedeviceprovider");
    fail_unless(gst_device_provider_start(provider));
    GList *devices = gst_device_provider_get_devices(provider);
    GstDevice *device = find(devices, "TEST-1");
    fail_unless(device != NULL);
    GstStructure *properties = gst_device_get_properties(device);
    fail_unless(gst_device_has_classes(device, "Video/Source"));
    fail_unless_equals_string(gst_structure_get_string(properties, "device.api"), "hotshoe");
    fail_unless_equals_string(gst_structure_get_string(properties, "device.transport"), "in-process");
    fail_unless(gst_structure_get_string(properties, "device.model") != NULL);
    gst_structure_free(properties);
    gst_object_unref(device);
    unref_all(devices);
    gst_device_provider_stop(provider);
    gst_object_unref(provider);
}
GST_END_TEST

GST_START_TEST(a_probe_finds_the_cameras) {
    GstDeviceMonitor *monitor = gst_device_monitor_new();
    GstCaps *caps = gst_caps_new_empty_simple("image/jpeg");
    gst_device_monitor_add_filter(monitor, "Video/Source", caps);
    GList *devices = gst_device_monitor_get_devices(monitor);
    GstDevice *device = find(devices, "HOSTILE");
    fail_unless(device != NULL);
    gst_object_unref(device);
    unref_all(devices);
    gst_caps_unref(caps);
    gst_object_unref(monitor);
}
GST_END_TEST

GST_START_TEST(an_element_of_a_device_streams_from_it) {
    GstDeviceProvider *provider = gst_device_provider_factory_get_by_name("hotshoedeviceprovider");
    GstElement *pipeline = gst_pipeline_new(NULL), *sink = gst_element_factory_make("appsink", "sink");
    fail_unless(gst_device_provider_start(provider));
    GList *devices = gst_device_provider_get_devices(provider);
    GstDevice *device = find(devices, "HOSTILE");
    GstElement *source = gst_device_create_element(device, "source");
    gst_bin_add_many(GST_BIN(pipeline), source, sink, NULL);
    fail_unless(gst_element_link(source, sink));
    play(pipeline);
    skip_samples(pipeline, 3);
    end(pipeline);
    gst_object_unref(device);
    unref_all(devices);
    gst_device_provider_stop(provider);
    gst_object_unref(provider);
}
GST_END_TEST

GST_START_TEST(the_simulated_camera_is_listed_on_request) {
    GstDeviceMonitor *monitor = gst_device_monitor_new();
    gboolean is_simulated = FALSE;
    gchar *camera = NULL;
    g_setenv("HOTSHOE_GST_PROVIDERS", "simulated", TRUE);
    gst_device_monitor_add_filter(monitor, "Video/Source", NULL);
    GList *devices = gst_device_monitor_get_devices(monitor);
    GstDevice *device = find(devices, "SIM-0001");
    fail_unless(device != NULL);
    GstElement *source = gst_device_create_element(device, NULL);
    g_object_get(source, "simulated", &is_simulated, "camera", &camera, NULL);
    fail_unless(is_simulated);
    fail_unless_equals_string(camera, "SIM-0001");
    gst_object_unref(gst_object_ref_sink(source));
    g_free(camera);
    gst_object_unref(device);
    unref_all(devices);
    gst_object_unref(monitor);
    g_setenv("HOTSHOE_GST_PROVIDERS", "plugin", TRUE);
}
GST_END_TEST

/** Waits until a camera was added or removed. */
static void expect_device(GstBus *bus, GstMessageType type, const gchar *serial) {
    for (gboolean is_found = FALSE; !is_found;) {
        GstMessage *message = gst_bus_timed_pop_filtered(bus, LIMIT, type);
        GstDevice *device = NULL;
        fail_unless(message != NULL);
        /* The filter does not distinguish extended types. */
        if (GST_MESSAGE_TYPE(message) != type) {
            gst_message_unref(message);
            continue;
        }
        if (type == GST_MESSAGE_DEVICE_ADDED) gst_message_parse_device_added(message, &device);
        else gst_message_parse_device_removed(message, &device);
        GList devices = {.data = device};
        GstDevice *same = find(&devices, serial);
        is_found = same != NULL;
        g_clear_pointer(&same, gst_object_unref);
        gst_object_unref(device);
        gst_message_unref(message);
    }
}

GST_START_TEST(a_camera_is_removed_and_added) {
    GstDeviceProvider *provider = gst_device_provider_factory_get_by_name("hotshoedeviceprovider");
    GstBus *bus = gst_device_provider_get_bus(provider);
    fail_unless(gst_device_provider_start(provider));
    expect_device(bus, GST_MESSAGE_DEVICE_ADDED, "TEST-1");
    hotshoe_camera_simulator_unplug(test_cameras()->body());
    expect_device(bus, GST_MESSAGE_DEVICE_REMOVED, "TEST-1");
    hotshoe_camera_simulator_plug_in(test_cameras()->body());
    expect_device(bus, GST_MESSAGE_DEVICE_ADDED, "TEST-1");
    gst_device_provider_stop(provider);
    gst_object_unref(bus);
    gst_object_unref(provider);
}
GST_END_TEST

GST_START_TEST(monitoring_leaves_nothing_and_connects_to_nothing) {
    GstDeviceProvider *provider = gst_device_provider_factory_get_by_name("hotshoedeviceprovider");
    guint64 before = 0;
    for (gint i = 0; i < 20; i++) {
        fail_unless(gst_device_provider_start(provider));
        gst_device_provider_stop(provider);
        if (i == 0) before = hotshoe_debug_live_handles();
    }
    fail_unless_equals_int(hotshoe_debug_wait_for_live_handles(before, HOTSHOE_SECONDS(60)), HOTSHOE_OK);
    /* A fault that occurs on connecting is still there: the first connection fails with it. */
    hotshoe_simulated_fault fault = {hotshoe_simulated_fault_kind_make_fail(HOTSHOE_CAMERA_ERROR_CODE_CONNECTION_REFUSED),
        hotshoe_simulated_fault_trigger_make_during(HOTSHOE_CAMERA_OPERATION_CONNECT), 1};
    hotshoe_camera_simulator_inject(test_cameras()->body(), &fault);
    fail_unless(gst_device_provider_start(provider));
    gst_device_provider_stop(provider);
    GstElement *pipeline = make_pipeline("hotshoesrc camera=TEST-1 ! fakesink");
    play(pipeline);
    expect_problem(pipeline, GST_MESSAGE_ERROR, GST_RESOURCE_ERROR_OPEN_READ, " ");
    end(pipeline);
    gst_object_unref(provider);
}
GST_END_TEST

static void add_tests(TCase *tests) {
    tcase_add_test(tests, a_started_provider_has_the_cameras);
    tcase_add_test(tests, a_probe_finds_the_cameras);
    tcase_add_test(tests, an_element_of_a_device_streams_from_it);
    tcase_add_test(tests, the_simulated_camera_is_listed_on_request);
    tcase_add_test(tests, a_camera_is_removed_and_added);
    tcase_add_test(tests, monitoring_leaves_nothing_and_connects_to_nothing);
}

int main(int count, char **words) { return run_tests(count, words, "devices", add_tests); }
