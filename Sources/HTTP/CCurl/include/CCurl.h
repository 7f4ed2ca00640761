#ifndef CCURL_H
#define CCURL_H

#include <curl/curl.h>
#include <stdint.h>

// libcurl is loaded when it is first needed: it loads some thirty other libraries, which takes longer than the rest of
// the program's start. Its functions have the same names here, with the prefix c. Swift does not import variadic
// functions; these have one version for each type of argument.

/// Loads libcurl and initialises it; call it first, and once. CURLE_FAILED_INIT if libcurl.so.4 is missing.
CURLcode ccurl_global_init(void);

CURL *ccurl_easy_init(void);
/// Resets all options to those of a new handle.
void ccurl_easy_reset(CURL *easy);
void ccurl_easy_cleanup(CURL *easy);
CURLcode ccurl_easy_pause(CURL *easy, int bitmask);
const char *ccurl_easy_strerror(CURLcode code);

CURLcode ccurl_set_long(CURL *easy, CURLoption option, long value);
CURLcode ccurl_set_offset(CURL *easy, CURLoption option, int64_t value);
CURLcode ccurl_set_string(CURL *easy, CURLoption option, const char *value);
CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, void *value);
/// For CURLOPT_WRITEFUNCTION and CURLOPT_HEADERFUNCTION.
CURLcode ccurl_set_receiver(CURL *easy, CURLoption option, curl_write_callback value);
/// Cancelling never waits for a resolver's thread, if this libcurl supports that (7.87).
void ccurl_leave_resolver_behind(CURL *easy);

/// Limits the unread bytes in the kernel to about this many (SO_RCVBUF).
void ccurl_limit_socket(CURL *easy, long bytes);

long ccurl_long_info(CURL *easy, CURLINFO info);
int64_t ccurl_offset_info(CURL *easy, CURLINFO info);

CURLM *ccurl_multi_init(void);
void ccurl_multi_cleanup(CURLM *multi);
void ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value);
void ccurl_multi_add_handle(CURLM *multi, CURL *easy);
void ccurl_multi_remove_handle(CURLM *multi, CURL *easy);
void ccurl_multi_perform(CURLM *multi);
/// Returns when there is something to do, after `milliseconds`, or after a wake-up. Returns the number of sockets that
/// have something to do.
int ccurl_multi_poll(CURLM *multi, int milliseconds);
/// The only function that other threads may call.
void ccurl_multi_wakeup(CURLM *multi);
/// The next finished transfer, to be removed; NULL if there is none.
CURL *ccurl_next_finished(CURLM *multi, CURLcode *result);

struct curl_slist *ccurl_slist_append(struct curl_slist *list, const char *line);
void ccurl_slist_free_all(struct curl_slist *list);

#endif
