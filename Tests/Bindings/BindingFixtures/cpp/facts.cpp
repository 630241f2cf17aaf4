// Values of any type, structures of Foundation, and queues of the system.
#include <atomic>
#include <map>
#include <string>

#include "check.hpp"

using namespace kitchen;

static void reading() {
  const std::map<std::string, any_value> all = facts();
  CHECK(all.size() == 16);
  CHECK(all.at("true").get_boolean() == true && !all.at("true").get_integer());
  CHECK(all.at("tiny").kind() == any_value::kind_type::integer && all.at("tiny").get_integer() == -5);
  CHECK(all.at("name").get_text() == "oven");
  CHECK(all.at("list").get_list()->size() == 3);
  CHECK(all.at("map").get_dictionary()->at("a").get_integer() == 1);
  CHECK(all.at("oven").kind() == any_value::kind_type::other);
  CHECK(explain(echo_fact(all.at("oven"))) == "Appliance oven");
  CHECK(to_string(all.at("large")) == "18446744073709551615");
}

static void made() {
  const auto lines = explain({{"b", any_value::list{{any_value::integer{5}, any_value::text{"salt"}}}}, {"a", any_value::none{}}});
  CHECK(lines.size() == 2 && lines[0] == "a: none" && lines[1] == "b: [Int 5, String salt]");
  const auto changed = transform(any_value::integer{5}, [](const any_value &fact) -> any_value {
    return any_value::number{static_cast<double>(*fact.get_integer()) / 2};
  });
  CHECK(changed == "Double 2.5");
  CHECK(echo_optional_fact(std::nullopt) == std::nullopt);
  CHECK_THROWS(invalid_argument_error, echo_key(any_value::list{}));
  CHECK((label{"soup", {{"hot", any_value::boolean{true}}}}.count() == 1));
}

static void geometry() {
  const cg_rect moved = move(cg_rect{{1, 2}, {3, 4}}, cg_point{10, 20});
  CHECK(moved == (cg_rect{{11, 22}, {3, 4}}));
  CHECK(area_of(cg_size{2, 3}) == 6);
  CHECK(end_of({5, 6}) == 11);
}

static void queues() {
  std::atomic<int> calls{0};
  const dispatch_queue mine("mine");
  call_back_on(mine, [&calls](std::string_view label) { calls += label == "mine" ? 1 : 100; });
  while (calls == 0) std::this_thread::yield();
  CHECK(calls == 1 && mine.label() == "mine");
  call_back_later_on(dispatch_queue::global(), [&calls] { ++calls; });
  while (calls == 1) std::this_thread::yield();
  CHECK(!has_queue(std::nullopt) && has_queue(mine));
}

int main() {
  run("reading", reading);
  run("made", made);
  run("geometry", geometry);
  run("queues", queues);
  return finish();
}
