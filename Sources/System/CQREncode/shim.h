// libqrencode.
#include <qrencode.h>
