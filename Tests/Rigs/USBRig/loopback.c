#include "loopback.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MESSAGES = 64, WAITING = 64, ENDPOINTS = 4 };

typedef struct {
    uint8_t *data;
    int length;
} Message;

typedef struct {
    uint32_t seqnum;
    int length;
} Reader;

// The pending messages of an endpoint, and the transfers that wait for them.
typedef struct {
    Message messages[MESSAGES];
    Reader readers[WAITING];
    int message_count, reader_count;
    bool halted;
} Queue;

typedef struct {
    int socket;
    Queue queues[ENDPOINTS]; // by number
    uint32_t last_flags;
    int last_length, lie, configured, alternate; // lie: 1 too many bytes, 2 an answer without a request
} Connection;

static const uint8_t device_descriptor[] = {18, 1, 0, 2, 0, 0, 0, 64, 0xfe, 0xca, 0x0d, 0xf0, 2, 1, 1, 2, 3, 1};
static const uint8_t configuration[] = {
    9, 2, 62, 0, 1, 1, 0, 0xc0, 1, //
    9, 4, 0, 0, 3, 0xff, 1, 1, 0, 7, 5, 0x81, 2, 0, 2, 0, 7, 5, 0x02, 2, 0, 2, 0, 7, 5, 0x83, 3, 64, 0, 6, //
    9, 4, 0, 1, 2, 0xff, 1, 1, 0, 7, 5, 0x81, 2, 64, 0, 0, 7, 5, 0x02, 2, 64, 0, 0};

static uint32_t get32(const uint8_t *b) { return (uint32_t)b[0] << 24 | b[1] << 16 | b[2] << 8 | b[3]; }
static void put32(uint8_t *b, uint32_t v) { b[0] = (uint8_t)(v >> 24), b[1] = (uint8_t)(v >> 16), b[2] = (uint8_t)(v >> 8), b[3] = (uint8_t)v; }

static void fetch(Connection *c, void *into, size_t length) {
    for (size_t done = 0; done < length;) {
        ssize_t n = recv(c->socket, (char *)into + done, length - done, 0);
        if (n <= 0) {
            close(c->socket);
            pthread_exit(NULL);
        }
        done += (size_t)n;
    }
}

static void put(Connection *c, const void *data, size_t length) {
    for (size_t done = 0; done < length;) {
        ssize_t n = send(c->socket, (const char *)data + done, length - done, MSG_NOSIGNAL);
        if (n <= 0) return;
        done += (size_t)n;
    }
}

static void reply(Connection *c, uint32_t command, uint32_t seqnum, int status, int actual, const void *data, size_t length) {
    uint8_t header[48] = {0};
    put32(header, command);
    put32(header + 4, seqnum);
    put32(header + 20, (uint32_t)status);
    put32(header + 24, (uint32_t)actual);
    put(c, header, sizeof header);
    put(c, data, length);
}

static void remove_first(void *array, int *count, size_t size) { memmove(array, (char *)array + size, (size_t)--*count * size); }

static void serve_readers(Connection *c, int number) {
    Queue *q = &c->queues[number];
    while (q->reader_count && (q->halted || q->message_count)) {
        Reader reader = q->readers[0];
        remove_first(q->readers, &q->reader_count, sizeof(Reader));
        if (q->halted) {
            reply(c, 3, reader.seqnum, -EPIPE, 0, NULL, 0);
            continue;
        }
        Message message = q->messages[0];
        remove_first(q->messages, &q->message_count, sizeof(Message));
        int n = message.length < reader.length ? message.length : reader.length;
        if (c->lie == 1) {
            static uint8_t much[1 << 20];
            reply(c, 3, reader.seqnum, 0, reader.length + 1, much, (size_t)reader.length + 1);
        } else
            reply(c, 3, c->lie == 2 ? 0x7fffffff : reader.seqnum, message.length > n ? -EOVERFLOW : 0, n, message.data, (size_t)n);
        free(message.data);
    }
}

static void say(Connection *c, int number, const void *data, int length) {
    Queue *q = &c->queues[number];
    if (q->message_count == MESSAGES) return;
    uint8_t *copy = malloc((size_t)length + 1);
    memcpy(copy, data, (size_t)length);
    q->messages[q->message_count++] = (Message){copy, length};
    serve_readers(c, number);
}

// "!halt": endpoint 0x81 stalls until its halt is cleared. "!much": the next answer has more bytes than the transfer.
// "!nobody": the next answer has no request. "!end": the connection ends. "!last": flags and length of the previous write.
// "!state": configuration and alternate setting. "!event …": to endpoint 0x83.
static void order(Connection *c, const char *text, int length) {
    char line[64];
    if (!strncmp(text, "!halt", 5)) c->queues[1].halted = true, serve_readers(c, 1);
    if (!strncmp(text, "!much", 5)) c->lie = 1;
    if (!strncmp(text, "!nobody", 7)) c->lie = 2;
    if (!strncmp(text, "!end", 4)) shutdown(c->socket, SHUT_RDWR);
    if (!strncmp(text, "!last", 5)) say(c, 1, line, sprintf(line, "%x %d", c->last_flags, c->last_length));
    if (!strncmp(text, "!state", 6)) say(c, 1, line, sprintf(line, "%d %d", c->configured, c->alternate));
    if (!strncmp(text, "!event ", 7)) say(c, 3, text + 7, length - 7);
}

