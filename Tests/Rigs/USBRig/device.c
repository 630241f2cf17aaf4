// A device in the testbed: its descriptors, its node in /dev, its arrival and removal.
//
// umockdev represents nodes of USB devices as plain files, which poll(2) always reports as ready: libusb would loop while a
// transfer is running. The node is therefore a link to a terminal. While its output is stopped it is not writable; when
// transfers can be reaped it is started; when the device is unplugged it is hung up, and poll returns POLLERR, as for usbfs.
#include "rig.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

enum { DEVICE = 1, CONFIGURATION = 2, STRING = 3, INTERFACE = 4, ENDPOINT = 5 };
enum { GET_DESCRIPTOR = 6, SET_CONFIGURATION = 9 };

static Device *devices[RIG_MAX_DEVICE + 1];
static const int bus = 1;
static int last_number = 1;
static const char *root_hub = "/sys/devices/usb1";

Device *device_find(int wanted_bus, int number) {
    if (wanted_bus != bus || number < 2 || number > RIG_MAX_DEVICE) return NULL;
    return devices[number] && !devices[number]->gone ? devices[number] : NULL;
}

// MARK: - Descriptors

static const uint8_t *configuration(Device *device, int value, size_t *length) {
    const uint8_t *bytes = device->descriptors->data;
    size_t end = device->descriptors->len;
    for (size_t at = bytes[0]; at + 9 <= end && bytes[at] >= 9 && bytes[at + 1] == CONFIGURATION;) {
        size_t total = bytes[at + 2] | bytes[at + 3] << 8;
        if (total < 9 || at + total > end) total = end - at;
        if (value < 0 || bytes[at + 5] == value) return *length = total, bytes + at;
        at += total;
    }
    return NULL;
}

Interface *device_interface(Device *device, int number) {
    for (guint i = 0; i < device->interfaces->len; i++) {
        Interface *interface = &g_array_index(device->interfaces, Interface, i);
        if (interface->number == number) return interface;
    }
    return NULL;
}

Endpoint *device_endpoint(Device *device, int address) {
    for (guint i = 0; i < device->endpoints->len; i++) {
        Endpoint *endpoint = &g_array_index(device->endpoints, Endpoint, i);
        Interface *interface = device_interface(device, endpoint->interface);
        if (endpoint->address == address && interface && endpoint->alternate == interface->current) return endpoint;
    }
    return NULL;
}

// Uses the interfaces and endpoints of a configuration as those of the device. Returns false if the configuration does not
// exist; 0 means none.
static bool device_configure(Device *device, int value) {
    size_t length = 0;
    const uint8_t *bytes = value == 0 ? NULL : configuration(device, value, &length);
    if (!bytes && value != 0) return false;
    g_array_set_size(device->interfaces, 0);
    g_array_set_size(device->endpoints, 0);
    device->configuration = value;
    uint8_t number = 0, alternate = 0;
    for (size_t at = 0; at + 2 <= length && bytes[at] >= 2 && at + bytes[at] <= length; at += bytes[at]) {
        const uint8_t *d = bytes + at;
        if (d[1] == INTERFACE && d[0] >= 9) {
            number = d[2];
            alternate = d[3];
            Interface *known = device_interface(device, number);
            Interface interface = {.number = number, .alternates = 1, .class = {d[5], d[6], d[7]}};
            if (known)
                known->alternates++;
            else
                g_array_append_val(device->interfaces, interface);
        } else if (d[1] == ENDPOINT && d[0] >= 7 && (d[2] & 0x0f)) {
            Endpoint endpoint = {d[2], d[3], d[6], number, alternate, (uint16_t)((d[4] | d[5] << 8) & 0x7ff)};
            g_array_append_val(device->endpoints, endpoint);
        }
    }
    return true;
}

