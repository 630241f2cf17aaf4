// Names and shapes that emitted code finds hard: each stands for what it is called.
#include <stress/stress.hpp>

#include "../cpp/failures.hpp"

static void types_of_swift() {
  const stress::span_type span{2, 5};
  CHECK(stress::mixed(span, stress::sequence::first, stress::optional::one).get<stress::result::won>().value == 3);
  CHECK(stress::mixed(span, stress::sequence::first, std::nullopt).is<stress::result::lost>());
  CHECK(span.widened_by(1) == (stress::span_type{1, 6}));
  CHECK(stress::joined({"a", "b"}, stress::string_type{"-"}).text == "a-b");
  std::int64_t sum = 0;
  for (const auto number : stress::numbers(4)) sum += number;
  CHECK(sum == 6);
  CHECK(stress::doubled(4).get() == 8);
  try {
    stress::doubled(0).get();
    CHECK(false);
  } catch (const stress::cancelled_error &) {
  }
}

struct my_visitor : stress::visitor_base {
  std::int64_t status() override { return 3; }
  std::int64_t release(std::int64_t function) override { return function + 1; }
  std::vector<std::string> refuse(std::int64_t completion, std::string_view held) override {
    return {std::to_string(completion), std::string(held)};
  }
};
struct my_context : stress::context_base {
  std::int64_t context() override { return 10; }
};
struct my_completion : stress::completion_type_base {
  std::int64_t complete() override { return 4; }
};
struct my_inner : stress::outer_inner_base {
  std::int64_t inner() override { return 20; }
};
struct my_outer_inner : stress::stress_outer_inner_base {
  std::int64_t outer_inner() override { return 5; }
};

static void implementations() {
  CHECK((stress::visit(std::make_shared<my_visitor>()) == std::vector<std::string>{"4", "held"}));
  CHECK(stress::contexts(std::make_shared<my_context>(), std::make_shared<my_completion>()) == 14);
  CHECK(stress::inner(std::make_shared<my_inner>(), std::make_shared<my_outer_inner>()) == 25);
}

static void equal_names() {
  CHECK(stress::measure::m != stress::measure::m_2 && stress::measure::mm != stress::measure::mm_2);
  const stress::amount small = stress::amount::m{3}, large = stress::amount::m_2{0.5};
  CHECK(small.get<stress::amount::m>().value == 3 && large.get<stress::amount::m_2>().value == 0.5);
  CHECK(!large.is<stress::amount::m>() && small.is_m_case() && !small.is_m_2() && !small.is_is_m() && large.is_m_2());
  const stress::fields fields{1, 2, 3, 4};
  CHECK(fields.a_b == 1 && fields.a_b_2 == 2 && fields.class_2 == 4);
  const stress::members members;
  CHECK(members.mix(1, 2) == 12 && members.own(3, 4) == 34 && members.used(1, 2, 3) == 123);
  CHECK(members.call([](std::int64_t number) { return number * 2; }, 5, 1) == 11);
  CHECK(stress::own(1, 2) == 12);
  const auto pair = stress::pair();
  CHECK(pair.a_b == 1 && pair.a_b_2 == 2);
  const stress::both both = stress::both::both_case{1, 2};
  CHECK(both.is_both() && both.get<stress::both::both_case>().a_b_2 == 2);
  CHECK(stress::a::b_c != stress::a::d && stress::a_b::c_2 != stress::a_b::e);
}

static void shapes() {
  stress::bell bell;
  bell.ring().get();
  CHECK(stress::boxed(3) < stress::boxed(4) && to_string(stress::boxed(3)) == "a box of 3");
  CHECK(stress::boxed_opaque(7).value.number() == 7);
  CHECK(stress::weigh(stress::boxed_stone(2)) == 3 && stress::weigh(stress::stone{2}) == 2);
  CHECK(stress::sum() == 14);
  CHECK(stress::sum(2, {}, {}, {}, {}, 11) == 25);
  const stress::length length{3};
  CHECK(2.0 * length == stress::length{6} && length * 2.0 == stress::length{6} && length + length == stress::length{6});
  CHECK(std::int64_t(5) - length == stress::length{2});
  const stress::link60 last;
  CHECK(last.level() == 60 && last.own1() == 1);
  CHECK(stress::link0(last).level() == 60);
}

int main() {
  types_of_swift();
  implementations();
  equal_names();
  shapes();
  return finish();
}
