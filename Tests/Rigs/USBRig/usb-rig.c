// usb-rig: a mocked kernel USB stack that is a client of USB/IP servers. docs/usb-rigs.md describes its use.
#include "rig.h"

#include <glib-unix.h>
#include <gio/gio.h>
#include <gio/gunixsocketaddress.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

GRecMutex rig_lock;
UMockdevTestbed *testbed;
static GMainLoop *loop;
static int result;
static GPid child;

// MARK: - Commands

static char *attached(Device *device, GError *error) {
    if (device) return g_strdup_printf("ok %d %d", device->bus, device->number);
    char *line = g_strdup_printf("error %s", error ? error->message : "?");
    g_clear_error(&error);
    return line;
}

// "attach 127.0.0.1:3240 1-1"
static char *attach(char **words) {
    g_auto(GStrv) address = g_strsplit(words[1], ":", 2);
    if (!address[1]) return g_strdup("error not HOST:PORT");
    GError *error = NULL;
    Device *device = device_attach(address[0], atoi(address[1]), words[2], &error);
    return attached(device, error);
}

// "attach-raw 1201… [SPEED]"
static char *attach_raw(char **words) {
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    for (const char *at = words[1]; *at; at += 2) {
        int high = g_ascii_xdigit_value(at[0]), low = at[1] ? g_ascii_xdigit_value(at[1]) : -1;
        if (high < 0 || low < 0) return g_strdup("error not hexadecimal");
        g_byte_array_append(bytes, &(guint8){(guint8)(high << 4 | low)}, 1);
    }
    GError *error = NULL;
    Device *device = device_attach_raw(bytes->data, bytes->len, words[2] ? atoi(words[2]) : 3, &error);
    return attached(device, error);
}

static char *status_of(Device *device) {
    guint claimed = 0, completed = 0;
    for (guint i = 0; i < device->interfaces->len; i++) claimed += g_array_index(device->interfaces, Interface, i).owner != NULL;
    for (guint i = 0; i < device->files->len; i++) completed += ((File *)device->files->pdata[i])->completed.length;
    return g_strdup_printf("ok open=%u claimed=%u pending=%u unreaped=%u", device->files->len, claimed, g_hash_table_size(device->pending), completed);
}

static char *with_device(char **words) {
    Device *device = device_find(atoi(words[1]), atoi(words[2]));
    if (!device) return g_strdup("error no such device");
    if (!strcmp(words[0], "status")) return status_of(device);
    if (!strcmp(words[0], "detach"))
        device_detach(device);
    else if (!strcmp(words[0], "deny") || !strcmp(words[0], "allow"))
        device_deny(device, words[0][0] == 'd');
    else
        return g_strdup("error no such command");
    return g_strdup("ok");
}

static char *perform(const char *line) {
    g_auto(GStrv) words = g_strsplit_set(line, " ", -1);
    guint count = g_strv_length(words);
    if (count == 1 && !strcmp(words[0], "quit")) return g_main_loop_quit(loop), g_strdup("ok");
    if (count == 3 && !strcmp(words[0], "attach")) return attach(words);
    if ((count == 2 || count == 3) && !strcmp(words[0], "attach-raw")) return attach_raw(words);
    if (count != 3) return g_strdup("error no such command");
    g_rec_mutex_lock(&rig_lock);
    char *reply = with_device(words);
    g_rec_mutex_unlock(&rig_lock);
    return reply;
}

// A thread for each connection, so that it may block on a server.
static gboolean serve(GThreadedSocketService *service, GSocketConnection *connection, GObject *source, gpointer user) {
    (void)service, (void)source, (void)user;
    g_autoptr(GDataInputStream) input = g_data_input_stream_new(g_io_stream_get_input_stream(G_IO_STREAM(connection)));
    GOutputStream *output = g_io_stream_get_output_stream(G_IO_STREAM(connection));
    for (char *line; (line = g_data_input_stream_read_line(input, NULL, NULL, NULL)); g_free(line)) {
        g_autofree char *reply = perform(line), *whole = g_strconcat(reply, "\n", NULL);
        if (!g_output_stream_write_all(output, whole, strlen(whole), NULL, NULL, NULL)) break;
    }
    return TRUE;
}

static bool listen_at(const char *path) {
    GError *error = NULL;
    GSocketService *service = g_threaded_socket_service_new(64);
    g_autoptr(GSocketAddress) address = g_unix_socket_address_new(path);
    unlink(path);
    if (!g_socket_listener_add_address(G_SOCKET_LISTENER(service), address, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT, NULL, NULL, &error)) {
        fprintf(stderr, "usb-rig: %s: %s\n", path, error->message);
        return false;
    }
    g_signal_connect(service, "run", G_CALLBACK(serve), NULL);
    return true;
}