// Reads the descriptors that Linux reads from a new device, and selects its first configuration.
static const char *enumerate(Device *device, char *strings[3]) {
    uint8_t bytes[65535];
    int n = usbip_control(device, 0x80, GET_DESCRIPTOR, DEVICE << 8, 0, bytes, 18);
    if (n != 18 || bytes[0] != 18 || bytes[1] != DEVICE) return "no device descriptor";
    g_byte_array_append(device->descriptors, bytes, 18);
    for (int i = 0; i < device->descriptors->data[17]; i++) {
        n = usbip_control(device, 0x80, GET_DESCRIPTOR, CONFIGURATION << 8 | i, 0, bytes, 9);
        if (n < 9 || bytes[1] != CONFIGURATION) return "no configuration descriptor";
        int total = bytes[2] | bytes[3] << 8;
        n = usbip_control(device, 0x80, GET_DESCRIPTOR, CONFIGURATION << 8 | i, 0, bytes, total);
        if (n < 9) return "a configuration descriptor is cut off";
        g_byte_array_append(device->descriptors, bytes, (guint)n);
    }
    int language = 0x0409;
    if (usbip_control(device, 0x80, GET_DESCRIPTOR, STRING << 8, 0, bytes, 255) >= 4) language = bytes[2] | bytes[3] << 8;
    for (int i = 0; i < 3; i++) {
        int index = device->descriptors->data[14 + i];
        n = index ? usbip_control(device, 0x80, GET_DESCRIPTOR, STRING << 8 | index, language, bytes, 255) : 0;
        if (n < 2 || bytes[1] != STRING) continue;
        if (bytes[0] < n) n = bytes[0];
        gunichar2 units[128];
        memcpy(units, bytes + 2, (size_t)(n - 2)); // little endian, like this machine
        strings[i] = g_utf16_to_utf8(units, (n - 2) / 2, NULL, NULL, NULL);
    }
    size_t length;
    const uint8_t *first = configuration(device, -1, &length);
    if (!first) return "no configuration";
    if (usbip_control(device, 0, SET_CONFIGURATION, first[5], 0, NULL, 0) < 0) return "its configuration cannot be set";
    return device_configure(device, first[5]) ? NULL : "no configuration";
}

// MARK: - Node

static char *in_testbed(const char *path) {
    g_autofree char *root = umockdev_testbed_get_root_dir(testbed);
    return g_build_filename(root, path, NULL);
}

static void make_node(Device *device, const char *target) {
    g_autofree char *path = in_testbed(device->node), *folder = g_path_get_dirname(path), *new = g_strconcat(path, ".new", NULL);
    g_mkdir_with_parents(folder, 0755);
    g_unlink(new);
    if (symlink(target, new) < 0 || rename(new, path) < 0) g_error("cannot make %s: %s", path, g_strerror(errno));
}

static void open_terminal(Device *device) {
    char name[64] = "";
    device->master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (device->master < 0 || grantpt(device->master) < 0 || unlockpt(device->master) < 0 || ptsname_r(device->master, name, sizeof name) != 0)
        g_error("no terminal for a device: %s", g_strerror(errno));
    device->slave = ioctl(device->master, TIOCGPTPEER, O_RDWR | O_NOCTTY | O_CLOEXEC); // not open(), because umockdev would count it
    struct termios raw;
    tcgetattr(device->slave, &raw);
    cfmakeraw(&raw);
    tcsetattr(device->slave, TCSANOW, &raw);
    tcflow(device->slave, TCOOFF);
}

void device_ready(Device *device, bool ready) {
    if (device->ready == ready || device->gone) return;
    device->ready = ready;
    tcflow(device->slave, ready ? TCOON : TCOOFF);
}

// Applies to root too: even root cannot write a read-only file in sysfs.
bool device_deny(Device *device, bool deny) {
    char name[64] = "/sys/kernel/notes";
    if (!deny && ptsname_r(device->master, name, sizeof name) != 0) return false;
    make_node(device, name);
    return true;
}

// MARK: - sysfs

static const char *speed_name(int speed) {
    static const char *names[] = {"unknown", "1.5", "12", "480", "480", "5000", "10000"};
    return names[speed >= 0 && speed <= 6 ? speed : 0];
}

static char *text(const char *format, ...) G_GNUC_PRINTF(1, 2);
static void add(GPtrArray *pairs, const char *key, char *value) { // takes ownership of the value; NULL: no pair
    if (!value) return;
    g_ptr_array_add(pairs, g_strdup(key));
    g_ptr_array_add(pairs, value);
}
static char *text(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *result = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    return result;
}

static void end_pairs(GPtrArray *pairs) { g_ptr_array_add(pairs, NULL); }

static GPtrArray *new_pairs(void) { return g_ptr_array_new_with_free_func(g_free); }

