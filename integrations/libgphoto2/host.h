/* The functions of the libgphoto2 that has loaded this library. */
#ifndef HS_HOST_H
#define HS_HOST_H

#include <gphoto2/gphoto2-library.h>
#include <gphoto2/gphoto2-setting.h>
#include <stdbool.h>

#define HS_HOST_FUNCTIONS(X) \
    X(abilities_list_append) X(camera_get_abilities) \
    X(context_cancel) X(context_error) X(context_idle) X(context_progress_start) X(context_progress_stop) X(context_progress_update) \
    X(file_append) X(file_get_data_and_size) X(file_new) X(file_set_data_and_size) X(file_set_mime_type) X(file_set_mtime) X(file_set_name) \
    X(file_unref) X(filesystem_append) X(filesystem_set_funcs) X(list_append) X(port_close) X(port_get_info) X(port_info_get_path) \
    X(setting_get) X(setting_set) \
    X(widget_add_choice) X(widget_append) X(widget_changed) X(widget_count_children) X(widget_free) X(widget_get_child) X(widget_get_name) \
    X(widget_get_type) X(widget_get_value) X(widget_new) X(widget_set_changed) X(widget_set_name) X(widget_set_range) X(widget_set_readonly) \
    X(widget_set_value)

#define HS_PORTS_HOST_FUNCTIONS(X) \
    X(port_info_list_append) X(port_info_new) X(port_info_set_name) X(port_info_set_path) X(port_info_set_type)

/**
 * The functions that this library calls, without their prefix. Immutable once bound.
 *
 * A process can contain several copies of libgphoto2: that of the system and that of a Python wheel, under another name. An object of one
 * must not reach a function of another, therefore this library is not linked with any.
 */
typedef struct {
#define X(name) __typeof__(gp_##name) *name;
    HS_HOST_FUNCTIONS(X)
#undef X
} HsHost;

/** The functions of libgphoto2_port for a library of ports. */
typedef struct {
#define X(name) __typeof__(gp_##name) *name;
    HS_PORTS_HOST_FUNCTIONS(X)
#undef X
} HsPortsHost;

/**
 * Looks the functions up in the library that contains an address.
 *
 * @param caller an address in libgphoto2, or in libgphoto2_port for a library of ports: the return address of a function that it calls
 * @return false if that library does not have all of them
 */
bool hs_host_bind(HsHost *self, void *caller);
bool hs_ports_host_bind(HsPortsHost *self, void *caller);

#endif
