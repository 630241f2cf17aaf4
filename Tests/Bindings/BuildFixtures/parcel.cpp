// A library that needs a shared library and a resource of another package: both lie beside it.
#include <fstream>
#include <parcel/parcel.hpp>
#include <set>
#include <string>

#include "../BindingFixtures/cpp/failures.hpp"

// The files of the process whose names begin with a word.
static std::set<std::string> mapped(const std::string &word) {
  std::ifstream maps("/proc/self/maps");
  std::set<std::string> found;
  for (std::string line; std::getline(maps, line);) {
    const auto slash = line.rfind('/');
    if (slash != std::string::npos && line.compare(slash + 1, word.size(), word) == 0) found.insert(line.substr(line.find('/')));
  }
  return found;
}

int main() {
  const parcel::parcel letter(parcel::size{100, 50, 5}, 45);
  CHECK(letter.stamps() == 3 && letter.count_stamps().get() == 3);
  CHECK(letter.rate() == "letter");
  CHECK(parcel::label_for(letter.size()) == "100 x 50 x 5");
  CHECK(parcel::file_manager::get_default().size("/there/is/none").depth == 0);
  CHECK(parcel::file_manager::get_default().size("/proc/sys/kernel/ostype").width == 220);
  const auto accepted = parcel::deliver(5, [](std::int64_t number, const auto &accept) {
    if (number % 2 == 0) accept();
  });
  CHECK(accepted == 3);
  try {
    parcel::parcel(parcel::size{1, 1, 1}, -1).stamps();
    CHECK(false);
  } catch (const parcel::error &thrown) {
    CHECK(std::string(thrown.what()).find("-1") != std::string::npos);
  }
  CHECK(mapped("libswiftCore").size() == 1);
  CHECK(mapped("libStamps").size() == 1);
  return finish();
}
