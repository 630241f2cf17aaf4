#include "events.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { KNOWN_SECONDS = 60 };

void hs_events_init(HsEvents *self) {
    pthread_condattr_t attributes;
    memset(self, 0, sizeof *self);
    pthread_mutex_init(&self->lock, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&self->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    self->end = &self->first;
}

void hs_event_free(HsEvent *event) {
    if (!event) return;
    hotshoe_stored_item_release(event->item);
    free(event->folder);
    free(event->text);
    free(event);
}

void hs_events_clear(HsEvents *self) {
    hotshoe_subscription_cancel(self->subscription);
    hotshoe_subscription_release(self->subscription);
    while (self->first) {
        HsEvent *next = self->first->next;
        hs_event_free(self->first);
        self->first = next;
    }
    free(self->known);
    pthread_cond_destroy(&self->changed);
    pthread_mutex_destroy(&self->lock);
}

/** Removes an event that `link` points to, with the lock held. */
static HsEvent *pop(HsEvents *self, HsEvent **link) {
    HsEvent *event = *link;
    *link = event->next;
    if (self->end == &event->next) self->end = link;
    event->next = NULL;
    return event;
}

static void append(HsEvents *self, HsEvent *event) {
    event->number = ++self->count;
    *self->end = event;
    self->end = &event->next;
    pthread_cond_broadcast(&self->changed);
}

static bool is_same_property(hotshoe_property_identifier a, hotshoe_property_identifier b) {
    return a.kind == b.kind && (a.kind != HOTSHOE_PROPERTY_IDENTIFIER_VENDOR || a.as.vendor.code == b.as.vendor.code);
}

static void receive_property(HsEvents *self, hotshoe_property_change change) {
    hotshoe_property_change_aspects aspects = {0}, value = {0};
    hotshoe_property_identifier identifier = {0};
    hotshoe_property_change_get_aspects(change, &aspects);
    hotshoe_property_change_aspects_value(&value);
    if (!(aspects.raw_value & value.raw_value) || hotshoe_property_change_get_identifier(change, &identifier) != HOTSHOE_OK) return;
    HsEvent *event = calloc(1, sizeof *event);
    if (!event) return;
    event->kind = HS_EVENT_PROPERTY;
    event->property = identifier;
    pthread_mutex_lock(&self->lock);
    /* The text of the event is made when it is delivered, from the value at that time. */
    for (HsEvent **link = &self->first; *link; link = &(*link)->next) {
        if ((*link)->kind != HS_EVENT_PROPERTY || !is_same_property((*link)->property, identifier)) continue;
        hs_event_free(pop(self, link));
        break;
    }
    append(self, event);
    pthread_mutex_unlock(&self->lock);
}

static time_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec;
}

/** Removes a handle, and those that are too old, from the files that were delivered before; returns whether it was one. With the lock held. */
static bool remove_known(HsEvents *self, uint64_t handle) {
    bool is_known = false;
    time_t oldest = now() - KNOWN_SECONDS;
    size_t count = 0;
    for (size_t i = 0; i < self->known_count; i++) {
        if (self->known[i].since < oldest) continue;
        if (self->known[i].handle == handle) is_known = true;
        else self->known[count++] = self->known[i];
    }
    self->known_count = count;
    return is_known;
}

static void receive_item(HsEvents *self, const hotshoe_item_info *info) {
    HsEvent *event = calloc(1, sizeof *event);
    if (!event) return;
    event->kind = HS_EVENT_ITEM;
    event->handle = info->handle;
    hotshoe_camera_item(self->camera, info, &event->item);
    pthread_mutex_lock(&self->lock);
    if (remove_known(self, info->handle.number)) hs_event_free(event);
    else append(self, event);
    pthread_mutex_unlock(&self->lock);
}

