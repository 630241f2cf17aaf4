#include "selector.h"

#include <stdio.h>
#include <string.h>

static void selector_clear(gpointer self) { g_free(((HsSelector *)self)->text); }

HsSelector *hs_selector_retain(HsSelector *self) { return g_atomic_rc_box_acquire(self); }
void hs_selector_release(gpointer self) { g_atomic_rc_box_release_full(self, selector_clear); }

/** Parses decimal digits of a number from 1 to `most`; returns 0 for anything else. */
static guint64 parse_number(const gchar *text, gsize size, guint64 most) {
    guint64 number = 0;
    if (size == 0 || size > 5) return 0;
    for (gsize i = 0; i < size; i++) {
        if (!g_ascii_isdigit(text[i])) return 0;
        number = number * 10 + (guint64)(text[i] - '0');
    }
    return number <= most ? number : 0;
}

/** Parses `HOST`, `HOST:PORT`, `[IPV6]`, `[IPV6]:PORT` or `IPV6`; the host borrows `text`. */
static gboolean parse_host(const gchar *text, hotshoe_string *host, hotshoe_optional_uint16 *port) {
    const gchar *colon = strchr(text, ':'), *end = text + strlen(text), *after = NULL;
    *host = (hotshoe_string){text, (size_t)(end - text)};
    *port = (hotshoe_optional_uint16){0};
    if (*text == '[') {
        const gchar *bracket = strchr(text, ']');
        if (!bracket || (bracket[1] != '\0' && bracket[1] != ':')) return FALSE;
        *host = (hotshoe_string){text + 1, (size_t)(bracket - text - 1)};
        if (bracket[1]) after = bracket + 2;
    } else if (colon && !strchr(colon + 1, ':')) {
        host->size = (size_t)(colon - text);
        after = colon + 1;
    }
    for (gsize i = 0; i < host->size; i++)
        if ((guchar)host->data[i] <= ' ' || host->data[i] == '/' || host->data[i] == 0x7F) return FALSE;
    if (after) {
        port->value = (uint16_t)parse_number(after, strlen(after), 65535);
        port->has_value = TRUE;
        if (port->value == 0) return FALSE;
    }
    return host->size > 0 && host->size <= 255;
}

/** Whether a text is an IPv4 address with or without a port, an IPv6 address in brackets, or `HOST.DOMAIN:PORT`. */
static gboolean is_bare_address(const gchar *text) {
    int a, b, c, d, end = 0;
    const gchar *colon = strchr(text, ':');
    if (strpbrk(text, " /")) return FALSE;
    if (*text == '[') return strchr(text, ']') != NULL;
    if (sscanf(text, "%3d.%3d.%3d.%3d%n", &a, &b, &c, &d, &end) == 4 && (text[end] == '\0' || text[end] == ':')) return TRUE;
    if (!colon || parse_number(colon + 1, strlen(colon + 1), 65535) == 0) return FALSE;
    const gchar *dot = memchr(text, '.', (size_t)(colon - text));
    return dot || g_str_has_prefix(text, "localhost:");
}

static gboolean parse_usb(const gchar *text, hotshoe_camera_address *address) {
    const gchar *dash = strchr(text, '-');
    if (!dash) return FALSE;
    guint64 bus = parse_number(text, (gsize)(dash - text), 255), device = parse_number(dash + 1, strlen(dash + 1), 255);
    *address = hotshoe_camera_address_make_usb((int64_t)bus, (int64_t)device);
    return bus && device;
}

