// Keeps curl's type-checking macros out of calls through the table below.
#define CURL_DISABLE_TYPECHECK
#include "CCurl.h"

#include <dlfcn.h>
#include <sys/socket.h>

// MARK: Loading

#define EACH_FUNCTION(X)                                                                            \
    X(curl_global_init)                                                                             \
    X(curl_easy_init) X(curl_easy_reset) X(curl_easy_cleanup) X(curl_easy_pause)                    \
    X(curl_easy_strerror) X(curl_easy_setopt) X(curl_easy_getinfo)                                  \
    X(curl_multi_init) X(curl_multi_cleanup) X(curl_multi_setopt)                                   \
    X(curl_multi_add_handle) X(curl_multi_remove_handle)                                            \
    X(curl_multi_perform) X(curl_multi_poll) X(curl_multi_wakeup) X(curl_multi_info_read)           \
    X(curl_slist_append) X(curl_slist_free_all)

#define DECLARE(name) __typeof__(&name) name;
#define LOAD(name) library.name = (__typeof__(&name))dlsym(handle, #name); if (!library.name) return CURLE_FAILED_INIT;

static struct {
    EACH_FUNCTION(DECLARE)
} library;

// exit() would run OpenSSL's clean-up while curl's thread still uses it. dlsym also searches libcurl's dependencies;
// another TLS library has no such function.
static void keep_openssl_at_exit(void *handle) {
    const uint64_t no_atexit = 0x00080000;  // OPENSSL_INIT_NO_ATEXIT
    int (*init)(uint64_t, const void *) = (int (*)(uint64_t, const void *))dlsym(handle, "OPENSSL_init_crypto");
    if (init) init(no_atexit, NULL);
}

CURLcode ccurl_global_init(void) {
    // Lazy binding: half of libcurl's 30 libraries resolve a function at its first call, which saves 2.5 million
    // instructions.
    void *handle = dlopen("libcurl.so.4", RTLD_LAZY | RTLD_LOCAL);
    if (!handle) return CURLE_FAILED_INIT;
    EACH_FUNCTION(LOAD)
    keep_openssl_at_exit(handle);
    return library.curl_global_init(CURL_GLOBAL_DEFAULT);
}

// MARK: Easy handles

CURL *ccurl_easy_init(void) {
    return library.curl_easy_init();
}

void ccurl_easy_reset(CURL *easy) {
    library.curl_easy_reset(easy);
}

void ccurl_easy_cleanup(CURL *easy) {
    library.curl_easy_cleanup(easy);
}

CURLcode ccurl_easy_pause(CURL *easy, int bitmask) {
    return library.curl_easy_pause(easy, bitmask);
}

const char *ccurl_easy_strerror(CURLcode code) {
    return library.curl_easy_strerror(code);
}

CURLcode ccurl_set_long(CURL *easy, CURLoption option, long value) {
    return library.curl_easy_setopt(easy, option, value);
}

CURLcode ccurl_set_offset(CURL *easy, CURLoption option, int64_t value) {
    return library.curl_easy_setopt(easy, option, (curl_off_t)value);
}

CURLcode ccurl_set_string(CURL *easy, CURLoption option, const char *value) {
    return library.curl_easy_setopt(easy, option, value);
}

CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, void *value) {
    return library.curl_easy_setopt(easy, option, value);
}

CURLcode ccurl_set_receiver(CURL *easy, CURLoption option, curl_write_callback value) {
    return library.curl_easy_setopt(easy, option, value);
}

void ccurl_leave_resolver_behind(CURL *easy) {
#if LIBCURL_VERSION_NUM >= 0x075700
    ccurl_set_long(easy, CURLOPT_QUICK_EXIT, 1);
#else
    (void)easy;
#endif
}

static int limit_socket(void *bytes, curl_socket_t socket, curlsocktype purpose) {
    (void)purpose;
    // Set before connecting, so that TCP announces an equally small window.
    int size = (int)(intptr_t)bytes;
    setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &size, sizeof size);
    return CURL_SOCKOPT_OK;
}

void ccurl_limit_socket(CURL *easy, long bytes) {
    library.curl_easy_setopt(easy, CURLOPT_SOCKOPTFUNCTION, limit_socket);
    library.curl_easy_setopt(easy, CURLOPT_SOCKOPTDATA, (void *)(intptr_t)bytes);
}

long ccurl_long_info(CURL *easy, CURLINFO info) {
    long value = 0;
    return library.curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}

int64_t ccurl_offset_info(CURL *easy, CURLINFO info) {
    curl_off_t value = 0;
    return library.curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}

// MARK: The multi handle

CURLM *ccurl_multi_init(void) {
    return library.curl_multi_init();
}

void ccurl_multi_cleanup(CURLM *multi) {
    library.curl_multi_cleanup(multi);
}

void ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    library.curl_multi_setopt(multi, option, value);
}

void ccurl_multi_add_handle(CURLM *multi, CURL *easy) {
    library.curl_multi_add_handle(multi, easy);
}

void ccurl_multi_remove_handle(CURLM *multi, CURL *easy) {
    library.curl_multi_remove_handle(multi, easy);
}

void ccurl_multi_perform(CURLM *multi) {
    int running_count = 0;
    library.curl_multi_perform(multi, &running_count);
}

int ccurl_multi_poll(CURLM *multi, int milliseconds) {
    int ready = 0;
    library.curl_multi_poll(multi, NULL, 0, milliseconds, &ready);
    return ready;
}

void ccurl_multi_wakeup(CURLM *multi) {
    library.curl_multi_wakeup(multi);
}

CURL *ccurl_next_finished(CURLM *multi, CURLcode *result) {
    int remaining_count = 0;
    CURLMsg *message;
    while ((message = library.curl_multi_info_read(multi, &remaining_count))) {
        if (message->msg != CURLMSG_DONE) continue;
        *result = message->data.result;
        return message->easy_handle;
    }
    return NULL;
}

// MARK: Lists

struct curl_slist *ccurl_slist_append(struct curl_slist *list, const char *line) {
    return library.curl_slist_append(list, line);
}

void ccurl_slist_free_all(struct curl_slist *list) {
    library.curl_slist_free_all(list);
}
