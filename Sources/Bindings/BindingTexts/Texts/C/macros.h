#if defined(__GNUC__)
#define THE_PREFIX_API __attribute__((visibility("default")))
#define THE_PREFIX_DEPRECATED(message) __attribute__((deprecated(message)))
#else
#define THE_PREFIX_API
#define THE_PREFIX_DEPRECATED(message)
#endif

#define THE_PREFIX_ABI_FINGERPRINT UINT64_C(0xthe_fingerprint)
