// The kernel's estimate of the clock's error, which Swift's Glibc module lacks.
#include <sys/timex.h>
