/* Text: UTF-8 with a size; borrowed on the way in, the program's own on the way out. */
#include "fixture.h"

static kitchen_string sized(const char *characters, size_t size) {
    kitchen_string text;
    text.data = characters;
    text.size = size;
    return text;
}

static void whole(void) {
    kitchen_string gotten = {NULL, 0};
    CHECK_TEXT(kitchen_echo_string(kitchen_text(""), &text), "");
    CHECK_TEXT(kitchen_echo_string(kitchen_text("cr\xc3\xaape"), &text), "cr\xc3\xaape");
    CHECK_TEXT(kitchen_echo_string(kitchen_text("a text that is longer than what fits into a word"), &text),
               "a text that is longer than what fits into a word");
    CHECK_OK(kitchen_echo_string(sized("a\0b", 3), &gotten));
    CHECK(gotten.size == 3 && memcmp(gotten.data, "a\0b", 4) == 0); /* and a NUL that is not counted */
    kitchen_string_free(&gotten);
    CHECK(!gotten.data && gotten.size == 0);
    kitchen_string_free(&gotten);
    kitchen_string_free(NULL);
}

static void borrowed(void) {
    char mine[] = "mine", part[] = {'p', 'a', 'r', 't'};
    kitchen_string gotten = {NULL, 0};
    CHECK_OK(kitchen_echo_string(sized(mine, 4), &gotten));
    mine[0] = 'w';
    CHECK(is_text(gotten, "mine"));
    kitchen_string_free(&gotten);
    CHECK_TEXT(kitchen_echo_string(sized(part, sizeof part), &text), "part");
    CHECK_TEXT((text = kitchen_string_copy(sized(part, 3)), 0), "par");
}

static void refused(void) {
    static const char *const wrong[] = {"\xff", "a\xc3", "\xed\xa0\x80", "\xc0\x80", "\xf4\x90\x80\x80", "\x80"};
    kitchen_string gotten = {NULL, 0};
    size_t index;
    for (index = 0; index < sizeof wrong / sizeof *wrong; index++) {
        CHECK_STATUS(kitchen_echo_string(kitchen_text(wrong[index]), &gotten), KITCHEN_ERROR_INVALID_TEXT);
    }
    CHECK_STATUS(kitchen_echo_string(kitchen_text(NULL), &gotten), KITCHEN_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(kitchen_echo_string(sized("x", SIZE_MAX), &gotten), KITCHEN_ERROR_TOO_LARGE);
    CHECK_STATUS(kitchen_echo_string(kitchen_text("x"), NULL), KITCHEN_ERROR_INVALID_ARGUMENT);
    CHECK(!gotten.data);
}

static void none(void) {
    kitchen_string gotten = sized("x", 1);
    CHECK_OK(kitchen_echo_optional_text(kitchen_text(NULL), &gotten));
    CHECK(!gotten.data && gotten.size == 0);
    CHECK_OK(kitchen_echo_optional_text(kitchen_text(""), &gotten));
    CHECK(gotten.data && gotten.size == 0);
    kitchen_string_free(&gotten);
    CHECK_TEXT(kitchen_echo_optional_text(kitchen_text("x"), &text), "x");
    CHECK_STATUS(kitchen_echo_optional_text(kitchen_text("\xff"), &gotten), KITCHEN_ERROR_INVALID_TEXT);
}

static void other_types(void) {
    kitchen_string gotten;
    kitchen_uuid identifier, same;
    CHECK_TEXT(kitchen_echo_character(kitchen_text("\xc3\xa9"), &text), "\xc3\xa9");
    CHECK_STATUS(kitchen_echo_character(kitchen_text("two"), &gotten), KITCHEN_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(kitchen_echo_character(kitchen_text(""), &gotten), KITCHEN_ERROR_INVALID_ARGUMENT);
    CHECK_TEXT(kitchen_echo_url(kitchen_text("https://example.org/a?b"), &text), "https://example.org/a?b");
    CHECK_STATUS(kitchen_echo_url(kitchen_text(""), &gotten), KITCHEN_ERROR_INVALID_ARGUMENT);
    memset(&identifier, 0xab, sizeof identifier);
    identifier.bytes[15] = 0xcd;
    memset(&same, 0, sizeof same);
    CHECK_OK(kitchen_echo_identifier(identifier, &same));
    CHECK(memcmp(&identifier, &same, sizeof same) == 0);
}

static void extensions(void) {
    int64_t three = 3;
    CHECK_TEXT(kitchen_string_get_called_out(kitchen_text("soup"), &text), "SOUP!");
    CHECK_TEXT(kitchen_string_repeated(kitchen_text("ab"), NULL, &text), "abab");
    CHECK_TEXT(kitchen_string_repeated(kitchen_text("ab"), &three, &text), "ababab");
}

int main(void) {
    RUN(whole);
    RUN(borrowed);
    RUN(refused);
    RUN(none);
    RUN(other_types);
    RUN(extensions);
    return finish();
}
