#include "selector.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static bool has_prefix(const char *text, const char *prefix) { return strncmp(text, prefix, strlen(prefix)) == 0; }

/** Parses decimal digits of a number from 1 to `most`; returns 0 for anything else. */
static int64_t parse_number(const char *text, size_t size, int64_t most) {
    int64_t number = 0;
    if (size == 0 || size > 5) return 0;
    for (size_t i = 0; i < size; i++) {
        if (!isdigit((unsigned char)text[i])) return 0;
        number = number * 10 + (text[i] - '0');
    }
    return number <= most ? number : 0;
}

/** Parses `BUS,DEVICE` or `BUS-DEVICE`. */
static bool parse_usb(const char *text, hotshoe_camera_address *address) {
    size_t bus = strcspn(text, ",-");
    if (!text[bus]) return false;
    const char *after = text + bus + 1;
    *address = hotshoe_camera_address_make_usb(parse_number(text, bus, 255), parse_number(after, strlen(after), 255));
    return address->as.usb.bus != 0 && address->as.usb.device != 0;
}

/**
 * Parses `HOST`, `HOST:PORT`, `HOST:PORT:PORT`, `[IPV6]`, `[IPV6]:PORT` or `IPV6`; the host borrows `text`. libgphoto2's second port is
 * that of the event connection, which HotShoe opens at the first one, as the standard requires.
 */
static bool parse_host(const char *text, hotshoe_string *host, hotshoe_optional_uint16 *port) {
    const char *after = NULL, *colon = strchr(text, ':');
    *host = hotshoe_text(text);
    *port = (hotshoe_optional_uint16){0};
    if (*text == '[') {
        const char *bracket = strchr(text, ']');
        if (!bracket || (bracket[1] != '\0' && bracket[1] != ':')) return false;
        *host = (hotshoe_string){text + 1, (size_t)(bracket - text - 1)};
        if (bracket[1]) after = bracket + 2;
    } else if (colon) {
        const char *second = strchr(colon + 1, ':'), *third = second ? strchr(second + 1, ':') : NULL;
        bool is_ipv6 = third || (second && (second == colon + 1 || strspn(text, "0123456789abcdefABCDEF:") == strlen(text)));
        if (second && !third && parse_number(colon + 1, (size_t)(second - colon - 1), 65535) != 0 && memchr(text, '.', (size_t)(colon - text)))
            is_ipv6 = false;
        if (!is_ipv6) {
            host->size = (size_t)(colon - text);
            after = colon + 1;
        }
    }
    for (size_t i = 0; i < host->size; i++)
        if ((unsigned char)host->data[i] <= ' ' || host->data[i] == '/' || host->data[i] == 0x7F) return false;
    if (after) {
        size_t size = strcspn(after, ":");
        port->value = (uint16_t)parse_number(after, size, 65535);
        port->has_value = true;
        if (port->value == 0) return false;
        if (after[size] && parse_number(after + size + 1, strlen(after + size + 1), 65535) != port->value) return false;
    }
    return host->size > 0 && host->size <= 255;
}

static const char *parse_network(HsSelector *self, const char *text) {
    hotshoe_string host;
    hotshoe_optional_uint16 port;
    if (!parse_host(text, &host, &port)) return "ptpip:HOST or ptpip:HOST:PORT";
    self->kind = HS_SELECTOR_ADDRESS;
    self->address = hotshoe_camera_address_make_network(host, port);
    return NULL;
}

/** Parses the selector of a camera as the command `hotshoe` does. */
static const char *parse_any(HsSelector *self, const char *text) {
    hotshoe_string host;
    hotshoe_optional_uint16 port;
    self->kind = HS_SELECTOR_ADDRESS;
    if (strcmp(text, "sim") == 0 || has_prefix(text, "sim:")) {
        self->kind = HS_SELECTOR_SIMULATED;
        memmove(self->text, text[3] ? text + 4 : "", strlen(text[3] ? text + 4 : "") + 1);
        return NULL;
    }
    if (has_prefix(text, "http:") || has_prefix(text, "https:")) {
        const char *colon = strchr(text, ':');
        self->address = hotshoe_camera_address_make_provider(hotshoe_text(colon - text == 4 ? "http" : "https"), hotshoe_text(colon + 1));
        return has_prefix(colon, "://") ? NULL : "http://HOST:PORT or https://HOST:PORT";
    }
    if (has_prefix(text, "fujifilm:")) {
        self->address = hotshoe_camera_address_make_provider(hotshoe_text("fujifilm"), hotshoe_text(text + 9));
        return parse_host(text + 9, &host, &port) ? NULL : "fujifilm:HOST or fujifilm:HOST:PORT";
    }
    if (has_prefix(text, "usb:")) return parse_usb(text + 4, &self->address) ? NULL : "usb:BUS-DEVICE";
    if (has_prefix(text, "ptpip:")) return parse_network(self, text + 6);
    self->kind = *text ? HS_SELECTOR_NAMED : HS_SELECTOR_ANY;
    return NULL;
}

const char *hs_selector_parse(HsSelector *self, const char *model, const char *path) {
    memset(self, 0, sizeof *self);
    const char *colon = strchr(path, ':');
    if (!colon || strlen(colon + 1) >= sizeof self->text) return "TYPE:NAME with at most 511 characters";
    strcpy(self->text, colon + 1);
    if (strcmp(model, HS_MODEL_SIMULATED) == 0) {
        self->kind = HS_SELECTOR_SIMULATED;
        if (strcmp(self->text, "sim") == 0) *self->text = '\0';
        if (has_prefix(self->text, "sim:")) memmove(self->text, self->text + 4, strlen(self->text + 4) + 1);
        return NULL;
    }
    if (strcmp(model, HS_MODEL_USB) == 0) {
        self->kind = *self->text ? HS_SELECTOR_ADDRESS : HS_SELECTOR_USB;
        return !*self->text || parse_usb(self->text, &self->address) ? NULL : "usb: or usb:BUS,DEVICE";
    }
    if (strcmp(model, HS_MODEL_NETWORK) == 0 || strcmp(model, HS_MODEL_FOUND) == 0) return parse_network(self, self->text);
    return parse_any(self, self->text);
}

/* ---- Matching ---------------------------------------------------------------------------------------------------- */

static bool is_text(hotshoe_string string, const char *text) {
    return string.data && string.size == strlen(text) && strncasecmp(string.data, text, string.size) == 0;
}

static bool contains(hotshoe_string string, const char *text) {
    size_t size = strlen(text);
    for (size_t i = 0; string.data && i + size <= string.size; i++)
        if (strncasecmp(string.data + i, text, size) == 0) return true;
    return false;
}

bool hs_selector_matches(const HsSelector *self, const hotshoe_camera_description *camera) {
    if (camera->kind != HOTSHOE_CAMERA_KIND_CAMERA) return false;
    if (self->kind == HS_SELECTOR_USB) return camera->transport == HOTSHOE_CAMERA_TRANSPORT_USB;
    if (self->kind == HS_SELECTOR_ANY || *self->text == '\0') return true;
    if (is_text(camera->serial_number, self->text) || is_text(camera->identifier.text, self->text)) return true;
    return self->kind == HS_SELECTOR_NAMED && (contains(camera->name, self->text) || contains(camera->model, self->text));
}
