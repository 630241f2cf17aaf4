// Types and constants only. Nothing is linked: the functions are looked up at run time, so that a program loads where the
// library is not installed.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

// The types of those functions, as the header declares them.
typedef __typeof__(&curl_global_init) CurlGlobalInit;
typedef __typeof__(&curl_easy_init) CurlEasyInit;
typedef __typeof__(&curl_easy_cleanup) CurlEasyCleanup;
typedef __typeof__(&curl_easy_pause) CurlEasyPause;
typedef __typeof__(&curl_easy_strerror) CurlEasyStrError;
typedef __typeof__(&curl_slist_append) CurlListAppend;
typedef __typeof__(&curl_slist_free_all) CurlListFree;
typedef __typeof__(&curl_multi_init) CurlMultiInit;
typedef __typeof__(&curl_multi_cleanup) CurlMultiCleanup;
typedef __typeof__(&curl_multi_add_handle) CurlMultiAdd;
typedef __typeof__(&curl_multi_remove_handle) CurlMultiRemove;
typedef __typeof__(&curl_multi_perform) CurlMultiPerform;
typedef __typeof__(&curl_multi_poll) CurlMultiPoll;
typedef __typeof__(&curl_multi_wakeup) CurlMultiWakeUp;
typedef __typeof__(&curl_multi_info_read) CurlMultiInfoRead;

// Swift cannot call functions with a variable number of arguments: one function for each type of argument, which calls the function at
// the address `function`.
static inline CURLcode hotshoeCurlSetLong(const void *function, CURL *handle, CURLoption option, long value) {
    return ((__typeof__(&curl_easy_setopt))function)(handle, option, value);
}
static inline CURLcode hotshoeCurlSetOffset(const void *function, CURL *handle, CURLoption option, curl_off_t value) {
    return ((__typeof__(&curl_easy_setopt))function)(handle, option, value);
}
static inline CURLcode hotshoeCurlSetPointer(const void *function, CURL *handle, CURLoption option, const void *value) {
    return ((__typeof__(&curl_easy_setopt))function)(handle, option, value);
}
static inline CURLcode hotshoeCurlSetWriter(const void *function, CURL *handle, curl_write_callback value) {
    return ((__typeof__(&curl_easy_setopt))function)(handle, CURLOPT_WRITEFUNCTION, value);
}
static inline CURLcode hotshoeCurlSetHeader(const void *function, CURL *handle, curl_write_callback value) {
    return ((__typeof__(&curl_easy_setopt))function)(handle, CURLOPT_HEADERFUNCTION, value);
}
static inline CURLcode hotshoeCurlGetLong(const void *function, CURL *handle, CURLINFO info, long *value) {
    return ((__typeof__(&curl_easy_getinfo))function)(handle, info, value);
}
static inline CURLMcode hotshoeCurlMultiSetLong(const void *function, CURLM *handle, CURLMoption option, long value) {
    return ((__typeof__(&curl_multi_setopt))function)(handle, option, value);
}

// The transfer that has ended, and its result: a member of a union, and a message that is no end.
static inline CURL *hotshoeCurlEnded(const CURLMsg *message) {
    return message->msg == CURLMSG_DONE ? message->easy_handle : 0;
}
static inline CURLcode hotshoeCurlResult(const CURLMsg *message) { return message->data.result; }
