/* An RTSP server: one encoder for all clients, which runs while there are any. */
#include "output.h"

#ifdef HW_HAS_RTSP
#include <gst/rtsp-server/rtsp-server.h>
#include <string.h>

#define USER "camera"
#define PATH "/camera"

typedef struct {
    HwOutput parent;
    gchar *password;
    GstRTSPServer *server;
    guint source, cleanup;
    GMutex media_lock; /* guards the following */
    GstElement *appsrc; /* of the present clients; null: none */
    GstRTSPMedia *media; /* to which it belongs, compared only */
} HwRTSP;

/** A media ends, which may not be the newest one. */
static void media_ended(GstRTSPMedia *media, gpointer data) {
    HwRTSP *self = data;
    g_mutex_lock(&self->media_lock);
    if (self->media == media) {
        g_clear_pointer(&self->appsrc, gst_object_unref);
        self->media = NULL;
    }
    g_mutex_unlock(&self->media_lock);
}

static void media_begins(GstRTSPMediaFactory *factory, GstRTSPMedia *media, gpointer data) {
    HwRTSP *self = data;
    (void)factory;
    GstElement *element = gst_rtsp_media_get_element(media);
    g_mutex_lock(&self->media_lock);
    g_clear_pointer(&self->appsrc, gst_object_unref);
    self->appsrc = gst_bin_get_by_name_recurse_up(GST_BIN(element), "source");
    self->media = media;
    g_mutex_unlock(&self->media_lock);
    gst_object_unref(element);
    g_signal_connect(media, "unprepared", G_CALLBACK(media_ended), self);
}

/** Splits HOST:PORT or [HOST]:PORT; both parts are freed by the caller. */
static gboolean split(const gchar *address, gchar **host, gchar **port) {
    const gchar *colon = strrchr(address, ':');
    if (!colon || colon == address || !colon[1]) return FALSE;
    gboolean has_brackets = address[0] == '[' && colon[-1] == ']';
    *host = g_strndup(address + has_brackets, (gsize)(colon - address) - 2 * has_brackets);
    *port = g_strdup(colon + 1);
    return TRUE;
}

/** Clients need the password. */
static void protect(HwRTSP *self, GstRTSPMediaFactory *factory) {
    GstRTSPAuth *auth = gst_rtsp_auth_new();
    GstRTSPToken *token = gst_rtsp_token_new(GST_RTSP_TOKEN_MEDIA_FACTORY_ROLE, G_TYPE_STRING, USER, NULL);
    gst_rtsp_auth_set_supported_methods(auth, GST_RTSP_AUTH_DIGEST);
    gst_rtsp_auth_add_digest(auth, USER, self->password, token);
    gst_rtsp_token_unref(token);
    gst_rtsp_media_factory_add_role(factory, USER, GST_RTSP_PERM_MEDIA_FACTORY_ACCESS, G_TYPE_BOOLEAN, TRUE,
        GST_RTSP_PERM_MEDIA_FACTORY_CONSTRUCT, G_TYPE_BOOLEAN, TRUE, NULL);
    gst_rtsp_server_set_auth(self->server, auth);
    g_object_unref(auth);
}

static gboolean clean_up(gpointer data) {
    HwRTSP *self = data;
    GstRTSPSessionPool *pool = gst_rtsp_server_get_session_pool(self->server);
    gst_rtsp_session_pool_cleanup(pool);
    g_object_unref(pool);
    return G_SOURCE_CONTINUE;
}

static gboolean rtsp_start(HwOutput *output, gchar **problem) {
    static const gchar *const elements[] = {"x264enc", "gstreamer1.0-plugins-ugly", "h264parse", "gstreamer1.0-plugins-bad", "rtph264pay",
        "gstreamer1.0-plugins-good", "rtpbin", "gstreamer1.0-plugins-good", NULL};
    HwRTSP *self = (HwRTSP *)output;
    gchar *host = NULL, *port = NULL;
    if (!hw_output_has_elements(elements, problem)) return FALSE;
    if (!split(output->place, &host, &port)) {
        *problem = g_strdup_printf("%s is no address: it needs HOST:PORT.", output->place);
        return FALSE;
    }
    self->server = gst_rtsp_server_new();
    gst_rtsp_server_set_address(self->server, host);
    gst_rtsp_server_set_service(self->server, port);
    g_free(host);
    g_free(port);
    gchar *encoder = hw_output_encoder(output), *text = g_strdup_printf("( %s ! rtph264pay name=pay0 pt=96 )", encoder);
    GstRTSPMediaFactory *factory = gst_rtsp_media_factory_new();
    gst_rtsp_media_factory_set_launch(factory, text);
    gst_rtsp_media_factory_set_shared(factory, TRUE);
    gst_rtsp_media_factory_set_latency(factory, 0);
    g_free(text);
    g_free(encoder);
    g_signal_connect(factory, "media-configure", G_CALLBACK(media_begins), self);
    if (self->password) protect(self, factory);
    GstRTSPMountPoints *mounts = gst_rtsp_server_get_mount_points(self->server);
    gst_rtsp_mount_points_add_factory(mounts, PATH, factory);
    g_object_unref(mounts);
    self->source = gst_rtsp_server_attach(self->server, NULL);
    if (self->source == 0) {
        *problem = g_strdup_printf("The RTSP server cannot listen at %s: another program may use that port.", output->place);
        g_clear_object(&self->server);
        return FALSE;
    }
    self->cleanup = g_timeout_add_seconds(10, clean_up, self);
    return TRUE;
}

static void rtsp_send(HwOutput *output, GstBuffer *picture) {
    HwRTSP *self = (HwRTSP *)output;
    g_mutex_lock(&self->media_lock);
    if (self->appsrc) hw_output_push(self->appsrc, picture);
    g_mutex_unlock(&self->media_lock);
}

static GstRTSPFilterResult remove_all(GstRTSPServer *server, GstRTSPClient *client, gpointer data) {
    (void)server;
    (void)client;
    (void)data;
    return GST_RTSP_FILTER_REMOVE;
}

static void rtsp_stop(HwOutput *output) {
    HwRTSP *self = (HwRTSP *)output;
    g_source_remove(self->source);
    g_source_remove(self->cleanup);
    GList *clients = gst_rtsp_server_client_filter(self->server, remove_all, NULL);
    g_list_free_full(clients, g_object_unref);
    media_ended(self->media, self);
    g_clear_object(&self->server);
}

static void rtsp_free(HwOutput *output) {
    HwRTSP *self = (HwRTSP *)output;
    g_mutex_clear(&self->media_lock);
    g_free(self->password);
    g_free(self);
}

HwOutput *hw_rtsp_new(const gchar *address, const gchar *password, gchar **problem) {
    static const HwOutputClass class = {"rtsp", rtsp_start, rtsp_send, rtsp_stop, rtsp_free};
    HwRTSP *self = g_new0(HwRTSP, 1);
    (void)problem;
    self->parent.class = &class;
    self->parent.place = g_strdup(address);
    self->password = g_strdup(password);
    g_mutex_init(&self->media_lock);
    g_mutex_init(&self->parent.lock);
    return &self->parent;
}
#else
HwOutput *hw_rtsp_new(const gchar *address, const gchar *password, gchar **problem) {
    (void)address;
    (void)password;
    *problem = g_strdup("This hotshoe-webcam was built without RTSP: it needs gst-rtsp-server (libgstrtspserver-1.0-dev).");
    return NULL;
}
#endif
