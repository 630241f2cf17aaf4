#include <hotshoe/hotshoe.hpp>

#include <iostream>

int main() {
  const auto aperture = hotshoe::aperture::f5_6();
  const hotshoe::common_value value = hotshoe::common_value::aperture{aperture};
  if (!value.is<hotshoe::common_value::aperture>()) return 1;
  std::cout << value << '\n';
  return to_string(value) == to_string(aperture) ? 0 : 2;
}
