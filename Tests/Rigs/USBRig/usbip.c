// The client of a USB/IP server: the equivalent of Linux's vhci_hcd, over one TCP connection for each device.
#include "rig.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <glib-unix.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

enum { VERSION = 0x0111, OP_REQ_IMPORT = 0x8003, OP_REP_IMPORT = 0x0003 };
enum { CMD_SUBMIT = 1, CMD_UNLINK = 2, RET_SUBMIT = 3, RET_UNLINK = 4 };
enum { URB_DIR_IN = 0x200 };

static uint32_t get32(const uint8_t *bytes) { return (uint32_t)bytes[0] << 24 | bytes[1] << 16 | bytes[2] << 8 | bytes[3]; }

static void put32(uint8_t *bytes, uint32_t value) {
    for (int i = 0; i < 4; i++) bytes[i] = (uint8_t)(value >> (24 - 8 * i));
}

static bool write_all(int socket, const void *data, size_t length) {
    for (size_t done = 0; done < length;) {
        ssize_t n = send(socket, (const char *)data + done, length - done, MSG_NOSIGNAL);
        if (n <= 0) return false;
        done += (size_t)n;
    }
    return true;
}

static bool read_all(int socket, void *data, size_t length) {
    for (size_t done = 0; done < length;) {
        ssize_t n = recv(socket, (char *)data + done, length - done, 0);
        if (n <= 0) return false;
        done += (size_t)n;
    }
    return true;
}

// MARK: - Import and enumeration, blocking

int usbip_connect(const char *host, int port, const char *busid, Device *device, GError **error) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    if (inet_pton(AF_INET, host, &address.sin_addr) != 1 || (ntohl(address.sin_addr.s_addr) >> 24) != 127)
        return g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s is not on loopback", host), -1;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct timeval limit = {.tv_sec = 5};
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
    device->socket = fd;
    if (connect(fd, (struct sockaddr *)&address, sizeof address) < 0)
        return g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, "no USB/IP server at %s:%d: %s", host, port, g_strerror(errno)), -1;
    uint8_t request[40] = {VERSION >> 8, VERSION & 0xff, OP_REQ_IMPORT >> 8, OP_REQ_IMPORT & 0xff};
    g_strlcpy((char *)request + 8, busid, 32);
    uint8_t reply[8], body[312];
    if (!write_all(fd, request, sizeof request) || !read_all(fd, reply, sizeof reply))
        return g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, "no answer to OP_REQ_IMPORT"), -1;
    if (reply[0] != VERSION >> 8 || reply[1] != (VERSION & 0xff) || reply[2] != 0 || reply[3] != OP_REP_IMPORT)
        return g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, "not an OP_REP_IMPORT: %02x%02x %02x%02x", reply[0], reply[1], reply[2], reply[3]), -1;
    if (get32(reply + 4) != 0)
        return g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, "the server exports no %s (status %u)", busid, get32(reply + 4)), -1;
    if (!read_all(fd, body, sizeof body))
        return g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, "OP_REP_IMPORT is cut off"), -1;
    if (strncmp((char *)body + 256, busid, 32) != 0)
        return g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, "OP_REP_IMPORT is for another device"), -1;
    device->devid = get32(body + 288) << 16 | get32(body + 292);
    device->speed = (int)get32(body + 296);
    return 0;
}

static void put_submit(uint8_t *header, Device *device, uint8_t endpoint, uint32_t flags, int length, int interval, const uint8_t *setup) {
    memset(header, 0, 48);
    bool in = endpoint & 0x80;
    put32(header, CMD_SUBMIT);
    put32(header + 4, device->seqnum);
    put32(header + 8, device->devid);
    put32(header + 12, in);
    put32(header + 16, endpoint & 0x0f);
    put32(header + 20, flags | (in ? URB_DIR_IN : 0));
    put32(header + 24, (uint32_t)length);
    put32(header + 32, 0xffffffff); // number of packets: not isochronous
    put32(header + 36, (uint32_t)interval);
    memcpy(header + 40, setup, 8);
}

