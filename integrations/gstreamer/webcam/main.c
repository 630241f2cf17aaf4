/*
 * hotshoe-webcam: JPEG frames of standard input as a camera of this computer. docs/webcam.md describes the input, the options and the lines
 * of JSON on standard output.
 */
#include "feeder.h"
#include "picture.h"
#include "record.h"

#include <errno.h>
#include <glib-unix.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { EXIT_OUTPUT = 1, EXIT_USAGE = 64, EXIT_INPUT = 65 };

/* The program. */
typedef struct {
    GMainLoop *loop;
    GPtrArray *outputs; /* of HwOutput */
    gint rate_n, rate_d;
    gint width, height; /* 0: those of the first frame */
    HwDecoder *decoder; /* of the reader's thread */
    GMutex lock; /* guards the following */
    GCond changed;
    HwFeeder *feeder; /* null until the outputs were started */
    GstVideoInfo info;
    gboolean is_started;
    HwNumbers numbers;
    int code;
} Program;

static void end(Program *self, int code) {
    g_mutex_lock(&self->lock);
    if (self->code == 0) self->code = code;
    g_mutex_unlock(&self->lock);
    g_main_loop_quit(self->loop);
}

/* ---- Input ------------------------------------------------------------------------------------------------------- */

/** Reads exactly `count` bytes; FALSE at the end. */
static gboolean read_bytes(guint8 *bytes, gsize count) {
    while (count > 0) {
        gssize result = read(STDIN_FILENO, bytes, count);
        if (result < 0 && errno == EINTR) continue;
        if (result <= 0) return FALSE;
        bytes += result;
        count -= (gsize)result;
    }
    return TRUE;
}

/** Starts the outputs with the size of the pictures. On the main thread. */
static gboolean start_outputs(gpointer data) {
    Program *self = data;
    gchar *problem = NULL;
    gboolean is_started = TRUE;
    for (guint i = 0; is_started && i < self->outputs->len; i++)
        is_started = hw_output_start(g_ptr_array_index(self->outputs, i), &self->info, self->rate_n, self->rate_d, &problem);
    if (!is_started) {
        hw_status_print("ended", NULL, problem);
        g_free(problem);
        end(self, EXIT_OUTPUT);
    }
    g_mutex_lock(&self->lock);
    if (is_started) self->feeder = hw_feeder_new(self->outputs, &self->info, (gdouble)self->rate_n / self->rate_d);
    self->is_started = TRUE;
    g_cond_broadcast(&self->changed);
    g_mutex_unlock(&self->lock);
    return G_SOURCE_REMOVE;
}

/** Sets the format of the pictures by the first frame, and waits for the outputs. */
static gboolean begin(Program *self, const guint8 *bytes, gsize size) {
    gint width = self->width, height = self->height;
    if (width == 0 && !hw_decoder_size(self->decoder, bytes, size, &width, &height)) return FALSE;
    gst_video_info_set_format(&self->info, GST_VIDEO_FORMAT_I420, (guint)MAX(16, width & ~1), (guint)MAX(16, height & ~1));
    gst_video_colorimetry_from_string(&self->info.colorimetry, GST_VIDEO_COLORIMETRY_BT601);
    self->info.fps_n = self->rate_n;
    self->info.fps_d = self->rate_d;
    g_idle_add(start_outputs, self);
    g_mutex_lock(&self->lock);
    while (!self->is_started) g_cond_wait(&self->changed, &self->lock);
    g_mutex_unlock(&self->lock);
    return TRUE;
}

static void use_frame(Program *self, const HwRecord *record, const guint8 *bytes) {
    GstBuffer *picture = NULL;
    if (self->is_started || begin(self, bytes, record->size)) picture = hw_decoder_decode(self->decoder, bytes, record->size, &self->info);
    g_mutex_lock(&self->lock);
    self->numbers.received++;
    self->numbers.invalid += picture == NULL;
    if (picture) GST_BUFFER_PTS(picture) = record->capture_time ? record->capture_time : (guint64)g_get_monotonic_time() * 1000;
    if (picture && self->feeder) hw_feeder_add(self->feeder, g_steal_pointer(&picture));
    g_mutex_unlock(&self->lock);
    gst_clear_buffer(&picture);
}

/** Reads frames until the end of the input. It is not joined: a read cannot be interrupted, and the program ends. */
static gpointer read_frames(gpointer data) {
    Program *self = data;
    guint8 header[HW_RECORD_HEADER_SIZE], *bytes = NULL;
    gsize capacity = 0;
    HwRecord record;
    while (read_bytes(header, sizeof header)) {
        if (!hw_record_parse(header, &record)) {
            hw_status_print("ended", NULL, "The input is no sequence of frames: hotshoe-webcam is started by `hotshoe webcam`.");
            end(self, EXIT_INPUT);
            break;
        }
        if (capacity < record.size) bytes = g_realloc(bytes, capacity = record.size);
        if (!read_bytes(bytes, record.size)) break;
        use_frame(self, &record, bytes);
    }
    g_free(bytes);
    end(self, 0);
    return NULL;
}

/* ---- The program ------------------------------------------------------------------------------------------------- */

