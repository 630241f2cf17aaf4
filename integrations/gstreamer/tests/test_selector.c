/* The texts that select a camera. */
#include "../selector.h"

#include <gst/check/gstcheck.h>

static const struct {
    const char *text;
    int kind; /* -1: not valid */
    const char *detail; /* host, text of a provider's address, or "BUS-DEVICE" */
    int port;
} cases[] = {
    {"", HS_SELECTOR_ANY, NULL, 0},
    {"sim", HS_SELECTOR_SIMULATED, NULL, 0},
    {"sim:SIM-2", HS_SELECTOR_SIMULATED, NULL, 0},
    {"R5", HS_SELECTOR_NAMED, NULL, 0},
    {"Studio: left", HS_SELECTOR_NAMED, NULL, 0},
    {"usb:1-7", HS_SELECTOR_ADDRESS, "1-7", 0},
    {"usb:1", -1, NULL, 0},
    {"usb:0-7", -1, NULL, 0},
    {"usb:1-256", -1, NULL, 0},
    {"usb:1-7x", -1, NULL, 0},
    {"ptpip:studio", HS_SELECTOR_ADDRESS, "studio", 0},
    {"ptpip:studio:15741", HS_SELECTOR_ADDRESS, "studio", 15741},
    {"ptpip:[fe80::1]:15741", HS_SELECTOR_ADDRESS, "fe80::1", 15741},
    {"ptpip:fe80::1", HS_SELECTOR_ADDRESS, "fe80::1", 0},
    {"ptpip:", -1, NULL, 0},
    {"ptpip:a b", -1, NULL, 0},
    {"ptpip:studio:0", -1, NULL, 0},
    {"ptpip:studio:65536", -1, NULL, 0},
    {"ptpip:[fe80::1", -1, NULL, 0},
    {"192.168.1.20", HS_SELECTOR_ADDRESS, "192.168.1.20", 0},
    {"192.168.1.20:15741", HS_SELECTOR_ADDRESS, "192.168.1.20", 15741},
    {"localhost:15741", HS_SELECTOR_ADDRESS, "localhost", 15741},
    {"http://10.0.0.2:8080/SIM-1", HS_SELECTOR_ADDRESS, "//10.0.0.2:8080/SIM-1", 0},
    {"fujifilm:192.168.0.1", HS_SELECTOR_ADDRESS, "192.168.0.1", 0},
};

static void check_detail(const hotshoe_camera_address *address, const char *detail, int port) {
    hotshoe_string text = {0};
    gchar numbers[32];
    switch (address->kind) {
    case HOTSHOE_CAMERA_ADDRESS_USB:
        g_snprintf(numbers, sizeof numbers, "%d-%d", (int)address->as.usb.bus, (int)address->as.usb.device);
        text = hotshoe_text(numbers);
        break;
    case HOTSHOE_CAMERA_ADDRESS_NETWORK:
        text = address->as.network.host;
        fail_unless_equals_int(address->as.network.port.value, port);
        break;
    default: text = address->as.provider.text;
    }
    fail_unless(text.size == strlen(detail) && memcmp(text.data, detail, text.size) == 0, "%.*s", (int)text.size, text.data);
}

GST_START_TEST(a_text_is_parsed) {
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        gchar *problem = NULL;
        HsSelector *selector = hs_selector_parse(cases[i].text, FALSE, &problem);
        fail_unless((selector ? (int)selector->kind : -1) == cases[i].kind, "\"%s\"", cases[i].text);
        fail_unless((problem != NULL) == (cases[i].kind == -1), "\"%s\"", cases[i].text);
        if (cases[i].detail) check_detail(&selector->address, cases[i].detail, cases[i].port);
        if (selector) hs_selector_release(selector);
        g_free(problem);
    }
}
GST_END_TEST

GST_START_TEST(a_camera_is_matched) {
    static const struct {
        const char *text;
        gboolean matches;
    } texts[] = {{"", TRUE}, {"3001234", TRUE}, {"1234", TRUE}, {"234", FALSE}, {"z6", TRUE}, {"nikon", TRUE}, {"Nikon Z 5", FALSE},
        {"usb-id", TRUE}, {"left one", TRUE}, {"canon", FALSE}, {"--", FALSE}};
    hotshoe_camera_description camera = {.identifier = {hotshoe_text("usb-id")}, .family = {hotshoe_text("nikon")},
        .name = hotshoe_text("Left one"), .manufacturer = hotshoe_text("Nikon Corporation"), .model = hotshoe_text("Z 6_2"),
        .serial_number = hotshoe_text("3001234")};
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
        gchar *problem = NULL;
        HsSelector *selector = hs_selector_parse(texts[i].text, FALSE, &problem);
        fail_unless(hs_selector_matches(selector, &camera) == texts[i].matches, "\"%s\"", texts[i].text);
        hs_selector_release(selector);
    }
    HsSelector *any = hs_selector_parse(NULL, FALSE, NULL);
    camera.kind = HOTSHOE_CAMERA_KIND_MEDIA_DEVICE;
    fail_if(hs_selector_matches(any, &camera));
    hs_selector_release(any);
}
GST_END_TEST

int main(int count, char **words) {
    gst_check_init(&count, &words);
    Suite *suite = suite_create("selector");
    TCase *tests = tcase_create("selector");
    suite_add_tcase(suite, tests);
    tcase_add_test(tests, a_text_is_parsed);
    tcase_add_test(tests, a_camera_is_matched);
    return gst_check_run_suite(suite, "selector", __FILE__);
}