int usbip_control(Device *device, uint8_t type, uint8_t request, int value, int index, uint8_t *data, int length) {
    uint8_t setup[8] = {type, request, (uint8_t)value, (uint8_t)(value >> 8), (uint8_t)index, (uint8_t)(index >> 8),
                        (uint8_t)length, (uint8_t)(length >> 8)};
    uint8_t header[48];
    device->seqnum++;
    put_submit(header, device, type & 0x80, 0, length, 0, setup);
    if (!write_all(device->socket, header, sizeof header)) return -EIO;
    if (!(type & 0x80) && !write_all(device->socket, data, (size_t)length)) return -EIO;
    if (!read_all(device->socket, header, sizeof header)) return -EIO;
    int status = (int)get32(header + 20), actual = (int)get32(header + 24);
    if (get32(header) != RET_SUBMIT || get32(header + 4) != device->seqnum || actual < 0 || actual > length) return -EPROTO;
    if ((type & 0x80) && !read_all(device->socket, data, (size_t)actual)) return -EIO;
    return status < 0 ? status : actual;
}

// MARK: - Transfers

void transfer_free(Transfer *transfer) {
    if (transfer->timeout) g_source_remove(transfer->timeout);
    if (transfer->urb) g_object_unref(transfer->urb);
    g_free(transfer->data);
    g_free(transfer);
}

void transfer_complete(Transfer *transfer, int status) {
    if (transfer->completed) return;
    transfer->completed = true;
    g_hash_table_remove(transfer->device->pending, GUINT_TO_POINTER(transfer->seqnum));
    if (transfer->device->receiving == transfer) transfer->device->receiving = NULL;
    if (transfer->unlinked) status = transfer->unlinked;
    if (status == 0 && (transfer->flags & USBDEVFS_URB_SHORT_NOT_OK) && transfer->actual < transfer->length) status = -EREMOTEIO;
    transfer->status = status;
    transfer->done(transfer);
}

// The server violated the protocol: like Linux, end the connection, and so the device.
static void violation(Device *device, const char *what, uint32_t value) {
    fprintf(stderr, "usb-rig: %s: unplugged: %s (%u)\n", device->label, what, value);
    device_detach(device);
}

static gboolean can_write(gint fd, GIOCondition condition, gpointer user) {
    (void)fd, (void)condition;
    Device *device = user;
    g_rec_mutex_lock(&rig_lock);
    gboolean more = FALSE;
    if (!device->gone) {
        ssize_t n = send(device->socket, device->outgoing->data, device->outgoing->len, MSG_NOSIGNAL);
        if (n > 0) g_byte_array_remove_range(device->outgoing, 0, (guint)n);
        if (n < 0 && errno != EAGAIN && errno != EINTR) device_detach(device);
        more = !device->gone && device->outgoing->len > 0;
    }
    if (!more) device->writing = 0;
    g_rec_mutex_unlock(&rig_lock);
    return more;
}

static void send_bytes(Device *device, const void *data, size_t length) {
    size_t done = 0;
    while (device->outgoing->len == 0 && done < length) {
        ssize_t n = send(device->socket, (const char *)data + done, length - done, MSG_NOSIGNAL);
        if (n <= 0) break; // the main thread detects errors of the connection
        done += (size_t)n;
    }
    if (done == length) return;
    g_byte_array_append(device->outgoing, (const guint8 *)data + done, (guint)(length - done));
    if (!device->writing) device->writing = g_unix_fd_add(device->socket, G_IO_OUT | G_IO_ERR | G_IO_HUP, can_write, device);
}

void usbip_submit(Transfer *transfer) {
    Device *device = transfer->device;
    transfer->seqnum = ++device->seqnum;
    g_hash_table_insert(device->pending, GUINT_TO_POINTER(transfer->seqnum), transfer);
    if (device->gone || device->stalls) {
        transfer_complete(transfer, device->gone ? -ENODEV : -EPIPE);
        return;
    }
    bool in = transfer->endpoint & 0x80;
    size_t length = 48 + (in ? 0 : (size_t)transfer->length);
    uint8_t small[512], *message = length <= sizeof small ? small : g_malloc(length);
    put_submit(message, device, transfer->endpoint, transfer->flags, transfer->length, transfer->interval, transfer->setup);
    if (!in && transfer->length) memcpy(message + 48, transfer->data, (size_t)transfer->length);
    send_bytes(device, message, length);
    if (message != small) g_free(message);
}