static int string_descriptor(int index, uint8_t *into) {
    static const char *texts[] = {"\x09\x04", "H\0o\0t\0", "L\0o\0o\0p\0", "4\0002\0"};
    static const int lengths[] = {2, 6, 8, 4};
    if (index > 3) return -EPIPE;
    into[0] = (uint8_t)(2 + lengths[index]);
    into[1] = 3;
    memcpy(into + 2, texts[index], (size_t)lengths[index]);
    return into[0];
}

static int control(Connection *c, const uint8_t *setup, uint8_t *into) {
    int kind = setup[0] << 8 | setup[1], value = setup[2] | setup[3] << 8;
    switch (kind) {
    case 0x8006:
        if (value >> 8 == 3) return string_descriptor(value & 0xff, into);
        if (value == 0x100) return memcpy(into, device_descriptor, sizeof device_descriptor), sizeof device_descriptor;
        if (value == 0x200) return memcpy(into, configuration, sizeof configuration), sizeof configuration;
        return -EPIPE;
    case 0x0009: return c->configured = value, 0;
    case 0x010b: return c->alternate = value, 0;
    case 0x0201: return c->queues[setup[4] & 3].halted = false, 0;
    case 0xc042: return memset(into, 0x42, 64), 64;
    case 0x4042: return 0;
    default: return -EPIPE;
    }
}

static void unlink_reader(Connection *c, uint32_t seqnum, uint32_t wanted) {
    int status = 0;
    for (int e = 0; e < ENDPOINTS; e++)
        for (int i = 0; i < c->queues[e].reader_count; i++) {
            if (c->queues[e].readers[i].seqnum != wanted) continue;
            memmove(c->queues[e].readers + i, c->queues[e].readers + i + 1, (size_t)(--c->queues[e].reader_count - i) * sizeof(Reader));
            status = -ECONNRESET;
        }
    reply(c, 4, seqnum, status, 0, NULL, 0);
}

static void submitted(Connection *c, const uint8_t *header) {
    uint32_t seqnum = get32(header + 4);
    int in = (int)get32(header + 12), number = (int)get32(header + 16) & 3, length = (int)get32(header + 24);
    uint8_t *data = malloc((size_t)length + 4096);
    if (!in) fetch(c, data, (size_t)length);
    if (number == 0) {
        int n = control(c, header + 40, data);
        if (n > length || !in) n = n < 0 ? n : length;
        reply(c, 3, seqnum, n < 0 ? n : 0, n < 0 ? 0 : n, data, in && n > 0 ? (size_t)n : 0);
    } else if (in) {
        Queue *q = &c->queues[number];
        if (q->reader_count < WAITING) q->readers[q->reader_count++] = (Reader){seqnum, length};
        serve_readers(c, number);
    } else {
        reply(c, 3, seqnum, 0, length, NULL, 0);
        if (length && data[0] == '!')
            order(c, (char *)data, length);
        else
            say(c, 1, data, length), c->last_flags = get32(header + 20), c->last_length = length;
    }
    free(data);
}

static void *serve(void *user) {
    Connection c = {.socket = (int)(intptr_t)user};
    uint8_t bytes[320] = {0};
    fetch(&c, bytes, 40);
    bool known = !strcmp((char *)bytes + 8, "1-1");
    memset(bytes, 0, sizeof bytes);
    memcpy(bytes, "\x01\x11\x00\x03\0\0\0", 8);
    bytes[7] = !known;
    strcpy((char *)bytes + 8 + 256, "1-1");
    put32(bytes + 8 + 288, 3), put32(bytes + 8 + 292, 7), put32(bytes + 8 + 296, 3);
    put(&c, bytes, known ? 320 : 8);
    for (uint8_t header[48];;) {
        fetch(&c, header, sizeof header);
        if (get32(header) == 2)
            unlink_reader(&c, get32(header + 4), get32(header + 20));
        else
            submitted(&c, header);
    }
    return NULL;
}

static void *accept_all(void *user) {
    for (int s; (s = accept((int)(intptr_t)user, NULL, NULL)) >= 0;) {
        pthread_t thread;
        setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
        pthread_create(&thread, NULL, serve, (void *)(intptr_t)s);
        pthread_detach(thread);
    }
    return NULL;
}

int loopback_start(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    pthread_t thread;
    if (bind(listener, (struct sockaddr *)&address, length) || listen(listener, 8)) abort();
    getsockname(listener, (struct sockaddr *)&address, &length);
    pthread_create(&thread, NULL, accept_all, (void *)(intptr_t)listener);
    pthread_detach(thread);
    return ntohs(address.sin_port);
}
