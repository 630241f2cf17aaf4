#include "engine.hpp"

std::string engine::model(int year) { return "M" + std::to_string(year); }