static void receive(const hotshoe_camera_event *event, void *context) {
    HsEvents *self = context;
    switch (event->kind) {
    case HOTSHOE_CAMERA_EVENT_PROPERTY: receive_property(self, event->as.property.value); break;
    case HOTSHOE_CAMERA_EVENT_ITEM_ADDED: receive_item(self, &event->as.item_added.value); break;
    case HOTSHOE_CAMERA_EVENT_ITEM_REMOVED:
        pthread_mutex_lock(&self->lock);
        remove_known(self, event->as.item_removed.value.number);
        pthread_mutex_unlock(&self->lock);
        break;
    case HOTSHOE_CAMERA_EVENT_ITEM_UNREADABLE: hs_events_add(self, HS_EVENT_TEXT, NULL, event->as.item_unreadable.value.message.data); break;
    case HOTSHOE_CAMERA_EVENT_TRANSFER_OFFERED: hs_events_add(self, HS_EVENT_OFFER, NULL, NULL); break;
    case HOTSHOE_CAMERA_EVENT_NOTICE: hs_events_add(self, HS_EVENT_TEXT, NULL, event->as.notice.value.data); break;
    case HOTSHOE_CAMERA_EVENT_CONNECTION:
        pthread_mutex_lock(&self->lock);
        self->is_lost = event->as.connection.value.kind == HOTSHOE_CONNECTION_STATE_NOT_CONNECTED;
        pthread_cond_broadcast(&self->changed);
        pthread_mutex_unlock(&self->lock);
        break;
    default: break;
    }
}

void hs_events_begin(HsEvents *self) {
    pthread_mutex_lock(&self->lock);
    for (HsEvent **link = &self->first; *link;) {
        if ((*link)->kind == HS_EVENT_PROPERTY) hs_event_free(pop(self, link));
        else link = &(*link)->next;
    }
    pthread_mutex_unlock(&self->lock);
}

void hs_events_add(HsEvents *self, HsEventKind kind, const char *folder, const char *text) {
    HsEvent *event = calloc(1, sizeof *event);
    if (!event) return;
    event->kind = kind;
    event->folder = folder ? strdup(folder) : NULL;
    event->text = text ? strdup(text) : NULL;
    pthread_mutex_lock(&self->lock);
    append(self, event);
    pthread_mutex_unlock(&self->lock);
}

uint64_t hs_events_count(HsEvents *self) {
    pthread_mutex_lock(&self->lock);
    uint64_t count = self->count;
    pthread_mutex_unlock(&self->lock);
    return count;
}

HsEvent *hs_events_take_file(HsEvents *self, uint64_t count) {
    HsEvent *event = NULL;
    pthread_mutex_lock(&self->lock);
    for (HsEvent **link = &self->first; *link; link = &(*link)->next) {
        if ((*link)->kind != HS_EVENT_FILE || (*link)->number <= count) continue;
        event = pop(self, link);
        break;
    }
    pthread_mutex_unlock(&self->lock);
    return event;
}

void hs_events_forget(HsEvents *self, uint64_t handle) {
    bool is_queued = false;
    pthread_mutex_lock(&self->lock);
    for (HsEvent **link = &self->first; *link; link = &(*link)->next) {
        if ((*link)->kind != HS_EVENT_ITEM || (*link)->handle.number != handle) continue;
        hs_event_free(pop(self, link));
        is_queued = true;
        break;
    }
    if (!is_queued) {
        struct HsKnown *known = realloc(self->known, (self->known_count + 1) * sizeof *known);
        if (known) {
            self->known = known;
            self->known[self->known_count++] = (struct HsKnown){handle, now()};
        }
    }
    pthread_mutex_unlock(&self->lock);
}

bool hs_events_next(HsEvents *self, int timeout_ms, HsEvent **event) {
    struct timespec end;
    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_sec += timeout_ms / 1000;
    end.tv_nsec += timeout_ms % 1000 * 1000000L;
    if (end.tv_nsec >= 1000000000L) {
        end.tv_sec++;
        end.tv_nsec -= 1000000000L;
    }
    pthread_mutex_lock(&self->lock);
    while (!self->first && !self->is_lost)
        if (pthread_cond_timedwait(&self->changed, &self->lock, &end) == ETIMEDOUT) break;
    *event = self->first ? pop(self, &self->first) : NULL;
    bool is_usable = *event || !self->is_lost;
    pthread_mutex_unlock(&self->lock);
    return is_usable;
}

hotshoe_status hs_events_observe(HsEvents *self, hotshoe_camera camera) {
    self->camera = camera;
    return hotshoe_camera_observe(camera, (hotshoe_queue){0}, receive, self, NULL, &self->subscription);
}