static GPtrArray *device_attributes(Device *device, char *const strings[3]) {
    const uint8_t *d = device->descriptors->data;
    GPtrArray *attributes = new_pairs();
    add(attributes, "busnum", text("%d\n", device->bus));
    add(attributes, "devnum", text("%d\n", device->number));
    add(attributes, "devpath", text("%d\n", device->port));
    add(attributes, "dev", text("189:%d\n", device->number - 1));
    add(attributes, "speed", text("%s\n", speed_name(device->speed)));
    add(attributes, "version", text("%2x.%02x\n", d[3], d[2]));
    add(attributes, "bcdDevice", text("%02x%02x\n", d[13], d[12]));
    add(attributes, "idVendor", text("%02x%02x\n", d[9], d[8]));
    add(attributes, "idProduct", text("%02x%02x\n", d[11], d[10]));
    add(attributes, "bDeviceClass", text("%02x\n", d[4]));
    add(attributes, "bDeviceSubClass", text("%02x\n", d[5]));
    add(attributes, "bDeviceProtocol", text("%02x\n", d[6]));
    add(attributes, "bMaxPacketSize0", text("%d\n", d[7]));
    add(attributes, "bNumConfigurations", text("%d\n", d[17]));
    add(attributes, "bNumInterfaces", text("%2u\n", device->interfaces->len));
    add(attributes, "bConfigurationValue", device->configuration ? text("%d\n", device->configuration) : text("\n"));
    add(attributes, "manufacturer", strings[0] ? text("%s\n", strings[0]) : NULL);
    add(attributes, "product", strings[1] ? text("%s\n", strings[1]) : NULL);
    add(attributes, "serial", strings[2] ? text("%s\n", strings[2]) : NULL);
    end_pairs(attributes);
    return attributes;
}

static GPtrArray *device_properties(Device *device) {
    const uint8_t *d = device->descriptors->data;
    GPtrArray *properties = new_pairs();
    add(properties, "SUBSYSTEM", text("usb"));
    add(properties, "DEVTYPE", text("usb_device"));
    add(properties, "DRIVER", text("usb"));
    add(properties, "DEVNAME", text("%s", device->node + strlen("/dev/")));
    add(properties, "MAJOR", text("189"));
    add(properties, "MINOR", text("%d", device->number - 1));
    add(properties, "BUSNUM", text("%03d", device->bus));
    add(properties, "DEVNUM", text("%03d", device->number));
    add(properties, "PRODUCT", text("%x/%x/%x", d[9] << 8 | d[8], d[11] << 8 | d[10], d[13] << 8 | d[12]));
    add(properties, "TYPE", text("%d/%d/%d", d[4], d[5], d[6]));
    end_pairs(properties);
    return properties;
}

static void publish(Device *device, char *const strings[3]) {
    g_autoptr(GPtrArray) attributes = device_attributes(device, strings), properties = device_properties(device);
    sysfs_add(device->syspath, (char **)attributes->pdata, (char **)properties->pdata, device->descriptors->data, device->descriptors->len);
}

// Its interfaces are separate devices.
static void each_interface(Device *device, bool publish) {
    for (guint i = 0; i < device->interfaces->len; i++) {
        Interface *interface = &g_array_index(device->interfaces, Interface, i);
        g_autoptr(GPtrArray) attributes = new_pairs(), properties = new_pairs();
        add(attributes, "bInterfaceNumber", text("%02x\n", interface->number));
        add(attributes, "bAlternateSetting", text("%2d\n", interface->current));
        add(attributes, "bInterfaceClass", text("%02x\n", interface->class[0]));
        add(attributes, "bInterfaceSubClass", text("%02x\n", interface->class[1]));
        add(attributes, "bInterfaceProtocol", text("%02x\n", interface->class[2]));
        end_pairs(attributes);
        add(properties, "SUBSYSTEM", text("usb"));
        add(properties, "DEVTYPE", text("usb_interface"));
        add(properties, "INTERFACE", text("%d/%d/%d", interface->class[0], interface->class[1], interface->class[2]));
        end_pairs(properties);
        g_autofree char *path = text("%s/%d-%d:%d.%d", device->syspath, bus, device->port, device->configuration, interface->number);
        if (publish)
            sysfs_add(path, (char **)attributes->pdata, (char **)properties->pdata, NULL, 0);
        else
            sysfs_remove(path, (char **)properties->pdata);
    }
}

// Selects another configuration, with other interfaces.
bool device_reconfigure(Device *device, int value) {
    size_t length;
    if (value != 0 && !configuration(device, value, &length)) return false;
    g_autofree char *line = value ? text("%d\n", value) : text("\n");
    each_interface(device, false);
    device_configure(device, value);
    sysfs_set(device->syspath, "bConfigurationValue", line, strlen(line));
    each_interface(device, true);
    return true;
}

// MARK: - Arrival and removal

static Device *new_device(void) {
    Device *device = g_new0(Device, 1);
    device->bus = bus;
    device->socket = device->master = device->slave = -1;
    device->descriptors = g_byte_array_new();
    device->outgoing = g_byte_array_new();
    device->endpoints = g_array_new(FALSE, TRUE, sizeof(Endpoint));
    device->interfaces = g_array_new(FALSE, TRUE, sizeof(Interface));
    device->files = g_ptr_array_new();
    device->pending = g_hash_table_new(NULL, NULL);
    device->unlinks = g_hash_table_new(NULL, NULL);
    return device;
}

