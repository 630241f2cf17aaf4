// Answers the ioctls of usbfs like Linux (drivers/usb/core/devio.c): which calls are rejected, with which error, and the status
// of transfers.
#include "rig.h"

#include <stddef.h>
#include <string.h>

enum { ENDPOINT_CONTROL = 0, ENDPOINT_ISOCHRONOUS = 1, ENDPOINT_BULK = 2, ENDPOINT_INTERRUPT = 3 };
enum { SET_CONFIGURATION = 9, SET_INTERFACE = 11, CLEAR_FEATURE = 1 };
static int memory; // of all transfers that are not reaped

static const uint32_t capabilities = USBDEVFS_CAP_ZERO_PACKET | USBDEVFS_CAP_NO_PACKET_SIZE_LIM | USBDEVFS_CAP_BULK_SCATTER_GATHER |
                                     USBDEVFS_CAP_REAP_AFTER_DISCONNECT | USBDEVFS_CAP_CONNINFO_EX; // those of an xHCI, without mmap

// MARK: - Answers

// Completes an ioctl, on any thread. Until then usbfs_ioctl's reference keeps the client alive: umockdev holds none.
static gboolean answer(UMockdevIoctlClient *client, long result) {
    umockdev_ioctl_client_complete(client, result < 0 ? -1 : result, result < 0 ? (int)-result : 0);
    g_object_unref(client);
    return TRUE;
}

// The memory of the ioctl's argument. NULL: the client cannot be read.
static UMockdevIoctlData *argument(UMockdevIoctlClient *client, size_t length) {
    return umockdev_ioctl_data_resolve(umockdev_ioctl_client_get_arg(client), 0, length, NULL);
}

static File *file_of(UMockdevIoctlClient *client) { return g_object_get_data(G_OBJECT(client), "file"); }

// MARK: - Claims

static int claim(File *file, unsigned number) {
    Interface *interface = device_interface(file->device, (int)number);
    if (!interface) return number >= 64 ? -EINVAL : -ENOENT;
    if (interface->owner && interface->owner != file) return -EBUSY;
    interface->owner = file;
    return 0;
}

static void end_transfers(File *file, Interface *interface, int status) {
    GHashTableIter iterator;
    gpointer value;
    g_autoptr(GPtrArray) ending = g_ptr_array_new();
    g_hash_table_iter_init(&iterator, file->device->pending);
    while (g_hash_table_iter_next(&iterator, NULL, &value)) {
        Transfer *transfer = value;
        Endpoint *endpoint = device_endpoint(file->device, transfer->endpoint);
        if (transfer->file == file && (!interface || (endpoint && endpoint->interface == interface->number))) g_ptr_array_add(ending, transfer);
    }
    for (guint i = 0; i < ending->len; i++) usbip_unlink(ending->pdata[i], status);
}

static int release(File *file, unsigned number) {
    Interface *interface = device_interface(file->device, (int)number);
    if (!interface) return number >= 64 ? -EINVAL : -ENOENT;
    if (interface->owner != file) return -EINVAL;
    interface->owner = NULL;
    end_transfers(file, interface, -ESHUTDOWN);
    return 0;
}

// An interface that is used without a claim is claimed, as by Linux with a warning.
static int check_interface(File *file, int number) { return claim(file, (unsigned)number); }

static int check_recipient(File *file, uint8_t type, int index) {
    if ((type & 0x60) == 0x40) return 0; // vendor-specific
    index &= 0xff;
    if ((type & 0x1f) == 1) return check_interface(file, index);
    if ((type & 0x1f) != 2 || !(index & 0x7f)) return 0;
    Endpoint *endpoint = device_endpoint(file->device, index);
    if (!endpoint) endpoint = device_endpoint(file->device, index ^ 0x80);
    return endpoint ? check_interface(file, endpoint->interface) : -ENOENT;
}

// MARK: - Transfers from URBs

// poll(2) reports the node as ready while any client has a transfer to reap.
static void update_ready(Device *device) {
    bool ready = false;
    for (guint i = 0; i < device->files->len; i++) ready |= ((File *)device->files->pdata[i])->completed.length > 0;
    device_ready(device, ready);
}

