#include "commands.h"

#define REFLECTION_LIMIT HOTSHOE_SECONDS(5)
#define NO_QUEUE ((hotshoe_queue){0})

struct HsCommands {
    GstElement *element; /* not owned */
    GAsyncQueue *queue;  /* of struct command */
    HsWaits waits;
    GThread *thread;
};

struct command {
    HsCamera *camera;       /* null: the thread ends */
    GstStructure *settings; /* null for a picture */
    gchar *folder;
};

static void command_free(gpointer context) {
    struct command *command = context;
    if (command->camera) hs_camera_release(command->camera);
    if (command->settings) gst_structure_free(command->settings);
    g_free(command->folder);
    g_free(command);
}

static void post(HsCommands *self, GstStructure *structure) {
    gst_element_post_message(self->element, gst_message_new_element(GST_OBJECT(self->element), structure));
}

/* ---- Settings ---------------------------------------------------------------------------------------------------- */

/** Text of a value, as `hotshoe set` accepts it; freed by the caller. */
static gchar *text_of(const GValue *value) {
    if (G_VALUE_HOLDS_STRING(value)) return g_value_dup_string(value);
    if (G_VALUE_HOLDS_BOOLEAN(value)) return g_strdup(g_value_get_boolean(value) ? "on" : "off");
    if (GST_VALUE_HOLDS_FRACTION(value))
        return g_strdup_printf("%d/%d", gst_value_get_fraction_numerator(value), gst_value_get_fraction_denominator(value));
    if (G_VALUE_HOLDS_DOUBLE(value) || G_VALUE_HOLDS_FLOAT(value)) {
        gchar text[G_ASCII_DTOSTR_BUF_SIZE];
        gdouble number = G_VALUE_HOLDS_DOUBLE(value) ? g_value_get_double(value) : (gdouble)g_value_get_float(value);
        return g_strdup(g_ascii_formatd(text, sizeof text, "%.10g", number));
    }
    return gst_value_serialize(value);
}

/** Sets a property, and waits until the camera shows the value. */
static gboolean set_property(HsCommands *self, HsCamera *camera, const gchar *name, const gchar *text, HsFailure *failure) {
    hotshoe_optional_property_identifier identifier = {0};
    hotshoe_property property = {0};
    hotshoe_property_completion shown = hotshoe_property_completion_make_reflected(REFLECTION_LIMIT);
    hotshoe_operation operation = {0};
    hotshoe_error *error = NULL;
    if (hotshoe_property_identifier_make(hotshoe_text(name), &identifier) != HOTSHOE_OK || !identifier.has_value) {
        failure->code = HOTSHOE_CAMERA_ERROR_CODE_INVALID_ARGUMENT;
        failure->message = g_strdup_printf("There is no property \"%s\": `hotshoe get` lists those of the camera.", name);
        return FALSE;
    }
    hotshoe_status status = hotshoe_camera_property(camera->camera, identifier.value, &property);
    if (status == HOTSHOE_OK) status = hotshoe_property_set_text(property, hotshoe_text(text), &shown, &operation);
    if (status == HOTSHOE_OK) {
        hs_waits_for_operation(&self->waits, operation);
        status = hotshoe_property_set_text_result(operation, &error);
    }
    hotshoe_operation_release(operation);
    hotshoe_property_release(property);
    if (status != HOTSHOE_OK) hs_failure_set(failure, status, error);
    return status == HOTSHOE_OK;
}

static gboolean set_field(GQuark field, const GValue *value, gpointer context) {
    struct {
        HsCommands *self;
        HsCamera *camera;
    } *job = context;
    const gchar *name = g_quark_to_string(field);
    gchar *text = text_of(value);
    HsFailure failure = {0};
    gboolean is_set = set_property(job->self, job->camera, name, text ? text : "", &failure);
    if (!failure.is_cancelled) {
        GstStructure *result = gst_structure_new("hotshoe-setting", "name", G_TYPE_STRING, name, "value", G_TYPE_STRING, text, "applied",
            G_TYPE_BOOLEAN, is_set, NULL);
        if (!is_set) {
            gst_structure_set(result, "reason", G_TYPE_STRING, failure.message, NULL);
            GST_ELEMENT_WARNING(job->self->element, RESOURCE, SETTINGS, ("%s was not set to %s: %s", name, text, failure.message), (NULL));
        }
        post(job->self, result);
    }
    gboolean goes_on = !failure.is_cancelled;
    hs_failure_clear(&failure);
    g_free(text);
    return goes_on;
}

/* ---- Pictures ---------------------------------------------------------------------------------------------------- */

