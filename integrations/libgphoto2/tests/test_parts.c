/* The parts of the camera library that need no camera: selectors, texts of values, events. */
#include "../events.h"
#include "../selector.h"
#include "../values.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

#define CHECK(condition) \
    do { \
        if (condition) break; \
        fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
        failures++; \
    } while (0)

static bool is_text(hotshoe_string string, const char *text) { return string.size == strlen(text) && memcmp(string.data, text, string.size) == 0; }

/* ---- Selectors ------------------------------------------------------------------------------------------------------ */

static void addresses_are_parsed(void) {
    static const struct {
        const char *path, *host;
        int port;
    } rows[] = {{"ptpip:192.168.1.2", "192.168.1.2", 0}, {"ptpip:192.168.1.2:15741", "192.168.1.2", 15741},
        {"ptpip:192.168.1.2:15741:15741", "192.168.1.2", 15741}, {"ptpip:camera.local", "camera.local", 0}, {"ptpip:::1", "::1", 0},
        {"ptpip:fe80::1%eth0", "fe80::1%eth0", 0}, {"ptpip:[::1]", "::1", 0}, {"ptpip:[::1]:1", "::1", 1}, {"ptpip:2001:db8:0:0:0:0:0:1", "2001:db8:0:0:0:0:0:1", 0}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        HsSelector selector;
        CHECK(hs_selector_parse(&selector, HS_MODEL_NETWORK, rows[i].path) == NULL);
        CHECK(selector.kind == HS_SELECTOR_ADDRESS && selector.address.kind == HOTSHOE_CAMERA_ADDRESS_NETWORK);
        if (!is_text(selector.address.as.network.host, rows[i].host)) fprintf(stderr, "%s\n", rows[i].path);
        CHECK(is_text(selector.address.as.network.host, rows[i].host));
        CHECK(selector.address.as.network.port.has_value == (rows[i].port != 0));
        CHECK(rows[i].port == 0 || selector.address.as.network.port.value == rows[i].port);
    }
}

static void what_is_no_address_is_refused(void) {
    static const char *const paths[] = {"ptpip:", "ptpip:a b", "ptpip:host:0", "ptpip:host:65536", "ptpip:host:1x", "ptpip:host:1:2", "ptpip:[::1", "ptpip:[::1]x",
        "ptpip:a/b", "ptpip:host:", "nothing"};
    HsSelector selector;
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        bool is_refused = hs_selector_parse(&selector, HS_MODEL_NETWORK, paths[i]) != NULL;
        if (!is_refused) fprintf(stderr, "accepted: %s\n", paths[i]);
        CHECK(is_refused);
    }
    static char path[1000] = "ptpip:";
    memset(path + 6, 'a', sizeof path - 7);
    CHECK(hs_selector_parse(&selector, HS_MODEL_NETWORK, path) != NULL);
    CHECK(hs_selector_parse(&selector, HS_MODEL_ANY, path) != NULL);
    CHECK(hs_selector_parse(&selector, HS_MODEL_USB, "usb:1,256") != NULL);
    CHECK(hs_selector_parse(&selector, HS_MODEL_USB, "usb:1") != NULL);
    CHECK(hs_selector_parse(&selector, HS_MODEL_ANY, "hotshoe:usb:x-1") != NULL);
    CHECK(hs_selector_parse(&selector, HS_MODEL_ANY, "hotshoe:http:host") != NULL);
}

static void models_decide_how_a_path_is_read(void) {
    HsSelector selector;
    CHECK(!hs_selector_parse(&selector, HS_MODEL_USB, "usb:001,004"));
    CHECK(selector.address.kind == HOTSHOE_CAMERA_ADDRESS_USB && selector.address.as.usb.bus == 1 && selector.address.as.usb.device == 4);
    CHECK(!hs_selector_parse(&selector, HS_MODEL_USB, "usb:") && selector.kind == HS_SELECTOR_USB);
    CHECK(!hs_selector_parse(&selector, HS_MODEL_SIMULATED, "ptpip:") && selector.kind == HS_SELECTOR_SIMULATED && !*selector.text);
    CHECK(!hs_selector_parse(&selector, HS_MODEL_SIMULATED, "ptpip:sim:A-1") && strcmp(selector.text, "A-1") == 0);
    CHECK(!hs_selector_parse(&selector, HS_MODEL_ANY, "hotshoe:sim") && selector.kind == HS_SELECTOR_SIMULATED && !*selector.text);
    CHECK(!hs_selector_parse(&selector, HS_MODEL_ANY, "hotshoe:sim:B-2") && selector.kind == HS_SELECTOR_SIMULATED && strcmp(selector.text, "B-2") == 0);
    CHECK(!hs_selector_parse(&selector, HS_MODEL_NETWORK, "ptpip:sim") && selector.kind == HS_SELECTOR_ADDRESS);
    CHECK(!hs_selector_parse(&selector, HS_MODEL_ANY, "hotshoe:") && selector.kind == HS_SELECTOR_ANY);
    CHECK(!hs_selector_parse(&selector, HS_MODEL_ANY, "hotshoe:R5") && selector.kind == HS_SELECTOR_NAMED && strcmp(selector.text, "R5") == 0);
    CHECK(!hs_selector_parse(&selector, HS_MODEL_ANY, "hotshoe:http://host:8080/a"));
    CHECK(selector.address.kind == HOTSHOE_CAMERA_ADDRESS_PROVIDER && is_text(selector.address.as.provider.identifier, "http"));
    CHECK(is_text(selector.address.as.provider.text, "//host:8080/a"));
    CHECK(!hs_selector_parse(&selector, HS_MODEL_ANY, "hotshoe:fujifilm:10.0.0.1"));
    CHECK(is_text(selector.address.as.provider.identifier, "fujifilm") && is_text(selector.address.as.provider.text, "10.0.0.1"));
}

