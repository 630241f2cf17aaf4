/* Dates of a camera as times of this computer. */
#ifndef HS_DATES_H
#define HS_DATES_H

#include <hotshoe/hotshoe.h>
#include <time.h>

/** A date as seconds of 1970; a date without an offset from UTC is a time of this computer's zone. 0: unknown. Borrows it. */
time_t hs_date_seconds(hotshoe_camera_date date);

#endif