static bool reap(File *file, UMockdevIoctlClient *client) {
    Transfer *transfer = g_queue_pop_head(&file->completed);
    if (!transfer) return false;
    UMockdevIoctlData *result = argument(client, sizeof(void *));
    struct usbdevfs_urb *urb = (struct usbdevfs_urb *)transfer->urb->data;
    bool control = urb->type == USBDEVFS_URB_TYPE_CONTROL;
    if ((transfer->endpoint & 0x80) && transfer->actual > 0) {
        // For a control transfer, the first eight bytes were fetched, too.
        size_t length = (size_t)(control ? urb->buffer_length : transfer->actual);
        UMockdevIoctlData *buffer = umockdev_ioctl_data_resolve(transfer->urb, offsetof(struct usbdevfs_urb, buffer), length, NULL);
        if (buffer) memcpy(buffer->data + (control ? 8 : 0), transfer->data, (size_t)transfer->actual);
        if (buffer) g_object_unref(buffer);
    }
    urb->status = transfer->status;
    urb->actual_length = transfer->actual;
    urb->error_count = 0;
    if (result) umockdev_ioctl_data_set_ptr(result, 0, transfer->urb);
    if (result) g_object_unref(result);
    memory -= transfer->length;
    transfer_free(transfer);
    answer(client, 0);
    return true;
}

static void discard_done(File *file) { // a blocking DISCARDURB or REAPURB may continue
    if (!file->reaping || !file->completed.length) return;
    file->reaping = false;
    reap(file, file->client);
}

static void urb_done(Transfer *transfer) {
    File *file = transfer->file;
    if (transfer->context) answer(transfer->context, 0); // completes the DISCARDURB
    if (!file) { // the file was closed
        memory -= transfer->length;
        transfer_free(transfer);
        return;
    }
    g_queue_push_tail(&file->completed, transfer);
    discard_done(file);
    update_ready(transfer->device);
}

static int interval_of(Device *device, Endpoint *endpoint) {
    if (device->speed < 3 || !endpoint->interval) return endpoint->interval;
    return 1 << (MIN(endpoint->interval, 16) - 1);
}

// Fills a transfer from an URB; returns an error for an URB that Linux would not submit.
static int prepare(File *file, Transfer *transfer, const struct usbdevfs_urb *urb) {
    const uint32_t known = USBDEVFS_URB_SHORT_NOT_OK | USBDEVFS_URB_BULK_CONTINUATION | USBDEVFS_URB_NO_FSBR | USBDEVFS_URB_ZERO_PACKET |
                           USBDEVFS_URB_NO_INTERRUPT;
    if (urb->flags & ~known || urb->buffer_length < 0 || (urb->buffer_length > 0 && !urb->buffer)) return -EINVAL;
    transfer->length = urb->buffer_length;
    transfer->endpoint = urb->endpoint;
    if (urb->type == USBDEVFS_URB_TYPE_CONTROL) {
        if (urb->endpoint & 0x0f) return device_endpoint(file->device, urb->endpoint) ? -EINVAL : -ENOENT;
        return urb->buffer_length < 8 ? -EINVAL : 0;
    }
    Endpoint *endpoint = device_endpoint(file->device, urb->endpoint);
    if (!(urb->endpoint & 0x0f)) return -EINVAL;
    if (!endpoint) return -ENOENT;
    int refused = check_interface(file, endpoint->interface), type = endpoint->attributes & 3;
    if (refused) return refused;
    if (urb->type == USBDEVFS_URB_TYPE_BULK ? type != ENDPOINT_BULK && type != ENDPOINT_INTERRUPT
                                            : urb->type != USBDEVFS_URB_TYPE_INTERRUPT || type != ENDPOINT_INTERRUPT)
        return -EINVAL;
    if (endpoint->packet == 0) return -EMSGSIZE;
    if (type == ENDPOINT_INTERRUPT) transfer->interval = interval_of(file->device, endpoint);
    bool in = urb->endpoint & 0x80;
    if (in && (urb->flags & USBDEVFS_URB_SHORT_NOT_OK)) transfer->flags |= USBDEVFS_URB_SHORT_NOT_OK;
    if (!in && (urb->flags & USBDEVFS_URB_ZERO_PACKET)) transfer->flags |= USBDEVFS_URB_ZERO_PACKET;
    return 0;
}

// A control URB contains its setup packet before its data.
static int split_setup(File *file, Transfer *transfer, const uint8_t *bytes) {
    memcpy(transfer->setup, bytes, 8);
    int wanted = bytes[6] | bytes[7] << 8;
    if (transfer->length < wanted + 8) return -EINVAL;
    transfer->length = wanted;
    transfer->endpoint = bytes[0] & 0x80 && wanted ? 0x80 : 0;
    int refused = check_recipient(file, bytes[0], bytes[4] | bytes[5] << 8);
    if (refused) return refused;
    if (!transfer->endpoint) transfer->data = g_memdup2(bytes + 8, (gsize)wanted);
    return 0;
}

