// A USB/IP server in a thread, on its own loopback port, that exports one device, 1-1: bytes written to endpoint 0x02 are read
// from 0x81. Text that begins with "!" is a command, for behaviour that only a device can have; loopback.c lists the commands.
#ifndef LOOPBACK_H
#define LOOPBACK_H

int loopback_start(void); // returns its port

#endif