static void cameras_are_matched(void) {
    hotshoe_camera_description camera = {0};
    HsSelector selector;
    camera.identifier.text = hotshoe_text("abc");
    camera.serial_number = hotshoe_text("0123456789");
    camera.model = hotshoe_text("Canon EOS R5");
    camera.transport = HOTSHOE_CAMERA_TRANSPORT_NETWORK;
    static const struct {
        const char *path;
        bool matches;
    } rows[] = {{"hotshoe:", true}, {"hotshoe:r5", true}, {"hotshoe:0123456789", true}, {"hotshoe:ABC", true}, {"hotshoe:R6", false}, {"hotshoe:012345678", false}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        hs_selector_parse(&selector, HS_MODEL_ANY, rows[i].path);
        CHECK(hs_selector_matches(&selector, &camera) == rows[i].matches);
    }
    hs_selector_parse(&selector, HS_MODEL_USB, "usb:");
    CHECK(!hs_selector_matches(&selector, &camera));
    camera.transport = HOTSHOE_CAMERA_TRANSPORT_USB;
    CHECK(hs_selector_matches(&selector, &camera));
    camera.kind = HOTSHOE_CAMERA_KIND_CAMERA + 1;
    CHECK(!hs_selector_matches(&selector, &camera));
}

/* ---- Values --------------------------------------------------------------------------------------------------------- */

static void values_are_written_as_cameras_write_them(void) {
    static const struct {
        double seconds;
        const char *text;
    } times[] = {{1.0 / 8000, "1/8000"}, {1.0 / 250, "1/250"}, {1.0 / 60, "1/60"}, {0.25, "1/4"}, {1.0 / 3, "0.3"}, {0.4, "0.4"}, {0.5, "0.5"},
        {0.6, "0.6"}, {0.8, "0.8"}, {1, "1"}, {1.3, "1.3"}, {1.6, "1.6"}, {2.5, "2.5"}, {3.2, "3.2"}, {30, "30"}, {900, "900"}};
    static const struct {
        int64_t sixths;
        const char *text;
    } stops[] = {{0, "0"}, {2, "0.3"}, {3, "0.5"}, {4, "0.6"}, {6, "1"}, {-2, "-0.3"}, {-8, "-1.3"}, {-10, "-1.6"}, {18, "3"}, {INT64_MIN, "-1537228672809129301.3"}};
    char text[HS_VALUE_SIZE];
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
        hs_seconds_text(times[i].seconds, text);
        if (strcmp(text, times[i].text) != 0) fprintf(stderr, "%g is written as %s\n", times[i].seconds, text);
        CHECK(strcmp(text, times[i].text) == 0);
    }
    for (size_t i = 0; i < sizeof stops / sizeof stops[0]; i++) {
        hs_stops_text(stops[i].sixths, text);
        if (strcmp(text, stops[i].text) != 0) fprintf(stderr, "%lld is written as %s\n", (long long)stops[i].sixths, text);
        CHECK(strcmp(text, stops[i].text) == 0);
    }
    hs_value_text((hotshoe_property_value){0}, true, text);
    CHECK(*text == '\0');
}

/* ---- Events --------------------------------------------------------------------------------------------------------- */

static void events_are_delivered_in_order_and_once(void) {
    HsEvents events;
    HsEvent *event = NULL;
    hs_events_init(&events);
    CHECK(hs_events_next(&events, 0, &event) && !event);
    hs_events_add(&events, HS_EVENT_FILE, "/", "before");
    uint64_t count = hs_events_count(&events);
    hs_events_add(&events, HS_EVENT_COMPLETE, NULL, NULL);
    hs_events_add(&events, HS_EVENT_FILE, "/a", "first");
    hs_events_add(&events, HS_EVENT_FILE, "/a", "second");
    event = hs_events_take_file(&events, count);
    CHECK(event && strcmp(event->text, "first") == 0);
    hs_event_free(event);
    static const char *const left[] = {"before", NULL, "second"};
    for (size_t i = 0; i < 3; i++) {
        CHECK(hs_events_next(&events, 0, &event) && event);
        CHECK(left[i] ? event->text && strcmp(event->text, left[i]) == 0 : event->kind == HS_EVENT_COMPLETE);
        hs_event_free(event);
    }
    CHECK(!hs_events_take_file(&events, 0));
    /* The queue can be used after its last event was removed from the middle. */
    hs_events_add(&events, HS_EVENT_FILE, "/", "only");
    hs_event_free(hs_events_take_file(&events, 0));
    hs_events_add(&events, HS_EVENT_TEXT, NULL, "again");
    CHECK(hs_events_next(&events, 0, &event) && event && event->kind == HS_EVENT_TEXT);
    hs_event_free(event);
    hs_events_forget(&events, 7);
    CHECK(events.known_count == 1);
    hs_events_clear(&events);
}

int main(void) {
    addresses_are_parsed();
    what_is_no_address_is_refused();
    models_decide_how_a_path_is_read();
    cameras_are_matched();
    values_are_written_as_cameras_write_them();
    events_are_delivered_in_order_and_once();
    if (failures == 0) puts("all parts work");
    return failures != 0;
}
