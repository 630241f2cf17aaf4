// Memory of the program that the library reads or fills, and values that it changes.
#include <array>
#include <string>
#include <vector>

#include "check.hpp"

static void memory() {
  std::array<std::uint8_t, 4> bytes{};
  CHECK(kitchen::fill({bytes.data(), 3}, 5) == 3);
  CHECK(bytes[2] == 7 && bytes[3] == 0);
  kitchen::clear({bytes.data(), bytes.size()});
  CHECK(bytes[0] == 0);
  std::vector<std::int64_t> numbers{1, 2};
  kitchen::do_double({numbers.data(), numbers.size()});
  CHECK(numbers[1] == 4);
  const std::vector<float> floats{1.5f, 2};
  CHECK(kitchen::sum_of_scale(floats) == 3.5f && kitchen::sum_of_scale(floats, 10) == 35);
  CHECK(kitchen::checksum(std::vector<std::uint8_t>{1, 2, 3}) == 6);
  CHECK_THROWS(kitchen::error, kitchen::checksum({}));
}

// A text with a zero in it is none in C.
static void texts() {
  CHECK(kitchen::length_of("salt") == 4);
  CHECK_THROWS(kitchen::invalid_argument_error, kitchen::length_of(std::string("a\0b", 3)));
  CHECK(kitchen::context("soup").name() == "soup");
  CHECK_THROWS(kitchen::error, kitchen::context("soup", 3));
}

static void changed() {
  std::string text = "salt";
  kitchen::extend(text, "pepper");
  CHECK(text == "salt pepper");
  std::vector<std::int64_t> numbers{1, 2, 3};
  CHECK(kitchen::remove_last_of(numbers) == 3 && numbers.size() == 2);
  kitchen::recipe soup{"soup"};
  CHECK(kitchen::rename(soup, "stew") && soup.title == "stew");
  CHECK_THROWS(kitchen::error, kitchen::rename(soup, ""));
  CHECK(soup.title == "stew");
  kitchen::oven oven(100);
  const kitchen::oven other = oven;
  kitchen::replace(oven);
  CHECK(oven.temperature() == 110 && other.temperature() == 100);
  std::optional<std::string> some = "gone";
  kitchen::erase(some);
  CHECK(!some);
  kitchen::guests guests{};
  CHECK(guests.invite("Ada") == 1 && guests.invite("Max") == 2 && guests.names[0] == "Ada");
}

int main() {
  run("memory", memory);
  run("texts", texts);
  run("changed", changed);
  return finish();
}
