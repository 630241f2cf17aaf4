// Devices as files in the testbed's /sys, and udev's messages about them.
//
// umockdev could do both, but its sender of messages ends the program when a client opens its socket at the wrong moment, and
// of two clients whose sockets have the same descriptor it reaches only the last. umockdev's library names each socket of a
// client "event" and its descriptor; this file immediately links such a socket to a unique name, which it keeps.
#include "rig.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <glib-unix.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

static char *root;
static GHashTable *sockets; // inode numbers of clients' sockets to their unique names
static int watch;

static char *inside(const char *path) { return g_build_filename(root, path, NULL); }

// Uses system calls directly: umockdev treats a file that is opened below /dev, as here, as a device, and calls its ioctl
// thread, which may be waiting for the lock that is held here.
static void write_file(const char *folder, const char *name, const void *data, gssize length) {
    g_autofree char *path = g_build_filename(folder, name, NULL), *fresh = g_strconcat(path, ".new", NULL);
    size_t left = length < 0 ? strlen(data) : (size_t)length;
    int file = (int)syscall(SYS_openat, AT_FDCWD, fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (file < 0) g_error("cannot make %s: %s", fresh, g_strerror(errno));
    for (const char *at = data; left > 0;) {
        ssize_t count = syscall(SYS_write, file, at, left);
        if (count <= 0) g_error("cannot write %s: %s", fresh, g_strerror(errno));
        at += count, left -= (size_t)count;
    }
    syscall(SYS_close, file);
    // A reader sees either the old file or the new one, complete.
    if (rename(fresh, path) < 0) g_error("cannot rename %s: %s", fresh, g_strerror(errno));
}

static void make_link(const char *target, const char *path) {
    g_autofree char *whole = inside(path), *folder = g_path_get_dirname(whole);
    g_mkdir_with_parents(folder, 0755);
    unlink(whole);
    if (symlink(target, whole) < 0) g_error("cannot make %s: %s", whole, g_strerror(errno));
}

// MARK: - Clients' sockets

static void adopt(const char *name) {
    static unsigned count;
    struct stat status;
    g_autofree char *path = inside(name);
    if (stat(path, &status) < 0 || g_hash_table_contains(sockets, GSIZE_TO_POINTER(status.st_ino))) return;
    g_autofree char *own = g_strdup_printf("%s/client%u", root, count++);
    if (link(path, own) == 0) g_hash_table_insert(sockets, GSIZE_TO_POINTER(status.st_ino), g_steal_pointer(&own));
}

static void adopt_all(void) {
    g_autoptr(GDir) folder = g_dir_open(root, 0, NULL);
    for (const char *name; folder && (name = g_dir_read_name(folder));)
        if (g_str_has_prefix(name, "event")) adopt(name);
}

static gboolean root_changed(gint fd, GIOCondition condition, gpointer user) {
    (void)condition, (void)user;
    char events[4096];
    if (read(fd, events, sizeof events) < 0) return G_SOURCE_CONTINUE;
    g_rec_mutex_lock(&rig_lock);
    adopt_all();
    g_rec_mutex_unlock(&rig_lock);
    return G_SOURCE_CONTINUE;
}

void sysfs_start(void) {
    root = umockdev_testbed_get_root_dir(testbed);
    sockets = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    watch = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
    inotify_add_watch(watch, root, IN_CREATE);
    g_unix_fd_add(watch, G_IO_IN, root_changed, NULL);
}

// MARK: - Messages, as udevd sends them to libudev

// MurmurHash2, which libudev uses for filters in the kernel.
static uint32_t hash(const char *text) {
    const uint32_t m = 0x5bd1e995;
    size_t left = strlen(text);
    uint32_t h = (uint32_t)left;
    for (; left >= 4; left -= 4, text += 4) {
        uint32_t k;
        memcpy(&k, text, 4);
        k *= m;
        k ^= k >> 24;
        h = (h * m) ^ (k * m);
    }
    for (size_t i = left; i > 0; i--) h ^= (uint32_t)(uint8_t)text[i - 1] << (8 * (i - 1));
    if (left) h *= m;
    h = (h ^ h >> 13) * m;
    return h ^ h >> 15;
}

static void add_property(GByteArray *message, const char *key, const char *value) {
    g_byte_array_append(message, (const guint8 *)key, (guint)strlen(key));
    g_byte_array_append(message, (const guint8 *)"=", 1);
    g_byte_array_append(message, (const guint8 *)value, (guint)strlen(value) + 1);
}

static gboolean send_to(gpointer inode, gpointer path, gpointer user) {
    (void)inode;
    GByteArray *message = user;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    g_strlcpy(address.sun_path, path, sizeof address.sun_path);
    int fd = socket(AF_UNIX, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    bool closed = sendto(fd, message->data, message->len, 0, (struct sockaddr *)&address, sizeof address) < 0 && errno == ECONNREFUSED;
    close(fd);
    if (closed) unlink(path);
    return closed;
}

static void announce(const char *action, const char *syspath, char *const *properties) {
    static uint64_t number;
    g_autofree char *sequence = g_strdup_printf("%" G_GUINT64_FORMAT, ++number);
    const char *kind = "";
    struct {
        char prefix[8];
        uint32_t magic, header_size, properties_offset, properties_length, subsystem, devtype, tags[2];
    } header = {.prefix = "libudev", .magic = htonl(0xfeedcafe), .header_size = sizeof header, .properties_offset = sizeof header};
    g_autoptr(GByteArray) message = g_byte_array_new();
    g_byte_array_append(message, (const guint8 *)&header, sizeof header);
    add_property(message, "ACTION", action);
    add_property(message, "DEVPATH", syspath + strlen("/sys"));
    add_property(message, "SEQNUM", sequence);
    for (; *properties; properties += 2) {
        bool name = !strcmp(properties[0], "DEVNAME");
        g_autofree char *node = name ? g_strconcat("/dev/", properties[1], NULL) : NULL;
        add_property(message, properties[0], name ? node : properties[1]);
        if (!strcmp(properties[0], "DEVTYPE")) kind = properties[1];
    }
    header.properties_length = message->len - (uint32_t)sizeof header;
    header.subsystem = htonl(hash("usb"));
    header.devtype = htonl(hash(kind));
    memcpy(message->data, &header, sizeof header);
    adopt_all();
    g_hash_table_foreach_remove(sockets, send_to, message);
}

// MARK: - Files

static const char *value_of(char *const *pairs, const char *key) {
    for (; *pairs; pairs += 2)
        if (!strcmp(pairs[0], key)) return pairs[1];
    return NULL;
}

void sysfs_set(const char *syspath, const char *attribute, const void *data, size_t length) {
    g_autofree char *folder = inside(syspath);
    write_file(folder, attribute, data, (gssize)length);
}

void sysfs_add(const char *syspath, char *const *attributes, char *const *properties, const void *descriptors, size_t length) {
    g_autofree char *folder = inside(syspath), *name = g_path_get_basename(syspath);
    g_mkdir_with_parents(folder, 0755);
    for (; *attributes; attributes += 2) write_file(folder, attributes[0], attributes[1], -1);
    if (descriptors) write_file(folder, "descriptors", descriptors, (gssize)length);
    g_autoptr(GString) uevent = g_string_new(NULL);
    for (char *const *p = properties; *p; p += 2)
        if (strcmp(p[0], "SUBSYSTEM")) g_string_append_printf(uevent, "%s=%s\n", p[0], p[1]);
    write_file(folder, "uevent", uevent->str, -1);

    // "/sys/devices/usb1/1-1" is three folders below "/sys".
    g_autoptr(GString) up = g_string_new(NULL);
    for (const char *at = syspath + strlen("/sys/"); at; at = strchr(at + 1, '/')) g_string_append(up, "../");
    g_autofree char *subsystem = g_strconcat(up->str, "bus/usb", NULL), *in_device = g_build_filename(syspath, "subsystem", NULL),
                    *on_bus = g_build_filename("/sys/bus/usb/devices", name, NULL), *target = g_strconcat("../../..", syspath + 4, NULL);
    make_link(subsystem, in_device);
    make_link(target, on_bus);
    const char *node = value_of(properties, "DEVNAME");
    if (node) {
        // The place where umockdev's stat(2) reads the number of a device.
        g_autofree char *number = g_strdup_printf("%s:%s", value_of(properties, "MAJOR"), value_of(properties, "MINOR")),
                        *flat = g_strdelimit(g_strdup(node), "/", '_'), *info = g_build_filename("/dev/.node", flat, NULL),
                        *by_number = g_build_filename("/sys/dev/char", number, NULL), *device = g_strconcat("../..", syspath + 4, NULL);
        make_link(number, info);
        make_link(device, by_number);
    }
    announce("add", syspath, properties);
}

static void remove_tree(const char *path) {
    g_autoptr(GDir) folder = g_file_test(path, G_FILE_TEST_IS_SYMLINK) ? NULL : g_dir_open(path, 0, NULL);
    for (const char *name; folder && (name = g_dir_read_name(folder));) {
        g_autofree char *child = g_build_filename(path, name, NULL);
        remove_tree(child);
    }
    g_remove(path);
}

void sysfs_remove(const char *syspath, char *const *properties) {
    g_autofree char *folder = inside(syspath), *name = g_path_get_basename(syspath), *link = g_build_filename(root, "sys/bus/usb/devices", name, NULL);
    const char *node = value_of(properties, "DEVNAME");
    if (node) {
        g_autofree char *flat = g_strdelimit(g_strdup(node), "/", '_'), *info = g_build_filename(root, "dev/.node", flat, NULL),
                        *number = g_strdup_printf("%s:%s", value_of(properties, "MAJOR"), value_of(properties, "MINOR")),
                        *by_number = g_build_filename(root, "sys/dev/char", number, NULL), *file = g_build_filename(root, "dev", node, NULL);
        unlink(info);
        unlink(by_number);
        unlink(file);
    }
    unlink(link);
    remove_tree(folder);
    announce("remove", syspath, properties);
}
