// The library hotshoe_cpp: the definitions of the functions of <hotshoe/hotshoe.hpp>.
#include <hotshoe/hotshoe_definitions.hpp>
