/*
 * A camera plugin as a shared library, which programs load without being compiled with it: `hotshoe --plugin ./shelf.so
 * list`, or with the environment variable HOTSHOE_PLUGINS=./shelf.so in every program that uses
 * hotshoe_camera_discovery_create.
 *
 *     static hotshoe_status open_shelf(const char *argument, hotshoe_error **error) {
 *         hotshoe_camera_provider provider = …;                       // see docs/writing-a-camera-plugin.md
 *         hotshoe_status status = hotshoe_plugin_camera_provider_register(provider, error);
 *         hotshoe_camera_provider_release(provider);
 *         return status;
 *     }
 *     HOTSHOE_PLUGIN(open_shelf)
 *
 *     cc -shared -fPIC shelf.c -lhotshoe -o shelf.so
 */
#ifndef HOTSHOE_PLUGIN_H
#define HOTSHOE_PLUGIN_H

#include <hotshoe/hotshoe.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Description of a plugin: the object that it exports as `hotshoe_plugin_1`. The library reads it before it calls the
 * plugin, and rejects a plugin that was compiled with the header of another version.
 */
typedef struct {
    uint32_t size;            /**< sizeof(hotshoe_plugin) */
    uint32_t abi_version;     /**< HOTSHOE_ABI_VERSION */
    uint64_t abi_fingerprint; /**< HOTSHOE_ABI_FINGERPRINT */
    /**
     * Opens the plugin: registers one provider with hotshoe_plugin_camera_provider_register, on the thread of the call.
     *
     * Called on a thread of the library, once, or again after it has failed. The caller waits for a limited time.
     *
     * @param argument text of the user, such as the address of a device: what follows the first `=` in `--plugin
     *     PATH=ARGUMENT`. Never null, may be empty; valid during the call.
     * @param error receives the reason of a failure, which the library frees
     * @return HOTSHOE_OK, or a failure
     */
    hotshoe_status (*open)(const char *argument, hotshoe_error **error);
} hotshoe_plugin;

HOTSHOE_API extern const hotshoe_plugin hotshoe_plugin_1;

/** Makes a shared library a plugin, which `function` opens. Used once, outside functions. */
#define HOTSHOE_PLUGIN(function) \
    const hotshoe_plugin hotshoe_plugin_1 = { \
        sizeof(hotshoe_plugin), HOTSHOE_ABI_VERSION, HOTSHOE_ABI_FINGERPRINT, function};

#ifdef __cplusplus
}
#endif

#endif
