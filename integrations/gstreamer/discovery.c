#include "discovery.h"

#include <string.h>

#define CLIENT_NAME "GStreamer"

static GMutex lock; /* guards the following */
static GHashTable *discoveries; /* struct discovery by serial number, "/" for other cameras */

struct discovery {
    guint users;
    hotshoe_camera_discovery discovery;
};

/** Whether HOTSHOE_GST_PROVIDERS contains a provider; `usual` without the variable. */
static gboolean is_wanted(const gchar *identifier, gboolean usual) {
    const gchar *list = g_getenv("HOTSHOE_GST_PROVIDERS");
    if (!list) return usual;
    /* The identifier of a plugin's provider is followed by its file. */
    gchar *name = g_strndup(identifier, strcspn(identifier, ":")), **names = g_strsplit_set(list, ", ", -1);
    gboolean contains = g_strv_contains((const gchar *const *)names, name);
    g_strfreev(names);
    g_free(name);
    return contains;
}

static hotshoe_status make_simulated(const gchar *serial, hotshoe_camera_provider *result) {
    hotshoe_camera_simulator_configuration configuration = {0};
    hotshoe_camera_simulator simulator = {0};
    hotshoe_simulated_camera_provider provider = {0};
    hotshoe_status status = *serial
        ? hotshoe_camera_simulator_configuration_make_with_serial_number(hotshoe_text(serial), &configuration)
        : hotshoe_camera_simulator_configuration_make(&configuration);
    if (status == HOTSHOE_OK) status = hotshoe_camera_simulator_create(configuration, (hotshoe_time_source){0}, &simulator);
    if (status == HOTSHOE_OK)
        status = hotshoe_simulated_camera_provider_create((hotshoe_camera_simulator_array){&simulator, 1}, &provider);
    if (status == HOTSHOE_OK) status = hotshoe_simulated_camera_provider_as_camera_provider(provider, result);
    hotshoe_simulated_camera_provider_release(provider);
    hotshoe_camera_simulator_release(simulator);
    hotshoe_camera_simulator_configuration_release(configuration);
    return status;
}

hotshoe_status hs_discovery_create(const gchar *serial, hotshoe_camera_discovery *result) {
    hotshoe_camera_provider_array usual = {0};
    hotshoe_camera_provider simulated = {0};
    hotshoe_status status = HOTSHOE_OK;
    if (!serial) status = hotshoe_camera_discovery_default_providers(hotshoe_text(CLIENT_NAME), &usual);
    hotshoe_camera_provider *wanted = g_new0(hotshoe_camera_provider, usual.count + 1);
    size_t count = 0;
    for (size_t i = 0; i < usual.count; i++) {
        hotshoe_string identifier = {0};
        if (hotshoe_camera_provider_get_identifier(usual.data[i], &identifier) == HOTSHOE_OK && is_wanted(identifier.data, TRUE))
            wanted[count++] = usual.data[i];
        hotshoe_string_free(&identifier);
    }
    if (status == HOTSHOE_OK && (serial || is_wanted("simulated", FALSE))) {
        status = make_simulated(serial ? serial : "", &simulated);
        if (status == HOTSHOE_OK) wanted[count++] = simulated;
    }
    if (status == HOTSHOE_OK)
        status = hotshoe_camera_discovery_create_with_providers(
            hotshoe_text(CLIENT_NAME), (hotshoe_camera_provider_array){wanted, count}, (hotshoe_time_source){0}, result);
    g_free(wanted);
    hotshoe_camera_provider_release(simulated);
    hotshoe_camera_provider_array_free(&usual);
    return status;
}

hotshoe_status hs_discovery_borrow(const gchar *serial, hotshoe_camera_discovery *result) {
    hotshoe_status status = HOTSHOE_OK;
    g_mutex_lock(&lock);
    if (!discoveries) discoveries = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    /* The key of the other cameras is no serial number. */
    struct discovery *shared = g_hash_table_lookup(discoveries, serial ? serial : "/");
    if (!shared) {
        hotshoe_camera_discovery discovery = {0};
        status = hs_discovery_create(serial, &discovery);
        if (status == HOTSHOE_OK) {
            shared = g_new0(struct discovery, 1);
            shared->discovery = discovery;
            g_hash_table_insert(discoveries, g_strdup(serial ? serial : "/"), shared);
        }
    }
    if (shared) {
        shared->users++;
        *result = shared->discovery;
    }
    g_mutex_unlock(&lock);
    return status;
}

void hs_discovery_return(hotshoe_camera_discovery discovery) {
    GHashTableIter iterator;
    gpointer value;
    hotshoe_camera_discovery last = {0};
    g_mutex_lock(&lock);
    g_hash_table_iter_init(&iterator, discoveries);
    while (g_hash_table_iter_next(&iterator, NULL, &value)) {
        struct discovery *shared = value;
        if (shared->discovery.bits != discovery.bits) continue;
        if (--shared->users == 0) {
            last = discovery;
            g_hash_table_iter_remove(&iterator);
        }
        break;
    }
    if (g_hash_table_size(discoveries) == 0) g_clear_pointer(&discoveries, g_hash_table_unref);
    g_mutex_unlock(&lock);
    hotshoe_camera_discovery_release(last);
}
