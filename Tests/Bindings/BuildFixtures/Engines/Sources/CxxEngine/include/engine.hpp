#pragma once

#include <string>

namespace engine {

/// A motor.
class Motor {
public:
    int speed() const { return value; }
    void accelerate(int by) { value += by; }

private:
    int value = 0;
};

/// The name of the model of a year.
std::string model(int year);

} // namespace engine
