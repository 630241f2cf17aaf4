
/** Time-out without a limit. */
#define THE_PREFIX_FOREVER INT64_C(-1)
/** Converts milliseconds or seconds to nanoseconds. */
#define THE_PREFIX_MILLISECONDS(number) ((int64_t)(number) * INT64_C(1000000))
#define THE_PREFIX_SECONDS(number) ((int64_t)(number) * INT64_C(1000000000))