static gboolean save(HsCommands *self, hotshoe_remote_file file, const gchar *folder, GstStructure *result, HsFailure *failure) {
    hotshoe_operation operation = {0};
    hotshoe_error *error = NULL;
    hotshoe_string path = {0};
    hotshoe_status status = hotshoe_remote_file_write_into(
        file, hotshoe_text(folder), hotshoe_text(NULL), NO_QUEUE, NULL, NULL, NULL, &operation);
    if (status == HOTSHOE_OK) {
        hs_waits_for_operation(&self->waits, operation);
        status = hotshoe_remote_file_write_into_result(operation, &path, &error);
    }
    hotshoe_operation_release(operation);
    if (status == HOTSHOE_OK) gst_structure_set(result, "location", G_TYPE_STRING, path.data, NULL);
    else hs_failure_set(failure, status, error);
    hotshoe_string_free(&path);
    return status == HOTSHOE_OK;
}

static gboolean take_picture(HsCommands *self, HsCamera *camera, const gchar *folder, GstStructure *result, HsFailure *failure) {
    hotshoe_operation operation = {0};
    hotshoe_error *error = NULL;
    hotshoe_shot shot = {0};
    hotshoe_remote_file file = {0};
    hotshoe_string name = {0};
    hotshoe_status status = hotshoe_camera_shoot(camera->camera, NULL, &operation);
    if (status == HOTSHOE_OK) {
        hs_waits_for_operation(&self->waits, operation);
        status = hotshoe_camera_shoot_result(operation, &shot, &error);
    }
    hotshoe_operation_release(operation);
    gboolean is_taken = status == HOTSHOE_OK;
    if (!is_taken) hs_failure_set(failure, status, error);
    if (is_taken && hotshoe_shot_get_original(shot, &file) == HOTSHOE_OK && file.bits) {
        if (hotshoe_remote_file_get_name(file, &name) == HOTSHOE_OK) gst_structure_set(result, "name", G_TYPE_STRING, name.data, NULL);
        if (folder) is_taken = save(self, file, folder, result, failure);
    } else if (is_taken && folder) {
        is_taken = FALSE;
        failure->code = HOTSHOE_CAMERA_ERROR_CODE_NO_DATA;
        failure->message = g_strdup("The camera took a picture and reported no file.");
    }
    hotshoe_string_free(&name);
    hotshoe_remote_file_release(file);
    hotshoe_shot_release(shot);
    return is_taken;
}

static void shoot(HsCommands *self, HsCamera *camera, const gchar *folder) {
    HsFailure failure = {0};
    GstStructure *result = gst_structure_new_empty("hotshoe-shot");
    gboolean is_taken = take_picture(self, camera, folder, result, &failure);
    gst_structure_set(result, "success", G_TYPE_BOOLEAN, is_taken, NULL);
    if (failure.is_cancelled) {
        gst_structure_free(result);
    } else {
        if (!is_taken) {
            gst_structure_set(result, "reason", G_TYPE_STRING, failure.message, NULL);
            GST_ELEMENT_WARNING(self->element, RESOURCE, FAILED, ("No picture: %s", failure.message), (NULL));
        }
        post(self, result);
    }
    hs_failure_clear(&failure);
}

/* ---- The thread -------------------------------------------------------------------------------------------------- */

static gpointer run(gpointer context) {
    HsCommands *self = context;
    for (;;) {
        struct command *command = g_async_queue_pop(self->queue);
        gboolean is_last = !command->camera;
        struct {
            HsCommands *self;
            HsCamera *camera;
        } job = {self, command->camera};
        if (command->settings) gst_structure_foreach(command->settings, set_field, &job);
        else if (!is_last && !hs_waits_is_cancelled(&self->waits)) shoot(self, command->camera, command->folder);
        command_free(command);
        if (is_last) return NULL;
    }
}

HsCommands *hs_commands_start(GstElement *element) {
    HsCommands *self = g_new0(HsCommands, 1);
    self->element = element;
    self->queue = g_async_queue_new_full(command_free);
    hs_waits_init(&self->waits);
    self->thread = g_thread_new("hotshoe:commands", run, self);
    return self;
}

void hs_commands_stop(HsCommands *self) {
    hs_waits_cancel(&self->waits);
    g_async_queue_push_front(self->queue, g_new0(struct command, 1));
    g_thread_join(self->thread);
    g_async_queue_unref(self->queue);
    hs_waits_clear(&self->waits);
    g_free(self);
}

void hs_commands_set(HsCommands *self, HsCamera *camera, const GstStructure *settings) {
    struct command *command = g_new0(struct command, 1);
    command->camera = hs_camera_retain(camera);
    command->settings = gst_structure_copy(settings);
    g_async_queue_push(self->queue, command);
}

void hs_commands_shoot(HsCommands *self, HsCamera *camera, const gchar *folder) {
    struct command *command = g_new0(struct command, 1);
    command->camera = hs_camera_retain(camera);
    command->folder = g_strdup(folder);
    g_async_queue_push(self->queue, command);
}