static int submit(File *file, UMockdevIoctlClient *client) {
    UMockdevIoctlData *data = argument(client, sizeof(struct usbdevfs_urb));
    if (!data) return -EFAULT;
    struct usbdevfs_urb urb;
    memcpy(&urb, data->data, sizeof urb);
    Transfer *transfer = g_new0(Transfer, 1);
    transfer->device = file->device;
    transfer->file = file;
    transfer->urb = data;
    transfer->done = urb_done;
    int refused = prepare(file, transfer, &urb);
    bool control = urb.type == USBDEVFS_URB_TYPE_CONTROL;
    if (!refused && memory + transfer->length > RIG_MEMORY) refused = -ENOMEM;
    if (!refused && transfer->length > 0 && (control || !(urb.endpoint & 0x80))) {
        UMockdevIoctlData *buffer = umockdev_ioctl_data_resolve(data, offsetof(struct usbdevfs_urb, buffer), (size_t)urb.buffer_length, NULL);
        if (!buffer)
            refused = -EFAULT;
        else if (control)
            refused = split_setup(file, transfer, buffer->data);
        else
            transfer->data = g_memdup2(buffer->data, (gsize)urb.buffer_length);
        if (buffer) g_object_unref(buffer);
    }
    if (refused) {
        transfer_free(transfer);
        return refused;
    }
    memory += transfer->length;
    g_object_set_data(G_OBJECT(data), "transfer", transfer);
    usbip_submit(transfer);
    return 0;
}

// Returns when the transfer has ended, like Linux: immediately, or in urb_done.
static gboolean discard(File *file, UMockdevIoctlClient *client) {
    gulong address = *(gulong *)umockdev_ioctl_client_get_arg(client)->data;
    GHashTableIter iterator;
    gpointer value;
    g_hash_table_iter_init(&iterator, file->device->pending);
    while (g_hash_table_iter_next(&iterator, NULL, &value)) {
        Transfer *transfer = value;
        if (transfer->file != file || !transfer->urb || transfer->urb->client_addr != address) continue;
        transfer->context = client;
        usbip_unlink(transfer, -ENOENT);
        return TRUE;
    }
    return answer(client, -EINVAL);
}

// MARK: - Blocking transfers

static void waited_for(Transfer *transfer) {
    if (transfer->context) {
        UMockdevIoctlClient *client = transfer->context;
        UMockdevIoctlData *buffer = transfer->urb;
        if (transfer->status == 0 && (transfer->endpoint & 0x80) && buffer) memcpy(buffer->data, transfer->data, (size_t)transfer->actual);
        answer(client, transfer->status < 0 ? transfer->status : transfer->actual);
    }
    transfer_free(transfer);
}

static gboolean timed_out(gpointer user) {
    Transfer *transfer = user;
    g_rec_mutex_lock(&rig_lock);
    if (!g_source_is_destroyed(g_main_current_source())) { // otherwise the transfer ended while this thread waited for the lock, and is freed
        transfer->timeout = 0;
        usbip_unlink(transfer, -ETIMEDOUT);
    }
    g_rec_mutex_unlock(&rig_lock);
    return G_SOURCE_REMOVE;
}

static gboolean wait_for(File *file, UMockdevIoctlClient *client, Transfer *transfer, UMockdevIoctlData *parent, size_t offset, unsigned timeout) {
    transfer->device = file->device;
    transfer->file = file;
    transfer->done = waited_for;
    transfer->context = client;
    if (transfer->length > 0) transfer->urb = umockdev_ioctl_data_resolve(parent, offset, (size_t)transfer->length, NULL);
    if (transfer->urb && !(transfer->endpoint & 0x80)) transfer->data = g_memdup2(transfer->urb->data, (gsize)transfer->length);
    if (timeout) transfer->timeout = g_timeout_add(timeout, timed_out, transfer);
    usbip_submit(transfer);
    return TRUE;
}

