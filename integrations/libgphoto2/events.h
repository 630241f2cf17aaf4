/* The reports of a camera that arrived while the program waited for another result. */
#ifndef HS_EVENTS_H
#define HS_EVENTS_H

#include <hotshoe/hotshoe.h>
#include <pthread.h>
#include <time.h>

typedef enum {
    HS_EVENT_ITEM,     /* a file or folder was added: `item` */
    HS_EVENT_PROPERTY, /* a property changed: `property` */
    HS_EVENT_OFFER,    /* the camera offers a picture */
    HS_EVENT_TEXT,     /* a message: `text` */
    HS_EVENT_COMPLETE, /* a picture that this library has taken is complete */
    HS_EVENT_FILE      /* a file in a folder of libgphoto2: `folder`, `text` is its name */
} HsEventKind;

typedef struct HsEvent {
    struct HsEvent *next;
    uint64_t number; /* in the order of arrival, from 1 */
    HsEventKind kind;
    hotshoe_item_info_handle handle; /* of `item` */
    hotshoe_stored_item item;
    hotshoe_property_identifier property;
    char *folder;
    char *text;
} HsEvent;

/** Events in the order of their arrival. Files are never dropped; a change of a property replaces an earlier one. **Thread-safe.** */
typedef struct {
    hotshoe_camera camera; /* borrowed */
    hotshoe_subscription subscription;
    pthread_mutex_t lock; /* guards the following members */
    pthread_cond_t changed;
    HsEvent *first, **end;
    uint64_t count; /* events that were added */
    struct HsKnown {
        uint64_t handle;
        time_t since; /* in seconds of CLOCK_MONOTONIC */
    } *known; /* files that were delivered before their event arrived */
    size_t known_count;
    bool is_lost; /* whether the connection has ended */
} HsEvents;

void hs_events_init(HsEvents *self);
void hs_events_clear(HsEvents *self);

/** Observes a camera, which must exist until hs_events_clear. Called once. */
hotshoe_status hs_events_observe(HsEvents *self, hotshoe_camera camera);

/** Drops the changes of properties that connecting has caused: before it nothing was known of them. */
void hs_events_begin(HsEvents *self);

/** Appends an event; both texts are copied, and may be null. */
void hs_events_add(HsEvents *self, HsEventKind kind, const char *folder, const char *text);

/** Number of events that were added so far. */
uint64_t hs_events_count(HsEvents *self);

/**
 * Removes the first HS_EVENT_FILE that was added after others.
 *
 * @param count the number of events before it, from hs_events_count
 * @return the event, freed by hs_event_free; null if there is none
 */
HsEvent *hs_events_take_file(HsEvents *self, uint64_t count);

/** Removes the event of a file that is delivered otherwise, or ignores it if it arrives within a minute: a camera can use a handle again. */
void hs_events_forget(HsEvents *self, uint64_t handle);

/**
 * Waits for the first event, and removes it from the queue.
 *
 * @param timeout_ms at least 0
 * @param event receives the event, freed by hs_event_free; null after the time
 * @return false if there is no event and the connection has ended
 */
bool hs_events_next(HsEvents *self, int timeout_ms, HsEvent **event);

void hs_event_free(HsEvent *event);

#endif
