/** Whether the loaded library was built with this header. */
static inline bool the_prefix_abi_matches(void) {
    return the_prefix_abi_version() == THE_PREFIX_ABI_VERSION && the_prefix_abi_fingerprint() == THE_PREFIX_ABI_FINGERPRINT;
}