static gboolean control(File *file, UMockdevIoctlClient *client) {
    g_autoptr(GObject) owned = (GObject *)argument(client, sizeof(struct usbdevfs_ctrltransfer));
    if (!owned) return answer(client, -EFAULT);
    UMockdevIoctlData *data = (UMockdevIoctlData *)owned;
    struct usbdevfs_ctrltransfer c;
    memcpy(&c, data->data, sizeof c);
    int refused = check_recipient(file, c.bRequestType, c.wIndex);
    if (!refused && c.wLength > 4096) refused = -EINVAL;
    if (refused) return answer(client, refused);
    Transfer *transfer = g_new0(Transfer, 1);
    memcpy(transfer->setup, data->data, 8); // the same order, little endian
    transfer->length = c.wLength;
    transfer->endpoint = c.bRequestType & 0x80 && c.wLength ? 0x80 : 0;
    return wait_for(file, client, transfer, data, offsetof(struct usbdevfs_ctrltransfer, data), c.timeout);
}

static gboolean bulk(File *file, UMockdevIoctlClient *client) {
    g_autoptr(GObject) owned = (GObject *)argument(client, sizeof(struct usbdevfs_bulktransfer));
    if (!owned) return answer(client, -EFAULT);
    UMockdevIoctlData *data = (UMockdevIoctlData *)owned;
    struct usbdevfs_bulktransfer b;
    memcpy(&b, data->data, sizeof b);
    struct usbdevfs_urb like = {.type = USBDEVFS_URB_TYPE_BULK, .endpoint = (unsigned char)b.ep, .buffer = b.data, .buffer_length = (int)b.len};
    Transfer *transfer = g_new0(Transfer, 1);
    int refused = prepare(file, transfer, &like);
    if (!refused && b.len > RIG_MEMORY) refused = -ENOMEM;
    if (refused) {
        transfer_free(transfer);
        return answer(client, refused);
    }
    return wait_for(file, client, transfer, data, offsetof(struct usbdevfs_bulktransfer, data), b.timeout);
}

// MARK: - Requests of the kernel

typedef struct {
    UMockdevIoctlClient *client;
    int interface, alternate; // the selection; -1: none
} Request;

static void request_done(Transfer *transfer) {
    Request *request = transfer->context;
    int status = transfer->status;
    Interface *interface = request->interface < 0 ? NULL : device_interface(transfer->device, request->interface);
    if (interface) {
        // A device with only one alternate setting may reject the request.
        if (status == -EPIPE && interface->alternates == 1) status = 0;
        if (status == 0) interface->current = (uint8_t)request->alternate;
    }
    if (transfer->file && request->client) answer(request->client, status);
    g_free(request);
    transfer_free(transfer);
}

static gboolean ask(File *file, UMockdevIoctlClient *client, uint8_t type, uint8_t request, int value, int index) {
    Transfer *transfer = g_new0(Transfer, 1);
    Request *asked = g_new0(Request, 1);
    *asked = (Request){client, request == SET_INTERFACE ? index : -1, value};
    transfer->device = file->device;
    transfer->file = file;
    transfer->context = asked;
    transfer->done = request_done;
    memcpy(transfer->setup, (uint8_t[8]){type, request, (uint8_t)value, (uint8_t)(value >> 8), (uint8_t)index, (uint8_t)(index >> 8)}, 8);
    usbip_submit(transfer);
    return TRUE;
}

static gboolean clear_halt(File *file, UMockdevIoctlClient *client, int address) {
    Endpoint *endpoint = device_endpoint(file->device, address);
    int refused = endpoint ? check_interface(file, endpoint->interface) : -ENOENT;
    return refused ? answer(client, refused) : ask(file, client, 2, CLEAR_FEATURE, 0, address);
}

static gboolean set_interface(File *file, UMockdevIoctlClient *client, const struct usbdevfs_setinterface *wanted) {
    Interface *interface = device_interface(file->device, (int)wanted->interface);
    int refused = check_interface(file, (int)wanted->interface);
    if (!refused && (!interface || wanted->altsetting >= interface->alternates)) refused = -EINVAL;
    if (refused) return answer(client, refused);
    end_transfers(file, interface, -ESHUTDOWN);
    return ask(file, client, 1, SET_INTERFACE, (int)wanted->altsetting, (int)wanted->interface);
}

static bool any_claimed(Device *device) {
    for (guint i = 0; i < device->interfaces->len; i++)
        if (g_array_index(device->interfaces, Interface, i).owner) return true;
    return false;
}

static gboolean set_configuration(File *file, UMockdevIoctlClient *client, int value) {
    if (value < 0) value = 0;
    if (any_claimed(file->device)) return answer(client, -EBUSY);
    if (value == file->device->configuration) return ask(file, client, 0, SET_CONFIGURATION, value, 0);
    if (!device_reconfigure(file->device, value)) return answer(client, -EINVAL);
    return ask(file, client, 0, SET_CONFIGURATION, value, 0);
}