static gboolean print_numbers(gpointer data) {
    Program *self = data;
    g_mutex_lock(&self->lock);
    HwNumbers numbers = self->numbers;
    if (self->feeder) hw_feeder_count(self->feeder, &numbers);
    g_mutex_unlock(&self->lock);
    hw_status_numbers(&numbers);
    return G_SOURCE_CONTINUE;
}

static gboolean signalled(gpointer data) {
    end(data, 0);
    return G_SOURCE_CONTINUE;
}

static int refuse(const gchar *message) {
    hw_status_print("ended", NULL, message);
    return EXIT_USAGE;
}

typedef struct {
    gchar *v4l2, *pipewire, *rtsp, *hls, *size;
    gdouble rate;
} Options;

/** Makes the outputs and the size of the options; 0, or an exit code after a message. */
static int apply(Program *self, const Options *options) {
    gchar *problem = NULL, rest;
    if (!(options->rate >= 1 && options->rate <= 240)) return refuse("--rate is between 1 and 240.");
    gst_util_double_to_fraction(options->rate, &self->rate_n, &self->rate_d);
    if (options->size && (sscanf(options->size, "%dx%d%c", &self->width, &self->height, &rest) != 2 || self->width < 16 || self->height < 16 ||
                             self->width > 8192 || self->height > 8192))
        return refuse("--size is WIDTHxHEIGHT, each between 16 and 8192.");
    if (options->v4l2) g_ptr_array_add(self->outputs, hw_v4l2_new(options->v4l2));
    if (options->pipewire) g_ptr_array_add(self->outputs, hw_pipewire_new(options->pipewire));
    if (options->hls) g_ptr_array_add(self->outputs, hw_hls_new(options->hls));
    if (options->rtsp) {
        HwOutput *output = hw_rtsp_new(options->rtsp, g_getenv("HOTSHOE_RTSP_PASSWORD"), &problem);
        if (!output) {
            hw_status_print("ended", NULL, problem);
            g_free(problem);
            return EXIT_OUTPUT;
        }
        g_ptr_array_add(self->outputs, output);
    }
    return self->outputs->len > 0 ? 0 : refuse("One of --v4l2, --pipewire, --rtsp and --hls is needed.");
}

static int run(Program *self) {
    self->loop = g_main_loop_new(NULL, FALSE);
    self->decoder = hw_decoder_new();
    guint sources[] = {g_timeout_add_seconds(10, print_numbers, self), g_unix_signal_add(SIGTERM, signalled, self),
        g_unix_signal_add(SIGINT, signalled, self), g_unix_signal_add(SIGHUP, signalled, self)};
    GThread *reader = g_thread_new("hotshoe:reader", read_frames, self);
    g_main_loop_run(self->loop);
    print_numbers(self);
    for (guint i = 0; i < G_N_ELEMENTS(sources); i++) g_source_remove(sources[i]);
    /* The reader may still wait for its input: what it uses is left to the end of the process. */
    g_thread_unref(reader);
    g_mutex_lock(&self->lock);
    HwFeeder *feeder = self->feeder;
    self->feeder = NULL;
    g_mutex_unlock(&self->lock);
    hw_feeder_free(feeder);
    for (guint i = 0; i < self->outputs->len; i++) hw_output_free(g_ptr_array_index(self->outputs, i));
    return self->code;
}

int main(int count, char **arguments) {
    setlocale(LC_ALL, "");
    signal(SIGPIPE, SIG_IGN);
    Options options = {.rate = 30};
    GOptionEntry entries[] = {
        {"v4l2", 0, 0, G_OPTION_ARG_FILENAME, &options.v4l2, "Write to a device of v4l2loopback", "DEVICE"},
        {"pipewire", 0, 0, G_OPTION_ARG_STRING, &options.pipewire, "Be a node of PipeWire", "NAME"},
        {"rtsp", 0, 0, G_OPTION_ARG_STRING, &options.rtsp, "Serve RTSP", "HOST:PORT"},
        {"hls", 0, 0, G_OPTION_ARG_FILENAME, &options.hls, "Write a playlist of HLS into a folder", "FOLDER"},
        {"rate", 0, 0, G_OPTION_ARG_DOUBLE, &options.rate, "Pictures per second", "N"},
        {"size", 0, 0, G_OPTION_ARG_STRING, &options.size, "Size of the pictures", "WxH"},
        {NULL, 0, 0, 0, NULL, NULL, NULL},
    };
    GError *error = NULL;
    GOptionContext *context = g_option_context_new("– JPEG frames of standard input as a camera; started by `hotshoe webcam`");
    g_option_context_add_main_entries(context, entries, NULL);
    if (!g_option_context_parse(context, &count, &arguments, &error)) return refuse(error->message);
    g_option_context_free(context);
    if (count > 1) return refuse("hotshoe-webcam takes options only.");

    /* Without pipelines no plugin is needed: searching them takes a second, or many where the computer is slow. */
    if (!options.hls && !options.rtsp) g_setenv("GST_REGISTRY_DISABLE", "yes", TRUE);
    gst_init(NULL, NULL);
    static Program program;
    program.outputs = g_ptr_array_new();
    int code = apply(&program, &options);
    /* Without the destructors of libraries, which the reader may use. */
    if (code == 0) _exit(run(&program));
    return code;
}
