#include <gnutls/abstract.h>
#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>

// `gnutls_free` is a variable.
static inline void datum_free(gnutls_datum_t *datum) { gnutls_free(datum->data); }
