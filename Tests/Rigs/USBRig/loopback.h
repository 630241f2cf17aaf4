// A USB/IP server in a thread, on a port of its own on loopback, that exports one device, 1-1: what is written to endpoint 0x02 is read
// from 0x81. What begins with "!" is an order, for things that only a device can do; loopback.c lists them.
#ifndef LOOPBACK_H
#define LOOPBACK_H

int loopback_start(void); // returns its port

#endif