void usbip_unlink(Transfer *transfer, int status) {
    Device *device = transfer->device;
    if (transfer->completed || transfer->unlinked) return;
    transfer->unlinked = status;
    uint8_t message[48] = {0};
    put32(message, CMD_UNLINK);
    put32(message + 4, ++device->seqnum);
    put32(message + 8, device->devid);
    put32(message + 20, transfer->seqnum);
    g_hash_table_insert(device->unlinks, GUINT_TO_POINTER(device->seqnum), GUINT_TO_POINTER(transfer->seqnum));
    send_bytes(device, message, sizeof message);
}

// MARK: - Answers

static void submit_returned(Device *device, const uint8_t *header) {
    uint32_t seqnum = get32(header + 4);
    int actual = (int)get32(header + 24);
    Transfer *transfer = g_hash_table_lookup(device->pending, GUINT_TO_POINTER(seqnum));
    if (!transfer) return violation(device, "RET_SUBMIT for a transfer that is not under way", seqnum);
    if (actual < 0 || actual > transfer->length) return violation(device, "more bytes than there is room for", (uint32_t)actual);
    transfer->actual = actual;
    transfer->status = (int)get32(header + 20);
    if (!(transfer->endpoint & 0x80) || actual == 0) return transfer_complete(transfer, transfer->status);
    g_free(transfer->data);
    transfer->data = g_malloc((size_t)actual);
    device->receiving = transfer;
    device->received = 0;
}

static void unlink_returned(Device *device, const uint8_t *header) {
    gpointer number = GUINT_TO_POINTER(get32(header + 4)), seqnum;
    if (!g_hash_table_steal_extended(device->unlinks, number, NULL, &seqnum))
        return violation(device, "RET_UNLINK for nothing that was asked", get32(header + 4));
    Transfer *transfer = g_hash_table_lookup(device->pending, seqnum);
    if (transfer) transfer_complete(transfer, (int)get32(header + 20)); // otherwise its RET_SUBMIT was first
}

// The destination of the next bytes: a header, or the data of a transfer.
static void next_bytes(Device *device, uint8_t **into, size_t *length) {
    Transfer *transfer = device->receiving;
    *into = transfer ? transfer->data + device->received : device->header + device->header_filled;
    *length = transfer ? (size_t)(transfer->actual - device->received) : sizeof device->header - device->header_filled;
}

static void bytes_received(Device *device, size_t count) {
    Transfer *transfer = device->receiving;
    if (transfer) {
        device->received += (int)count;
        if (device->received == transfer->actual) transfer_complete(transfer, transfer->status);
        return;
    }
    device->header_filled += count;
    if (device->header_filled < sizeof device->header) return;
    device->header_filled = 0;
    switch (get32(device->header)) {
    case RET_SUBMIT: return submit_returned(device, device->header);
    case RET_UNLINK: return unlink_returned(device, device->header);
    default: return violation(device, "not an answer of USB/IP", get32(device->header));
    }
}

static gboolean can_read(gint fd, GIOCondition condition, gpointer user) {
    (void)fd, (void)condition;
    Device *device = user;
    g_rec_mutex_lock(&rig_lock);
    while (!device->gone) {
        uint8_t *into;
        size_t length;
        next_bytes(device, &into, &length);
        ssize_t n = recv(device->socket, into, length, 0);
        if (n > 0)
            bytes_received(device, (size_t)n);
        else if (n == 0 || (errno != EAGAIN && errno != EINTR))
            device_detach(device); // the cable is unplugged
        else if (errno == EAGAIN)
            break;
    }
    gboolean more = !device->gone;
    if (!more) device->reading = 0;
    g_rec_mutex_unlock(&rig_lock);
    return more;
}

void usbip_start(Device *device) {
    fcntl(device->socket, F_SETFL, fcntl(device->socket, F_GETFL) | O_NONBLOCK);
    device->reading = g_unix_fd_add(device->socket, G_IO_IN | G_IO_ERR | G_IO_HUP, can_read, device);
}

// The GSources end when they detect the removal of the device: shutdown wakes them.
void usbip_close(Device *device) {
    if (device->socket >= 0) shutdown(device->socket, SHUT_RDWR);
}