// Linux resets the port, checks that it is the same device, and selects its configuration again. Claims end.
static gboolean reset(File *file, UMockdevIoctlClient *client) {
    Device *device = file->device;
    for (guint i = 0; i < device->interfaces->len; i++) {
        Interface *interface = &g_array_index(device->interfaces, Interface, i);
        if (interface->owner) end_transfers(interface->owner, interface, -ESHUTDOWN);
        interface->owner = NULL;
        interface->current = 0;
    }
    return ask(file, client, 0, SET_CONFIGURATION, device->configuration, 0);
}

// MARK: - Drivers: only usbfs

static int get_driver(File *file, UMockdevIoctlData *data) {
    struct usbdevfs_getdriver *driver = (struct usbdevfs_getdriver *)data->data;
    Interface *interface = device_interface(file->device, (int)driver->interface);
    if (!interface) return -EINVAL;
    if (!interface->owner) return -ENODATA;
    g_strlcpy(driver->driver, "usbfs", sizeof driver->driver);
    return 0;
}

static int disconnect_claim(File *file, UMockdevIoctlData *data) {
    struct usbdevfs_disconnect_claim *wanted = (struct usbdevfs_disconnect_claim *)data->data;
    Interface *interface = device_interface(file->device, (int)wanted->interface);
    if (!interface) return -EINVAL;
    bool usbfs = strncmp(wanted->driver, "usbfs", sizeof wanted->driver) == 0;
    if (interface->owner && (wanted->flags & USBDEVFS_DISCONNECT_CLAIM_IF_DRIVER) && !usbfs) return -EBUSY;
    if (interface->owner && (wanted->flags & USBDEVFS_DISCONNECT_CLAIM_EXCEPT_DRIVER) && usbfs) return -EBUSY;
    if (interface->owner && interface->owner != file) release(interface->owner, wanted->interface);
    return claim(file, wanted->interface);
}

static int driver_ioctl(File *file, UMockdevIoctlData *data) {
    struct usbdevfs_ioctl *wanted = (struct usbdevfs_ioctl *)data->data;
    Interface *interface = device_interface(file->device, wanted->ifno);
    if (!interface) return -EINVAL;
    if (wanted->ioctl_code == (int)USBDEVFS_CONNECT) return interface->owner ? -EBUSY : 0;
    if (wanted->ioctl_code != (int)USBDEVFS_DISCONNECT) return -ENOTTY;
    return interface->owner ? release(interface->owner, interface->number) : -ENODATA;
}

// MARK: - ioctl

static int connection_info(Device *device, UMockdevIoctlData *data) {
    struct usbdevfs_connectinfo *info = (struct usbdevfs_connectinfo *)data->data;
    info->devnum = (unsigned)device->number;
    info->slow = device->speed == 1;
    return 0;
}

static int extended_info(Device *device, UMockdevIoctlData *data) {
    struct usbdevfs_conninfo_ex info = {.size = sizeof info, .busnum = (uint32_t)device->bus, .devnum = (uint32_t)device->number,
                                        .speed = (uint32_t)device->speed, .num_ports = 1, .ports = {(uint8_t)device->port}};
    memcpy(data->data, &info, MIN((size_t)data->data_len, sizeof info));
    return 0;
}

// The ioctls that are answered immediately and have an argument in memory.
static int simple(File *file, gulong request, UMockdevIoctlData *data) {
    Device *device = file->device;
    unsigned number = data->data_len >= 4 ? *(unsigned *)data->data : 0;
    switch (request) {
    case USBDEVFS_GET_CAPABILITIES: return *(uint32_t *)data->data = capabilities, 0;
    case USBDEVFS_CLAIMINTERFACE: return claim(file, number);
    case USBDEVFS_RELEASEINTERFACE: return release(file, number);
    case USBDEVFS_RESETEP: return device_endpoint(device, (int)number) ? 0 : -ENOENT;
    case USBDEVFS_GETDRIVER: return get_driver(file, data);
    case USBDEVFS_DISCONNECT_CLAIM: return disconnect_claim(file, data);
    case USBDEVFS_IOCTL: return driver_ioctl(file, data);
    case USBDEVFS_CONNECTINFO: return connection_info(device, data);
    default: return _IOC_NR(request) == 32 && _IOC_TYPE(request) == 'U' ? extended_info(device, data) : -ENOTTY;
    }
}

