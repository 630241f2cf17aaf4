#include "dates.h"

time_t hs_date_seconds(hotshoe_camera_date date) {
    hotshoe_optional_int64 milliseconds = {0};
    int64_t year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0;
    if (!date.bits) return 0;
    if (hotshoe_camera_date_get_milliseconds_since1970(date, &milliseconds) == HOTSHOE_OK && milliseconds.has_value)
        return (time_t)(milliseconds.value / 1000);
    hotshoe_camera_date_get_year(date, &year);
    hotshoe_camera_date_get_month(date, &month);
    hotshoe_camera_date_get_day(date, &day);
    hotshoe_camera_date_get_hour(date, &hour);
    hotshoe_camera_date_get_minute(date, &minute);
    hotshoe_camera_date_get_second(date, &second);
    struct tm time = {.tm_year = (int)year - 1900, .tm_mon = (int)month - 1, .tm_mday = (int)day, .tm_hour = (int)hour,
        .tm_min = (int)minute, .tm_sec = (int)second, .tm_isdst = -1};
    time_t seconds = mktime(&time);
    return seconds == (time_t)-1 ? 0 : seconds;
}
