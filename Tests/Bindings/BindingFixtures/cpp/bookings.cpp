// Values that must arrive as they were sent, delegates, and the causes of errors.
#include "check.hpp"

using namespace std::chrono_literals;

namespace {

struct my_delegate : kitchen::booking_delegate_base {
  std::vector<std::string> &guests;
  int &destroyed;

  my_delegate(std::vector<std::string> &list, int &count) : guests(list), destroyed(count) {}
  ~my_delegate() override { destroyed++; }
  void seated(std::string_view guest) override { guests.emplace_back(guest); }
};

void values() {
  CHECK(kitchen::seats() == "4 north");
  CHECK(kitchen::seats(std::nullopt) == "0 north");
  CHECK(kitchen::seats(std::nullopt, std::nullopt) == "0 anywhere");
  CHECK(kitchen::courses(std::nullopt) == -1);
  CHECK(kitchen::compared(1, 2) == -1 && kitchen::compared(2, 2) == 0 && kitchen::opposite(-1) == 1);
  CHECK_THROWS(kitchen::invalid_argument_error, kitchen::opposite(2));

  using clock = std::chrono::system_clock;
  for (const auto date : {clock::time_point(), clock::time_point(-8'000'000'000s), clock::time_point::max(), clock::time_point::min()}) {
    CHECK(kitchen::moved(date) == date);
  }
  CHECK_THROWS(std::range_error, kitchen::distant_year());

  CHECK(kitchen::priced("-12.50") == "-12.5");
  CHECK_THROWS(kitchen::invalid_argument_error, kitchen::priced("12abc"));

  const auto write = [](kitchen::bill bill) {
    bill.add("a");
    bill.nest("x", [](kitchen::bill part) {
      part.add("b");
      part.nest("y", [](kitchen::bill deeper) { deeper.add("c"); });
    });
    bill.add("d");
  };
  CHECK(kitchen::billed(write) == "ax(by(c))d");
  kitchen::bill bill;
  write(bill);
  CHECK(bill.text() == "ax(by(c))d");

  // What a function changes is the value that was lent, at any depth.
  const kitchen::bill_item soup("s"), none("");
  const auto positions = [&](kitchen::bill lent) {
    soup.write_into(lent);
    lent.nest("x", [&](kitchen::bill part) {
      soup.write_into(part);
      CHECK_THROWS(kitchen::kitchen_error, none.write_into(part));
    });
  };
  CHECK(kitchen::billed(positions) == "sx(s!)");
}

void delegates() {
  std::vector<std::string> guests;
  int destroyed = 0;
  kitchen::booking_desk desk;
  auto mine = std::make_shared<my_delegate>(guests, destroyed);
  desk.set_delegate(kitchen::booking_delegate(mine));
  CHECK(desk.seat("Ada"));
  CHECK(guests.size() == 1);
  // What is read is the program's own, and one object of the library stands for it.
  CHECK(kitchen::implementation_of<my_delegate>(*desk.delegate()) == mine);
  CHECK(kitchen::booking_desk::same(mine, mine));
  CHECK(!kitchen::booking_desk::same(mine, std::make_shared<my_delegate>(guests, destroyed)));
  CHECK(destroyed == 1);

  // The library keeps an observer until it is removed, and after that the program does.
  desk.add(mine);
  CHECK(desk.remove(mine));
  CHECK(!desk.remove(mine));
  CHECK(desk.seat("Max"));
  desk.add(mine);
  mine.reset();
  CHECK(destroyed == 1);
  CHECK(desk.seat("Eva"));
  CHECK(desk.remove(*desk.delegate()));
  CHECK(destroyed == 2);
  CHECK(!desk.seat("Tom"));
}

struct my_telephone : kitchen::telephone_base {
  int ended = 0;

  void connect(const kitchen::telephone_connect_done &done) override {
    done(1, [this] { ended++; });
  }
  void connect_prefix(std::int64_t prefix, const kitchen::telephone_connect_prefix_done &done) override {
    done(prefix, [this] { ended++; });
  }
  std::int64_t functions() override { return 3; }
  std::int64_t context(std::int64_t base, std::int64_t queue) override { return base + queue; }
};

// Members that differ in a label before a function, which receives a function.
void telephones() {
  auto mine = std::make_shared<my_telephone>();
  CHECK((kitchen::dial(mine) == std::vector<std::int64_t>{1, 9, 3, 3}));
  CHECK(mine->ended == 2);
  std::int64_t length = 0;
  kitchen::queued([&](std::int64_t queue) { length = queue; }, 5);
  CHECK(length == 5);
}

void errors() {
  struct no_table : std::runtime_error {
    using std::runtime_error::runtime_error;
  };
  try {
    kitchen::confirmed([](std::string_view) -> bool { throw no_table("no table"); });
    CHECK(false);
  } catch (const kitchen::error &failure) {
    CHECK(std::string(failure.what()) == "no table");
    CHECK_THROWS(no_table, std::rethrow_exception(failure.cause()));
  }
}

}  // namespace

int main() {
  run("values", values);
  run("delegates", delegates);
  run("telephones", telephones);
  run("errors", errors);
  return finish();
}
