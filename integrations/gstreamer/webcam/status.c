#include "status.h"

#include <stdio.h>
#include <unistd.h>

static GMutex lock; /* guards standard output */

gchar *hw_status_quote(const gchar *text) {
    GString *result = g_string_new("\"");
    gchar *valid = g_utf8_make_valid(text, -1);
    for (const gchar *c = valid; *c; c++) {
        if (*c == '"' || *c == '\\') g_string_append_c(result, '\\');
        if ((guchar)*c < 0x20) g_string_append_printf(result, "\\u%04x", (guint)*c);
        else g_string_append_c(result, *c);
    }
    g_free(valid);
    g_string_append_c(result, '"');
    return g_string_free(result, FALSE);
}

static void print_line(const gchar *line) {
    g_mutex_lock(&lock);
    fputs(line, stdout);
    fputc('\n', stdout);
    fflush(stdout);
    g_mutex_unlock(&lock);
}

static void append(GString *line, const gchar *name, const gchar *text) {
    if (!text) return;
    gchar *quoted = hw_status_quote(text);
    g_string_append_printf(line, ",\"%s\":%s", name, quoted);
    g_free(quoted);
}

static GString *begin(const gchar *event) {
    GString *line = g_string_new(NULL);
    g_string_append_printf(line, "{\"event\":\"%s\"", event);
    return line;
}

static void end(GString *line) {
    g_string_append_c(line, '}');
    print_line(line->str);
    g_string_free(line, TRUE);
}

void hw_status_print(const gchar *event, const gchar *output, const gchar *message) {
    GString *line = begin(event);
    append(line, "output", output);
    append(line, "message", message);
    end(line);
}

void hw_status_ready(const gchar *output, const gchar *name, gint width, gint height, gdouble rate) {
    GString *line = begin("ready");
    gchar number[G_ASCII_DTOSTR_BUF_SIZE];
    append(line, "output", output);
    append(line, "name", name);
    g_string_append_printf(line, ",\"width\":%d,\"height\":%d,\"rate\":%s", width, height, g_ascii_formatd(number, sizeof number, "%g", rate));
    end(line);
}

/** Resident memory in KiB. */
static glong resident_memory(void) {
    glong total = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "re");
    if (!file) return 0;
    if (fscanf(file, "%ld %ld", &total, &resident) != 2) resident = 0;
    fclose(file);
    return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

void hw_status_numbers(const HwNumbers *numbers) {
    GString *line = begin("numbers");
    g_string_append_printf(line,
        ",\"received\":%" G_GUINT64_FORMAT ",\"sent\":%" G_GUINT64_FORMAT ",\"repeated\":%" G_GUINT64_FORMAT ",\"invalid\":%" G_GUINT64_FORMAT
        ",\"memory\":%ld",
        numbers->received, numbers->sent, numbers->repeated, numbers->invalid, resident_memory());
    end(line);
}
