// Protocols of the library, implemented by C++ classes.
#include "check.hpp"

using namespace kitchen;

namespace {

// All that must be there, and nothing else.
struct smallest_chef : chef_base {
  std::string name() override { return "Minna"; }
  std::string greet(std::string_view guest) override { return "hm, " + std::string(guest); }
  void rest(completion<void> done) override { done(); }
};

struct full_chef : chef_base {
  std::string name() override { return "Max"; }
  std::string greet(std::string_view guest) override { return "hello " + std::string(guest); }
  std::int64_t taste(const dish &dish) override {
    if (dish.name == "soap") throw error(kitchen::kitchen_error(kitchen::kitchen_error::missing{"taste"}));
    return 9;
  }
  void cook(const recipe &recipe, completion<dish> done) override {
    if (recipe.title == "stone") throw std::runtime_error("too hard");
    std::thread([done, title = recipe.title]() mutable { done(dish{"cooked " + title}); }).detach();
  }
  void rest(completion<void> done) override { done(); }
  std::int64_t stars() override { return 3; }
  std::string motto() override { return "all by hand"; }
};

struct grandchild : full_chef {
  std::string name() override { return "Mia"; }
};

struct decider : head_chef_base {
  std::string name() override { return "Dora"; }
  std::string greet(std::string_view) override { return "?"; }
  void rest(completion<void> done) override { done(); }
  bool decide(doneness wanted) override { return wanted == doneness::rare; }
};

struct my_thermometer : thermometer_base {
  double shown = 36.6;
  double degrees() override { return shown; }
  double read() override { return shown; }
};

}  // namespace

static void members() {
  const chef max = std::make_shared<full_chef>();
  CHECK(max.name() == "Max" && max.stars() == 3 && max.motto() == "all by hand");
  CHECK(max.greet("you") == "hello you");
  CHECK(max.taste(dish{"soup"}) == 9);
  CHECK(max.cook(recipe{"leek"}).get().name == "cooked leek");
  max.rest().get();
  CHECK(hire(max) == "Max");
  CHECK(audition(max, recipe{"leek"}).get() ==
        (std::vector<std::string>{"hello guest", "cooked leek", "9", "all by hand, with 3 stars"}));
  CHECK(echo_chef(max).name() == "Max");
  CHECK(best_of({max, std::make_shared<smallest_chef>()})->name() == "Max");
  CHECK(!best_of({}));
}

static void defaults() {
  const chef minna = std::make_shared<smallest_chef>();
  CHECK(minna.stars() == 0 && minna.motto() == "Minna cooks");
  CHECK(minna.introduction() == "Minna cooks, with 0 stars");
  try {
    minna.cook(recipe{"x"}).get();
    CHECK(false);
  } catch (const error &thrown) {
    CHECK(thrown.status() == status::not_available);
  }
  CHECK_THROWS(error, minna.taste(dish{"x"}));
  minna.rest().get();
}

static void failing() {
  const chef max = std::make_shared<grandchild>();
  CHECK(max.name() == "Mia" && max.stars() == 3);
  try {
    max.taste(dish{"soap"});
    CHECK(false);
  } catch (const error &thrown) {
    CHECK(thrown.as<kitchen::kitchen_error>()->get<kitchen::kitchen_error::missing>().value == "taste");
  }
  try {
    max.cook(recipe{"stone"}).get();
    CHECK(false);
  } catch (const error &thrown) {
    CHECK(std::string(thrown.what()) == "too hard");
  }
}

static void lifetime() {
  const auto mine = std::make_shared<full_chef>();
  {
    const chef held = mine;
    const chef copy = held;
    CHECK(mine.use_count() == 2);
  }
  CHECK(mine.use_count() == 1);
}

static void the_librarys_own() {
  const house_chef house("Hanna");
  const chef any = house;
  CHECK(any.name() == "Hanna" && hire(house) == "Hanna");
  CHECK(head_chef(house).decide(doneness::rare) && !head_chef(house).decide(doneness::well_done));
  CHECK(house.cook(recipe{"pie"}).get().name == "pie");
  CHECK(certified(jar{"plums"}).certificate() == "jar of plums" && jar::authority() == "Jar Office");
  const head_chef dora = std::make_shared<decider>();
  CHECK(dora.decide(doneness::rare) && !dora.decide(doneness::medium));
  CHECK(hire(dora) == "Dora");
  CHECK(warm(make_thermometer(), 2) == 22 && make_thermometer(30).read() == 30);
  const auto mine = std::make_shared<my_thermometer>();
  CHECK(thermometer(mine).read() == 36.6);
}

int main() {
  run("members", members);
  run("defaults", defaults);
  run("failing", failing);
  run("lifetime", lifetime);
  run("the library's own", the_librarys_own);
  return finish();
}
