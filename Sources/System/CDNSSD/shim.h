// Types and constants only. Nothing is linked: the functions are looked up at run time, so that a program loads where the
// library is not installed.
#include <dns_sd.h>

// The types of those functions, as the header declares them.
typedef __typeof__(&DNSServiceBrowse) DNSServiceBrowseFunction;
typedef __typeof__(&DNSServiceQueryRecord) DNSServiceQueryRecordFunction;
typedef __typeof__(&DNSServiceRegister) DNSServiceRegisterFunction;
typedef __typeof__(&DNSServiceUpdateRecord) DNSServiceUpdateRecordFunction;
typedef __typeof__(&DNSServiceRefSockFD) DNSServiceRefSockFDFunction;
typedef __typeof__(&DNSServiceProcessResult) DNSServiceProcessResultFunction;
typedef __typeof__(&DNSServiceRefDeallocate) DNSServiceRefDeallocateFunction;
