-- The fixture through the example of a language of one's own: each construct that has a form there, there and back.
local ffi = require "ffi"
local kitchen = require "kitchen"
local failures, checks = 0, 0

local function show(value)
    if type(value) ~= "table" then return tostring(value) end
    local keys, parts = {}, {}
    for key in pairs(value) do keys[#keys + 1] = key end
    table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
    for _, key in ipairs(keys) do parts[#parts + 1] = tostring(key) .. "=" .. show(value[key]) end
    return "{" .. table.concat(parts, ",") .. "}"
end

local function equal(found, expected, what)
    checks = checks + 1
    if show(found) == show(expected) then return end
    failures = failures + 1
    io.stderr:write(("%s: %s instead of %s\n"):format(what, show(found), show(expected)))
end

local function raises(text, call, ...)
    checks = checks + 1
    local isWell, message = pcall(call, ...)
    if not isWell and tostring(message):find(text, 1, true) then return end
    failures = failures + 1
    io.stderr:write(("%s instead of the error %s\n"):format(tostring(message), text))
end

local function echo(name, ...)
    for _, value in ipairs { ... } do equal(kitchen["echo" .. name](value), value, "echo" .. name) end
end

echo("", true, false)
echo("_int", 0, -1, 2 ^ 40)
echo("_double", 0.5, -1e300)
echo("_float", 0.25)
echo("_string", "", "a\0b", "Größe")
echo("_character", "é")
echo("_duration", 1.5, 0)
echo("_date", 86400)
echo("_url", "https://example.com/a?b")
echo("_identifier", ("0123456789abcdef"))
echo("_bytes", "", "\0\255x")
echo("_data", "data")
equal(kitchen.sum_of("\1\2\3"), 6, "sum_of")
equal(kitchen.echo_optional(nil), nil, "echo_optional")
echo("_optional", 7)
equal(kitchen.echo_optional_text(nil), nil, "echo_optional_text")
echo("_optional_text", "", "text")
echo("_numbers", {}, { 1, 2, 3 })
echo("_texts", { "a", "" })
echo("_matrix", { { 1 }, {}, { 2, 3 } })
echo("_dictionary", { one = 1, two = 2 })
echo("_nested", { a = { 1, 2 }, b = {} })
echo("_tuple", { item0 = 3, item1 = "three" })
echo("_labelled", { x = 0.5, name = "n" }, { x = 1 })
echo("_range", { lower = 1, upper = 5 })
echo("_closed_range", { lower = -0.5, upper = 0.5 })
echo("_position", { x = 1, y = 2 })
echo("_positions", { { x = 1, y = 2 }, { x = 3, y = 4 } })
echo("_quantity", { amount = 2, unit = kitchen.unit.piece })
echo("_doneness", kitchen.doneness.medium or 1)
echo("_course", { kind = "none" }, { kind = "soup", temperature = 60 }, { kind = "dessert", item0 = "ice", item1 = true })
local recipe = {
    title = "Bread", steps = { { text = "Bake.", minutes = 45 } }, servings = 4, time_ns = 3600, source = "a book",
    ingredients = { { name = "flour", quantity = { amount = 500, unit = 0 }, allergens = { "gluten" } } },
}
echo("_recipe", recipe)
echo("_recipes", { recipe, recipe })
echo("_later", "later")

-- Bad arguments raise the library's error, and nothing else happens.
raises("UTF-8", kitchen.echo_string, "\255")
raises("argument", kitchen.echo_range, { lower = 5, upper = 1 })
raises("no such case", kitchen.echo_course, { kind = "breakfast" })
raises("", kitchen.fail_with_stock)

-- Objects: methods, an argument that may be left out, inheritance by a cast, release, and a call after it.
local oven = kitchen.appliance.create("oven", 2000)
equal(oven:get_name(), "oven", "name")
oven:set_power(1500)
equal(oven:get_power(), 1500, "power")
equal(kitchen.appliance.create("default"):get_power(), 1000, "the default of the library")
equal(kitchen.echo_optional_object(oven):equal(oven), true, "the same object")
equal(kitchen.echo_optional_object(nil), nil, "no object")
equal(#kitchen.echo_appliances { oven, oven }, 2, "objects")
equal(kitchen.mixer.create(2000):as_appliance():get_power(), 2000, "superclass")
local gone = kitchen.appliance.create("gone")
gone:release()
raises("handle", gone.get_name, gone)
gone:release()

-- A call whose time has passed has no result, and is cancelled.
equal(kitchen.wait_forever(0.01), nil, "a time-out")

oven, gone = nil, nil
collectgarbage()
collectgarbage()
equal(kitchen.live_handles(), 0, "objects that were not released")
if checks < 60 then failures = failures + 1 end
print(("kitchen in Lua: %d checks, %d failed"):format(checks, failures))
os.exit(failures == 0 and 0 or 1)