static gboolean reap_ioctl(File *file, UMockdevIoctlClient *client, gulong request) {
    if (reap(file, client))
        ;
    else if (file->device->gone || request == USBDEVFS_REAPURBNDELAY)
        answer(client, file->device->gone ? -ENODEV : -EAGAIN);
    else
        file->reaping = true;
    update_ready(file->device);
    return TRUE;
}

static gboolean dispatch(File *file, UMockdevIoctlClient *client) {
    gulong request = umockdev_ioctl_client_get_request(client);
    if (request == USBDEVFS_REAPURBNDELAY || request == USBDEVFS_REAPURB) return reap_ioctl(file, client, request);
    if (file->device->gone) return answer(client, -ENODEV);
    switch (request) {
    case USBDEVFS_SUBMITURB: return answer(client, submit(file, client));
    case USBDEVFS_DISCARDURB: return discard(file, client);
    case USBDEVFS_CONTROL: return control(file, client);
    case USBDEVFS_BULK: return bulk(file, client);
    case USBDEVFS_RESET: return reset(file, client);
    case USBDEVFS_GET_SPEED: return answer(client, file->device->speed);
    }
    if (_IOC_SIZE(request) == 0) return answer(client, -ENOTTY);
    g_autoptr(GObject) owned = (GObject *)argument(client, _IOC_SIZE(request));
    if (!owned) return answer(client, -EFAULT);
    UMockdevIoctlData *data = (UMockdevIoctlData *)owned;
    switch (request) {
    case USBDEVFS_CLEAR_HALT: return clear_halt(file, client, (int)*(unsigned *)data->data);
    case USBDEVFS_SETCONFIGURATION: return set_configuration(file, client, *(int *)data->data);
    case USBDEVFS_SETINTERFACE: return set_interface(file, client, (struct usbdevfs_setinterface *)data->data);
    default: return answer(client, simple(file, request, data));
    }
}

gboolean usbfs_ioctl(UMockdevIoctlBase *handler, UMockdevIoctlClient *client, gpointer device) {
    (void)handler, (void)device;
    g_rec_mutex_lock(&rig_lock);
    gboolean handled = dispatch(file_of(g_object_ref(client)), client);
    g_rec_mutex_unlock(&rig_lock);
    return handled;
}

// MARK: - Open, close, unplug

static void closed(gpointer user, GObject *client) {
    (void)client;
    File *file = user;
    g_rec_mutex_lock(&rig_lock);
    Device *device = file->device;
    g_ptr_array_remove(device->files, file);
    for (guint i = 0; i < device->interfaces->len; i++) {
        Interface *interface = &g_array_index(device->interfaces, Interface, i);
        if (interface->owner == file) interface->owner = NULL;
    }
    end_transfers(file, NULL, -ENOENT);
    GHashTableIter iterator;
    gpointer value;
    g_hash_table_iter_init(&iterator, device->pending);
    while (g_hash_table_iter_next(&iterator, NULL, &value)) {
        Transfer *transfer = value;
        if (transfer->file != file) continue;
        transfer->file = NULL;
        if (transfer->done != request_done) transfer->context = NULL;
    }
    for (Transfer *transfer; (transfer = g_queue_pop_head(&file->completed));) {
        memory -= transfer->length;
        transfer_free(transfer);
    }
    update_ready(device);
    g_free(file);
    g_rec_mutex_unlock(&rig_lock);
}

void usbfs_opened(UMockdevIoctlBase *handler, UMockdevIoctlClient *client, gpointer user) {
    (void)handler;
    File *file = g_new0(File, 1);
    file->device = user;
    file->client = client;
    g_queue_init(&file->completed);
    g_rec_mutex_lock(&rig_lock);
    g_ptr_array_add(file->device->files, file);
    g_rec_mutex_unlock(&rig_lock);
    g_object_set_data(G_OBJECT(client), "file", file);
    g_object_weak_ref(G_OBJECT(client), closed, file);
}

void usbfs_unplugged(Device *device) {
    g_autoptr(GList) pending = g_hash_table_get_values(device->pending);
    for (GList *i = pending; i; i = i->next) transfer_complete(i->data, -ESHUTDOWN);
    for (guint i = 0; i < device->files->len; i++) {
        File *file = device->files->pdata[i];
        if (file->reaping) answer(file->client, -ENODEV);
        file->reaping = false;
    }
}
