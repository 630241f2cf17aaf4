// What the parts of usb-rig know of each other. docs/usb-rigs.md says what it is for.
//
// Two threads, one lock: the main thread reads from USB/IP servers and from the control socket, umockdev's thread brings
// the ioctls. `rig_lock` guards everything that is declared here; a function is called with it held unless it says otherwise.
#ifndef RIG_H
#define RIG_H

#include <errno.h>
#include <linux/usbdevice_fs.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <umockdev.h>

enum { RIG_MEMORY = 16 << 20, RIG_MAX_DEVICE = 127 }; // as Linux: usbfs_memory_mb, and the addresses of a bus

typedef struct Device Device;
typedef struct File File;
typedef struct Transfer Transfer;

typedef struct {
    uint8_t address, attributes, interval, interface, alternate;
    uint16_t packet;
} Endpoint;

typedef struct {
    uint8_t number, alternates, current; // how many alternate settings there are; the one that is selected
    uint8_t class[3];
    File *owner; // who claimed it, or NULL
} Interface;

// One USBIP_CMD_SUBMIT, from an URB, from a blocking ioctl, or from the rig itself.
struct Transfer {
    Device *device;
    File *file;   // NULL: the rig's own
    uint32_t seqnum;
    uint8_t endpoint, setup[8];
    uint32_t flags; // those of Linux's struct urb, without the direction
    int interval;
    uint8_t *data;
    int length, actual, status;
    int unlinked;   // not 0: the status it ends with, because somebody asked to end it
    bool completed;
    guint timeout;
    UMockdevIoctlData *urb; // the client's struct usbdevfs_urb, or NULL
    gpointer context;
    void (*done)(Transfer *); // once, when it has ended; owns the transfer from then on
};

// One open file of one client.
struct File {
    Device *device;
    UMockdevIoctlClient *client; // not retained: its end is the file's end
    GQueue completed;            // transfers to be reaped
    bool reaping;                // in USBDEVFS_REAPURB
};

struct Device {
    int bus, number, port, speed; // speed: USB_SPEED_*
    char *syspath, *node, *label;
    GByteArray *descriptors; // that of the device, then those of its configurations
    int configuration;
    GArray *endpoints;  // of the selected configuration, all alternate settings
    GArray *interfaces; // of the selected configuration
    GPtrArray *files;
    GHashTable *pending, *unlinks; // sequence number to Transfer; that of an unlink to that of its transfer
    UMockdevIoctlBase *handler;
    int master, slave; // the terminal behind the node; see device.c
    bool ready, gone, stalls; // stalls: there is no server, everything stalls
    // The connection, in usbip.c.
    int socket;
    uint32_t devid, seqnum;
    guint reading, writing; // GSource tags
    GByteArray *outgoing;
    uint8_t header[48];
    size_t header_filled;
    Transfer *receiving;
    int received;
};

extern GRecMutex rig_lock;
extern UMockdevTestbed *testbed;

// usbip.c
int usbip_connect(const char *host, int port, const char *busid, Device *, GError **); // blocks; without the lock
int usbip_control(Device *, uint8_t type, uint8_t request, int value, int index, uint8_t *data, int length); // the same
void usbip_start(Device *);
void usbip_submit(Transfer *);
void usbip_unlink(Transfer *, int status); // it ends with this status, later
void usbip_close(Device *);
void transfer_complete(Transfer *, int status);
void transfer_free(Transfer *);

// usbfs.c
gboolean usbfs_ioctl(UMockdevIoctlBase *, UMockdevIoctlClient *, gpointer device);
void usbfs_opened(UMockdevIoctlBase *, UMockdevIoctlClient *, gpointer device);
void usbfs_unplugged(Device *);

// sysfs.c: pairs of names and values, ended by NULL. "DEVNAME" among the properties is the node, without "/dev/".
void sysfs_start(void);
void sysfs_add(const char *syspath, char *const *attributes, char *const *properties, const void *descriptors, size_t length);
void sysfs_set(const char *syspath, const char *attribute, const void *data, size_t length);
void sysfs_remove(const char *syspath, char *const *properties);

// device.c
Device *device_attach(const char *host, int port, const char *busid, GError **);     // blocks; without the lock
Device *device_attach_raw(const uint8_t *bytes, size_t length, int speed, GError **); // without the lock
Device *device_find(int bus, int number);
void device_detach(Device *);
bool device_deny(Device *, bool deny);
void device_ready(Device *, bool ready); // poll(2) on the node finds it writable
bool device_reconfigure(Device *, int value); // no: there is no such configuration
Interface *device_interface(Device *, int number);
Endpoint *device_endpoint(Device *, int address); // of the selected alternate settings
void device_bus_start(void);

#endif
