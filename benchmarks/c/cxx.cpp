// The same class through the header that the Swift compiler itself writes for C++.
#include "Bench-Swift.h"
#include "table.h"

#include <string>

namespace {
Bench::Meter &meter() {
    static Bench::Meter instance = Bench::Meter::init();
    return instance;
}
volatile long long keep;

void number(long count) {
    for (long i = 0; i < count; i++) keep = meter().getNumber();
}
// Converts to text that C++ can use, as the C functions return text that C can use.
void short_name(long count) {
    for (long i = 0; i < count; i++) keep = (long long)static_cast<std::string>(meter().getShortName()).size();
}
void long_name(long count) {
    for (long i = 0; i < count; i++) keep = (long long)static_cast<std::string>(meter().getLongName()).size();
}
void length(long count) {
    static const std::string text("eight byeight byeight byeight byeight byeight byeight byeight by");
    for (long i = 0; i < count; i++) keep = meter().length(swift::String(text));
}
void moved(long count) {
    auto point = Bench::Point::init(1, 2);
    for (long i = 0; i < count; i++) point = meter().moved(point);
    keep = (long long)point.getX();
}
void points(long count) {
    for (long i = 0; i < count; i++) {
        auto points = meter().getPoints();
        double x = 0;
        auto total = points.getCount();
        for (swift::Int j = 0; j < total; j++) x += points[j].getX();
        keep = (long long)x;
    }
}
} // namespace

extern "C" {
extern const measured cxx_number = number, cxx_short_name = short_name, cxx_long_name = long_name, cxx_length = length,
                      cxx_moved = moved, cxx_points = points, cxx_sum = nullptr;
}
