/* The ports of this library: cameras that libgphoto2 does not detect. */
#ifndef HS_PORTS_H
#define HS_PORTS_H

#include <gphoto2/gphoto2-port.h>

/** The type of these ports: one that libgphoto2 examines for cameras. The library of ports with a type is the first one that has some. */
#define HS_PORT_TYPE GP_PORT_USB_SCSI

/** The class that models of this library are recognised by: beyond the numbers of USB, which have a byte. */
enum { HS_PORT_CLASS = 0x4853, HS_PORT_SUBCLASS_ANY = 1, HS_PORT_SUBCLASS_SIMULATED = 2 };

#endif