// MARK: - The command under the rig

static void child_ended(GPid pid, gint status, gpointer user) {
    (void)pid, (void)user;
    child = 0;
    result = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    g_main_loop_quit(loop);
}

static bool run(char **command) {
    GError *error = NULL;
    GSpawnFlags flags = G_SPAWN_SEARCH_PATH | G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_CHILD_INHERITS_STDIN;
    if (!g_spawn_async(NULL, command, NULL, flags, NULL, NULL, &child, &error)) {
        fprintf(stderr, "usb-rig: %s\n", error->message);
        return false;
    }
    g_child_watch_add(child, child_ended, NULL);
    return true;
}

static gboolean stop(gpointer user) {
    (void)user;
    result = 128 + SIGTERM;
    g_main_loop_quit(loop);
    return G_SOURCE_REMOVE;
}

// Sends a line to the rig of $HOTSHOE_USB_RIG, and prints the answer.
static int send_line(const char *line) {
    const char *path = getenv("HOTSHOE_USB_RIG");
    if (!path) return fputs("usb-rig: HOTSHOE_USB_RIG is not set\n", stderr), 2;
    GError *error = NULL;
    g_autoptr(GSocketClient) client = g_socket_client_new();
    g_autoptr(GSocketAddress) address = g_unix_socket_address_new(path);
    g_autoptr(GSocketConnection) connection = g_socket_client_connect(client, G_SOCKET_CONNECTABLE(address), NULL, &error);
    if (!connection) return fprintf(stderr, "usb-rig: %s\n", error->message), 2;
    g_autofree char *whole = g_strconcat(line, "\n", NULL);
    g_output_stream_write_all(g_io_stream_get_output_stream(G_IO_STREAM(connection)), whole, strlen(whole), NULL, NULL, NULL);
    g_autoptr(GDataInputStream) input = g_data_input_stream_new(g_io_stream_get_input_stream(G_IO_STREAM(connection)));
    g_autofree char *answer = g_data_input_stream_read_line(input, NULL, NULL, NULL);
    puts(answer ? answer : "error no answer");
    return answer && g_str_has_prefix(answer, "ok") ? 0 : 1;
}

static int usage(void) {
    fputs("usage: umockdev-wrapper usb-rig [--serve SOCKET] [-- COMMAND …]\n"
          "       usb-rig --send LINE\n"
          "The command finds the path of the control socket in HOTSHOE_USB_RIG, where --send looks for it.\n",
          stderr);
    return 2;
}

int main(int count, char **arguments) {
    if (count == 3 && !strcmp(arguments[1], "--send")) return send_line(arguments[2]);
    char *path = NULL, **command = NULL;
    for (int i = 1; i < count && !command; i++) {
        if (!strcmp(arguments[i], "--serve") && i + 1 < count)
            path = g_strdup(arguments[++i]);
        else if (!strcmp(arguments[i], "--") && i + 1 < count)
            command = arguments + i + 1;
        else
            return usage();
    }
    if (!path && !command) return usage();
    const char *preload = getenv("LD_PRELOAD");
    if (!preload || !strstr(preload, "umockdev")) {
        fputs("usb-rig: run it with umockdev-wrapper\n", stderr);
        return 2;
    }
    // In memory: creating a file on a busy disk may take a tenth of a second.
    g_autofree char *elsewhere = g_strdup(getenv("TMPDIR"));
    if (access("/dev/shm", W_OK) == 0) g_setenv("TMPDIR", "/dev/shm", TRUE);
    testbed = umockdev_testbed_new();
    if (elsewhere)
        g_setenv("TMPDIR", elsewhere, TRUE);
    else
        g_unsetenv("TMPDIR");
    g_autofree char *root = umockdev_testbed_get_root_dir(testbed);
    if (!path) path = g_build_filename(root, "control", NULL);
    loop = g_main_loop_new(NULL, FALSE);
    g_unix_signal_add(SIGTERM, stop, NULL);
    g_unix_signal_add(SIGINT, stop, NULL);
    signal(SIGPIPE, SIG_IGN);
    sysfs_start();
    device_bus_start();
    if (!listen_at(path)) return 2;
    g_setenv("HOTSHOE_USB_RIG", path, TRUE);
    // The environment variables for other programs that use the devices.
    if (!command) printf("UMOCKDEV_DIR=%s\nHOTSHOE_USB_RIG=%s\n", root, path), fflush(stdout);
    if (command && !run(command)) return 127;
    g_main_loop_run(loop);
    if (child) kill(child, SIGTERM);
    unlink(path);
    umockdev_testbed_clear(testbed);
    g_object_unref(testbed);
    return result;
}
