// Declarations shared by the parts of usb-rig. docs/usb-rigs.md describes its purpose.
//
// Two threads, one lock: the main thread reads from USB/IP servers and from the control socket, umockdev's thread calls the
// ioctl handlers. `rig_lock` guards everything that is declared here; functions require it unless their comment is
// "without the lock".
#ifndef RIG_H
#define RIG_H

#include <errno.h>
#include <linux/usbdevice_fs.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <umockdev.h>

enum { RIG_MEMORY = 16 << 20, RIG_MAX_DEVICE = 127 }; // the same as Linux: usbfs_memory_mb, and the addresses of a bus

typedef struct Device Device;
typedef struct File File;
typedef struct Transfer Transfer;

typedef struct {
    uint8_t address, attributes, interval, interface, alternate;
    uint16_t packet;
} Endpoint;

typedef struct {
    uint8_t number, alternates, current; // number of alternate settings; the selected one
    uint8_t class[3];
    File *owner; // the file that claimed it, or NULL
} Interface;

// One USBIP_CMD_SUBMIT, from an URB, from a blocking ioctl, or from the rig itself.
struct Transfer {
    Device *device;
    File *file;   // NULL: a transfer of the rig
    uint32_t seqnum;
    uint8_t endpoint, setup[8];
    uint32_t flags; // those of Linux's struct urb, without the direction
    int interval;
    uint8_t *data;
    int length, actual, status;
    int unlinked;   // not 0: the status with which it ends, after a request to end it
    bool completed;
    guint timeout;
    UMockdevIoctlData *urb; // the client's struct usbdevfs_urb, or NULL
    gpointer context;
    void (*done)(Transfer *); // called once when it has ended; then owns the transfer
};

// One open file of one client.
struct File {
    Device *device;
    UMockdevIoctlClient *client; // not retained: the file ends with it
    GQueue completed;            // transfers to be reaped
    bool reaping;                // in USBDEVFS_REAPURB
};

struct Device {
    int bus, number, port, speed; // speed: USB_SPEED_*
    char *syspath, *node, *label;
    GByteArray *descriptors; // that of the device, followed by those of its configurations
    int configuration;
    GArray *endpoints;  // of the selected configuration, all alternate settings
    GArray *interfaces; // of the selected configuration
    GPtrArray *files;
    GHashTable *pending, *unlinks; // sequence number to Transfer; an unlink's to its transfer's
    UMockdevIoctlBase *handler;
    int master, slave; // the terminal behind the node; see device.c
    bool ready, gone, stalls; // stalls: there is no server, every request stalls
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
void usbip_unlink(Transfer *, int status); // it ends later, with this status
void usbip_close(Device *);
void transfer_complete(Transfer *, int status);
void transfer_free(Transfer *);

// usbfs.c
gboolean usbfs_ioctl(UMockdevIoctlBase *, UMockdevIoctlClient *, gpointer device);
void usbfs_opened(UMockdevIoctlBase *, UMockdevIoctlClient *, gpointer device);
void usbfs_unplugged(Device *);

// sysfs.c: pairs of names and values, terminated by NULL. "DEVNAME" among the properties is the node, without "/dev/".
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
void device_ready(Device *, bool ready); // poll(2) reports the node as writable
bool device_reconfigure(Device *, int value); // false: the configuration does not exist
Interface *device_interface(Device *, int number);
Endpoint *device_endpoint(Device *, int address); // of the selected alternate settings
void device_bus_start(void);

#endif