static gboolean parse_address(HsSelector *self, const gchar **form) {
    const gchar *text = self->text;
    hotshoe_string host;
    hotshoe_optional_uint16 port;
    self->kind = HS_SELECTOR_ADDRESS;
    if (g_ascii_strncasecmp(text, "http://", 7) == 0 || g_ascii_strncasecmp(text, "https://", 8) == 0) {
        const gchar *colon = strchr(text, ':');
        self->address = hotshoe_camera_address_make_provider(
            hotshoe_text(colon - text == 4 ? "http" : "https"), hotshoe_text(colon + 1));
        return TRUE;
    }
    if (g_str_has_prefix(text, "usb:")) {
        *form = "usb:BUS-DEVICE with two numbers from 1 to 255, such as usb:1-7";
        return parse_usb(text + 4, &self->address);
    }
    if (g_str_has_prefix(text, "fujifilm:")) {
        *form = "fujifilm:HOST or fujifilm:HOST:PORT";
        self->address = hotshoe_camera_address_make_provider(hotshoe_text("fujifilm"), hotshoe_text(text + 9));
        return parse_host(text + 9, &host, &port);
    }
    if (g_str_has_prefix(text, "ptpip:") || is_bare_address(text)) {
        *form = "ptpip:HOST or ptpip:HOST:PORT";
        if (!parse_host(g_str_has_prefix(text, "ptpip:") ? text + 6 : text, &host, &port)) return FALSE;
        self->address = hotshoe_camera_address_make_network(host, port);
        return TRUE;
    }
    self->kind = HS_SELECTOR_NAMED;
    return TRUE;
}

HsSelector *hs_selector_parse(const gchar *text, gboolean simulated, gchar **problem) {
    HsSelector *self = g_atomic_rc_box_new0(HsSelector);
    const gchar *form = NULL;
    if (!text) text = "";
    if (simulated || strcmp(text, "sim") == 0 || g_str_has_prefix(text, "sim:")) {
        self->kind = HS_SELECTOR_SIMULATED;
        if (g_str_has_prefix(text, "sim:")) text += 4;
        self->text = g_strdup(strcmp(text, "sim") == 0 ? "" : text);
        return self;
    }
    self->text = g_strdup(text);
    if (*text == '\0' || parse_address(self, &form)) return self;
    *problem = g_strdup_printf("The property camera is \"%s\", which is not %s.", text, form);
    hs_selector_release(self);
    return NULL;
}

/* ---- Matching ---------------------------------------------------------------------------------------------------- */

/** Whether an optional text of the library equals a text; without case if `folds`. */
static gboolean is_text(hotshoe_string string, const gchar *text, gboolean folds) {
    if (!string.data || string.size != strlen(text)) return FALSE;
    return (folds ? g_ascii_strncasecmp(string.data, text, string.size) : memcmp(string.data, text, string.size)) == 0;
}

/** Lower-case letters and digits of a text; freed by the caller. */
static gchar *letters_of(const gchar *text) {
    GString *letters = g_string_new(NULL);
    gchar *folded = g_utf8_strdown(text, -1);
    for (const gchar *each = folded; *each; each = g_utf8_next_char(each))
        if (g_unichar_isalnum(g_utf8_get_char(each))) g_string_append_unichar(letters, g_utf8_get_char(each));
    g_free(folded);
    return g_string_free(letters, FALSE);
}

static gboolean has_letters(hotshoe_string string, const gchar *wanted) {
    if (!string.data || !g_utf8_validate(string.data, (gssize)string.size, NULL)) return FALSE;
    gchar *text = g_strndup(string.data, string.size), *letters = letters_of(text);
    gboolean has = strstr(letters, wanted) != NULL;
    g_free(letters);
    g_free(text);
    return has;
}

gboolean hs_selector_matches(const HsSelector *self, const hotshoe_camera_description *camera) {
    const gchar *text = self->text;
    hotshoe_string serial = camera->serial_number;
    if (camera->kind != HOTSHOE_CAMERA_KIND_CAMERA) return FALSE;
    if (self->kind == HS_SELECTOR_ANY || *text == '\0') return TRUE;
    if (is_text(serial, text, FALSE) || is_text(camera->identifier.text, text, FALSE)) return TRUE;
    if (self->kind == HS_SELECTOR_SIMULATED) return FALSE;
    if (is_text(camera->name, text, TRUE) || is_text(camera->model, text, TRUE)) return TRUE;
    gsize size = strlen(text);
    if (size >= 4 && serial.data && serial.size > size && is_text((hotshoe_string){serial.data + serial.size - size, size}, text, TRUE))
        return TRUE;
    if (!g_utf8_validate(text, -1, NULL)) return FALSE;
    gchar *wanted = letters_of(text);
    gboolean matches = strlen(wanted) >= 2
        && (has_letters(camera->name, wanted) || has_letters(camera->model, wanted) || has_letters(camera->manufacturer, wanted)
            || has_letters(camera->family.name, wanted));
    g_free(wanted);
    return matches;
}
