// Objects: who owns them, what is made of null, subclasses, errors that their members throw.
#include <sstream>
#include <unordered_set>

#include "check.hpp"

using namespace kitchen;

static void ownership() {
  appliance pan("pan");
  CHECK(live_handles() == 1);
  appliance copy = pan;
  CHECK(copy == pan && copy.get().bits == pan.get().bits);
  appliance stolen = std::move(pan);
  CHECK(!pan && stolen);
  CHECK_THROWS(invalid_handle_error, pan.name());
  pan = stolen;
  CHECK(pan.name() == "pan");
  pan = nullptr;
  copy = std::move(stolen);
  copy = *&copy;
  CHECK(copy.name() == "pan");
  const ::kitchen_appliance raw = copy.release();
  CHECK(!copy && raw.bits != 0);
  const appliance adopted = appliance::adopt(raw);
  const appliance shared = appliance::share(adopted.get());
  CHECK(shared.name() == "pan");
  const appliance none = nullptr;
  CHECK(!none);
}

static void members() {
  appliance pan("pan", 1200);
  CHECK(pan.power() == 1200 && appliance("pot").power() == 1000);
  pan.set_power(-1);
  CHECK(pan.power() == 0);
  CHECK(pan.start() == "pan hums" && pan.uses() == 1);
  CHECK(appliance::standard().name() == "kettle");
  CHECK(appliance::standard().is_stronger_than(pan));
  CHECK(appliance("a") != appliance("a"));
  std::unordered_set<appliance> set{pan, pan, appliance("pot")};
  CHECK(set.size() == 2);
}

static void subclasses() {
  const oven hot(250);
  CHECK(oven().temperature() == 180);
  CHECK(hot.start() == "oven heats to 250");
  CHECK(hot.door() == oven_door::closed);
  hot.set_door();
  CHECK(hot.door() == oven_door::open);
  const appliance base = hot;  // one more owner of the same oven
  CHECK(base.start() == "oven heats to 250" && base.name() == "oven");
  CHECK(base.as<oven>()->temperature() == 250);
  CHECK(!base.as<mixer>());
  CHECK(!oven::create_with_watts(0.5));
  CHECK(oven::create_with_watts(10)->power() == 10);
  mixer strong(5000);
  strong.set_speed(mixer_speed::fast);
  CHECK(strong.start() == "mixer turns at 9");
  CHECK(hot.is_stronger_than(mixer(1)));
}

static void failures_of_members() {
  try {
    mixer too_strong(6000);
    CHECK(false);
  } catch (const error &thrown) {
    CHECK(thrown.status() == status::failed);
    const auto failure = thrown.as<kitchen::kitchen_error>();
    CHECK(failure && failure->get<kitchen::kitchen_error::too_hot>().limit == 5000);
    CHECK(!thrown.as<stock_error>());
    CHECK(std::string(thrown.type()).find("KitchenError") != std::string::npos);
    CHECK(std::string(thrown.what()).find("5001") != std::string::npos);
    const error copy = thrown;
    CHECK(copy.get() == thrown.get());
  }
  try {
    fail_with(kitchen::kitchen_error::wrapped{{"stove", {1, 2}}});
    CHECK(false);
  } catch (const error &thrown) {
    CHECK(thrown.as<kitchen::kitchen_error>()->get<kitchen::kitchen_error::wrapped>().value.codes.at(1) == 2);
    CHECK(to_string(*thrown.as<kitchen::kitchen_error>()) == thrown.what());
  }
  try {
    fail_with_stock();
    CHECK(false);
  } catch (const std::exception &thrown) {
    CHECK(std::string(thrown.what()).find("flour") != std::string::npos);
  }
  const error made(kitchen::kitchen_error(kitchen::kitchen_error::missing{"salt"}));
  CHECK(made.as<kitchen::kitchen_error>()->get<kitchen::kitchen_error::missing>().value == "salt");
  CHECK(echo_error(made).as<kitchen::kitchen_error>() == made.as<kitchen::kitchen_error>());
  const error plain(status::not_available, "no salt");
  CHECK(plain.status() == status::not_available && std::string(plain.what()) == "no salt");
  CHECK(std::string(echo_error(plain).what()) == "no salt");
}

// An error is caught as its type, as an error of the library, and as an exception.
static void failures_by_type() {
  try {
    fail_with(kitchen::kitchen_error::missing{"salt"});
    CHECK(false);
  } catch (const stock_error &) {
    CHECK(false);
  } catch (const kitchen::kitchen_error &thrown) {
    CHECK(thrown.is_missing() && !thrown.is_closed() && thrown.get<kitchen::kitchen_error::missing>().value == "salt");
  }
  CHECK_THROWS(stock_error, fail_with_stock());
  CHECK_THROWS(error, fail_with_stock());
  CHECK_THROWS(std::exception, fail_with_stock());
  std::ostringstream text;
  try {
    mixer too_strong(6000);
  } catch (const error &thrown) {
    text << thrown << ", " << thrown.status() << ", " << to_string(thrown);
    CHECK(text.str() == std::string(thrown.what()) + ", " + to_string(status::failed) + ", " + thrown.what());
  }
  // A callback throws the value itself, which passes through the library.
  CHECK_THROWS(kitchen::kitchen_error, attempt([]() -> std::int64_t { throw kitchen::kitchen_error(kitchen::kitchen_error::closed{}); }));
  try {
    fail_with(kitchen::kitchen_error::closed{});
  } catch (...) {
    const std::exception_ptr kept = std::current_exception();
    CHECK_THROWS(kitchen::kitchen_error, attempt([&]() -> std::int64_t { std::rethrow_exception(kept); }));
  }
}

static void values_behind_handles() {
  cookbook book;
  CHECK(book.count() == 0 && !book[0]);
  book.add(recipe{"soup"});
  CHECK(book[0]->title == "soup" && book.at(0) == book[0]);
  CHECK(!book[-1] && !book[7]);
  CHECK(book.at("soup") == 4 && book.at("tea", 9) == 9);
  book.set_at("soup", 0, 6);
  CHECK(book.at("soup") == 6);
  book.set_title("broth");
  CHECK(book.title() == "broth");
  CHECK(book.titles(0).items.size() == 1 && book.titles(0).first() == "broth");
  CHECK(book.page(0).dropping(1).items.empty());
  const kitchen::length_page lengths = book.title_lengths();
  CHECK(lengths.items.size() == book.page(0).items.size());
  CHECK(echo_cookbook(book).count() == 1);
  book.remove_all();
  CHECK(book.count() == 0);
  CHECK(doubler()(21) == 42);
}

static void shelves() {
  const shelf top("top");
  top.store(ingredient{"flour", {2, unit::gram}, {}, {}});
  CHECK(top.contents().at("flour") == 2);
  CHECK(top.take("flour") == 1);
  try {
    top.take("flour", 5);
    CHECK(false);
  } catch (const error &thrown) {
    const auto failure = thrown.as<stock_error>();
    CHECK(failure && failure->get<stock_error::too_little>().missing == 4);
    CHECK(failure == stock_error(stock_error::too_little{"flour", 4}));
  }
  CHECK(top.recipe().ingredients.size() == 1);
  CHECK(top.label() == "top");
}

int main() {
  abi_check();
  run("ownership", ownership);
  run("members", members);
  run("subclasses", subclasses);
  run("failures", failures_of_members);
  run("failures by type", failures_by_type);
  run("values behind handles", values_behind_handles);
  run("shelves", shelves);
  return finish();
}
