/* A library of ports: what libgphoto2_port calls by name. Its header is not installed, therefore the interface is declared here. */
#include "ports.h"

#include "host.h"
#include "selector.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))
#define PREFIX "hotshoe:"

/** The functions of a port in the order of libgphoto2_port 0.12; those that no port of this library has are not named. */
struct operations {
    int (*init)(GPPort *port);
    int (*exit)(GPPort *port);
    int (*open)(GPPort *port);
    int (*close)(GPPort *port);
    int (*read)(GPPort *port, char *bytes, int size);
    void (*check_int)(void);
    int (*write)(GPPort *port, const char *bytes, int size);
    int (*update)(GPPort *port);
    void (*serial[4])(void);
    int (*find_device)(GPPort *port, int vendor, int product);
    int (*find_device_by_class)(GPPort *port, int class, int subclass, int protocol);
    void (*usb[9])(void);
    void (*reserved[8])(void);
};

EXPORT GPPortType gp_port_library_type(void);
EXPORT int gp_port_library_list(GPPortInfoList *list);
EXPORT struct operations *gp_port_library_operations(void);

EXPORT GPPortType gp_port_library_type(void) { return HS_PORT_TYPE; }

static int add(const HsPortsHost *gp, GPPortInfoList *list, const char *selector, size_t size) {
    GPPortInfo info;
    char path[sizeof PREFIX + 512], name[sizeof path + 16];
    if (size > 511) return GP_ERROR_BAD_PARAMETERS;
    snprintf(path, sizeof path, PREFIX "%.*s", (int)size, selector);
    snprintf(name, sizeof name, "HotShoe (%.*s)", (int)size, selector);
    int result = gp->port_info_new(&info);
    if (result == GP_OK) result = gp->port_info_set_type(info, HS_PORT_TYPE);
    if (result == GP_OK) result = gp->port_info_set_name(info, name);
    if (result == GP_OK) result = gp->port_info_set_path(info, path);
    if (result == GP_OK) result = gp->port_info_list_append(list, info);
    return result < GP_OK ? result : GP_OK;
}

EXPORT int gp_port_library_list(GPPortInfoList *list) {
    const char *selectors = getenv("HOTSHOE_GPHOTO2_CAMERAS");
    HsPortsHost gp;
    int result = GP_OK;
    /* Without the variable there are no ports, and libgphoto2 uses its own library for this type. */
    if (!selectors || !*selectors) return GP_OK;
    if (!hs_ports_host_bind(&gp, __builtin_return_address(0))) return GP_ERROR_LIBRARY;
    for (const char *each = selectors; *each && result == GP_OK;) {
        size_t size = strcspn(each, ", ");
        if (size) result = add(&gp, list, each, size);
        each += size + strspn(each + size, ", ");
    }
    return result;
}

static int succeed(GPPort *port) {
    (void)port;
    return GP_OK;
}

static int refuse_read(GPPort *port, char *bytes, int size) {
    (void)port, (void)bytes, (void)size;
    return GP_ERROR_NOT_SUPPORTED;
}

static int refuse_write(GPPort *port, const char *bytes, int size) {
    (void)port, (void)bytes, (void)size;
    return GP_ERROR_NOT_SUPPORTED;
}

static int find_no_device(GPPort *port, int vendor, int product) {
    (void)port, (void)vendor, (void)product;
    return GP_ERROR_IO_USB_FIND;
}

static int find_device_by_class(GPPort *port, int class, int subclass, int protocol) {
    const char *selector = port->settings.usbscsi.path;
    bool is_simulated = strcmp(selector, "sim") == 0 || strncmp(selector, "sim:", 4) == 0;
    (void)protocol;
    return class == HS_PORT_CLASS && subclass == (is_simulated ? HS_PORT_SUBCLASS_SIMULATED : HS_PORT_SUBCLASS_ANY) ? GP_OK
                                                                                                                    : GP_ERROR_IO_USB_FIND;
}

EXPORT struct operations *gp_port_library_operations(void) {
    struct operations *result = calloc(1, sizeof *result); /* freed by libgphoto2_port */
    if (!result) return NULL;
    result->init = result->exit = result->open = result->close = result->update = succeed;
    result->read = refuse_read;
    result->write = refuse_write;
    result->find_device = find_no_device;
    result->find_device_by_class = find_device_by_class;
    return result;
}