// A device that was unplugged is kept until its address is needed again, for clients that still have it open.
static void forget(Device *device) {
    g_autofree char *listener = g_strconcat("ioctl", device->node, NULL), *path = in_testbed(listener);
    umockdev_testbed_detach_ioctl(testbed, device->node, NULL);
    g_unlink(path);
    devices[device->number] = NULL;
    // Not freed, because files of it may still be open. A rig exists for minutes only.
}

static bool choose_address(Device *device) {
    bool taken[RIG_MAX_DEVICE + 1] = {false};
    for (int i = 2; i <= RIG_MAX_DEVICE; i++)
        if (devices[i] && !devices[i]->gone) taken[devices[i]->port] = true;
    for (device->port = 1; device->port <= RIG_MAX_DEVICE && taken[device->port];) device->port++;
    for (int i = 0; i < RIG_MAX_DEVICE - 1; i++) {
        last_number = last_number >= RIG_MAX_DEVICE ? 2 : last_number + 1;
        if (devices[last_number] && !devices[last_number]->gone) continue;
        if (devices[last_number]) forget(devices[last_number]);
        device->number = last_number;
        devices[last_number] = device;
        return true;
    }
    return false;
}

static Device *plug(Device *device, char *const strings[3], GError **error) {
    g_rec_mutex_lock(&rig_lock);
    if (!choose_address(device)) {
        g_rec_mutex_unlock(&rig_lock);
        return g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, "the bus is full"), NULL;
    }
    device->syspath = text("%s/%d-%d", root_hub, bus, device->port);
    device->node = text("/dev/bus/usb/%03d/%03d", bus, device->number);
    device->label = text("%d-%d, %03d:%03d", bus, device->port, bus, device->number);
    open_terminal(device);
    device_deny(device, false);
    device->handler = umockdev_ioctl_base_new();
    g_signal_connect(device->handler, "handle-ioctl", G_CALLBACK(usbfs_ioctl), device);
    g_signal_connect(device->handler, "client-connected", G_CALLBACK(usbfs_opened), device);
    umockdev_testbed_attach_ioctl(testbed, device->node, device->handler, NULL);
    if (!device->stalls) usbip_start(device);
    publish(device, strings);
    each_interface(device, true);
    g_rec_mutex_unlock(&rig_lock);
    return device;
}

Device *device_attach(const char *host, int port, const char *busid, GError **error) {
    Device *device = new_device();
    char *strings[3] = {NULL};
    const char *wrong = NULL;
    if (usbip_connect(host, port, busid, device, error) == 0 && !(wrong = enumerate(device, strings)))
        device = plug(device, strings, error);
    else if (wrong)
        g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s: %s", busid, wrong);
    for (int i = 0; i < 3; i++) g_free(strings[i]);
    if (!*error) return device;
    if (device && device->socket >= 0) close(device->socket);
    return NULL;
}

Device *device_attach_raw(const uint8_t *bytes, size_t length, int speed, GError **error) {
    Device *device = new_device();
    if (length < 18) return g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, "a device descriptor has 18 bytes"), NULL;
    g_byte_array_append(device->descriptors, bytes, (guint)length);
    device->speed = speed;
    device->stalls = true;
    size_t unused;
    const uint8_t *first = bytes[0] < length ? configuration(device, -1, &unused) : NULL;
    if (first) device_configure(device, first[5]);
    return plug(device, (char *[3]){NULL, NULL, NULL}, error);
}

void device_detach(Device *device) {
    if (device->gone) return;
    device->ready = true; // device_ready has no further effect
    device->gone = true;
    usbip_close(device);
    usbfs_unplugged(device);
    close(device->slave);
    close(device->master);
    each_interface(device, false);
    g_autoptr(GPtrArray) properties = device_properties(device);
    sysfs_remove(device->syspath, (char **)properties->pdata);
}

// The bus has a root hub, as every bus: 001:001, which no client opens.
void device_bus_start(void) {
    static const uint8_t descriptors[] = {18, 1, 0, 2, 9, 0, 1, 64, 0x6b, 0x1d, 2, 0, 0, 6, 0, 0, 0, 1, 9, 2, 25, 0, 1, 1, 0, 0xe0, 0,
                                          9, 4, 0, 0, 1, 9, 0, 0, 0, 7, 5, 0x81, 3, 4, 0, 12};
    Device *hub = new_device();
    hub->number = 1;
    hub->speed = 3;
    hub->node = text("/dev/bus/usb/%03d/001", bus);
    g_byte_array_append(hub->descriptors, descriptors, sizeof descriptors);
    device_configure(hub, 1);
    make_node(hub, "/dev/null");
    hub->syspath = text("%s", root_hub);
    publish(hub, (char *[3]){NULL, "root hub", NULL});
}
