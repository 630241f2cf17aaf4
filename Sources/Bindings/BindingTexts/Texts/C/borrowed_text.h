
/** Borrows a C string as text; null becomes an absent text. */
static inline the_prefix_string the_prefix_text(const char *text) {
    the_prefix_string string;
    string.data = text;
    string.size = text ? strlen(text) : 0;
    return string;
}
