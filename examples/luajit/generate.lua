-- A back end for a language of your own: writes a LuaJIT module from the JSON document of hotshoe-bindgen.
--
--     luajit generate.lua hotshoe.json > hotshoe.lua
--
-- It needs the document only, no header and no compiler. Functions of the program (callbacks) are left out, because LuaJIT cannot be
-- called from other threads: the module has the calls that wait. docs/adding-a-language.md describes the document.
local json = require "cjson"

local file = assert(io.open(assert(arg[1], "usage: luajit generate.lua LIBRARY.json"), "r"))
local api = json.decode(file:read "*a")
local prefix = api.library
local out = {}

local function line(...) out[#out + 1] = string.format(...) end

-- ---- C declarations --------------------------------------------------------------------------------------------------

local function ctype(type)
    if type.kind == "pointer" then return (type.is_constant and "const " or "") .. ctype(type.pointee) .. " *" end
    return type.kind == "void" and "void" or type.kind == "character" and "char" or type.name
end

local function fields(list)
    local parts = {}
    for _, field in ipairs(list) do
        parts[#parts + 1] = ("%s %s%s;"):format(ctype(field.type or field.value.type), field.name, field.count and "[" .. field.count .. "]" or "")
    end
    return #parts > 0 and table.concat(parts, " ") or "char nothing;"
end

local function members(conversion)
    local element = conversion.element and ctype(conversion.element.type)
    local kind = conversion.kind
    if kind == "optional" then return ("bool has_value; %s value;"):format(element) end
    if kind == "array" or kind == "set" then return ("%s *data; size_t count;"):format(element) end
    if kind == "map" then return ("%s *data; size_t count;"):format(conversion.entry) end
    if kind == "range" or kind == "closed_range" then return ("%s lower; %s upper;"):format(element, element) end
    if kind ~= "variant" then return fields(conversion.fields) end
    local parts = {}
    for _, each in ipairs(conversion.cases) do
        if #each.fields > 0 then parts[#parts + 1] = ("struct { %s } %s;"):format(fields(each.fields), each.name) end
    end
    return "int32_t kind;" .. (#parts > 0 and " union { " .. table.concat(parts, " ") .. " } as;" or "")
end

local function prototype(name, returns, parameters)
    local parts = {}
    for _, parameter in ipairs(parameters) do
        -- A pointer to a function is never called: any pointer represents it.
        parts[#parts + 1] = parameter.type.kind == "function" and "void *" or ctype(parameter.type)
    end
    line("%s %s(%s);", returns, name, #parts > 0 and table.concat(parts, ", ") or "void")
end

local function declarations()
    line("typedef int32_t %s_status;", prefix)
    line("typedef struct %s_error %s_error;", prefix, prefix)
    for _, each in ipairs(api.runtime.structures) do line("typedef struct { %s } %s;", fields(each.members), each.name) end
    for _, each in ipairs(api.handles) do line("typedef struct { uint64_t bits; } %s;", each.name) end
    for _, each in ipairs(api.types) do
        if each.kind == "enumeration" then line("typedef int32_t %s;", each.name) end
    end
    for _, each in ipairs(api.conversions) do
        if each.is_declaration then
            if each.entry then
                line("typedef struct { %s key; %s value; } %s;", ctype(each.key.type), ctype(each.element.type), each.entry)
            end
            line("typedef struct { %s } %s;", members(each), each.type.name)
            if each.free then line("void %s(%s *);", each.free, each.type.name) end
        end
    end
    for _, each in ipairs(api.interfaces) do line("typedef struct %s %s;", each.table, each.table) end
    for _, each in ipairs(api.runtime.functions) do prototype(each.name, ctype(each.returns), each.parameters) end
    for _, each in ipairs(api.functions) do prototype(each.name, prefix .. "_status", each.parameters) end
end

-- ---- Conversions -----------------------------------------------------------------------------------------------------

local conversions, frees = {}, {}
for _, each in ipairs(api.conversions) do
    conversions[each.word] = each
    if each.free then frees[each.type.name] = each.free end
end

-- The function that frees the contents of a result; nil if there are none, or if an object owns them.
local function free(value)
    if value.shape == "text" then return prefix .. "_string_free" end
    if value.shape == "bytes" then return not value.is_borrowed and prefix .. "_bytes_free" or nil end
    if value.shape ~= "aggregate" or value.is_plain then return nil end
    return frees[value.type.name] or free(conversions[value.word].element)
end

-- Lua expressions that convert a value.
local function to(value, expression) return ("to['%s'](%s, keep)"):format(value.word, expression) end
local function from(value, expression) return ("from['%s'](%s)"):format(value.word, expression) end

local simple = {
    scalar = { "return v", "return tonumber(c) or c" },
    enumeration = { "return v", "return c" },
    duration = { "return v * 1e9", "return tonumber(c) / 1e9" },
    date = { "return v * 1e9", "return tonumber(c) / 1e9" },
    text = { "return text(v, keep)", "return c.data ~= nil and ffi.string(c.data, c.size) or nil" },
    uuid = { "local c = ffi.new('@_uuid') ffi.copy(c.bytes, v, 16) return c", "return ffi.string(c.bytes, 16)" },
    error = { "error('an error as an argument')", "return failure(c)" },
}

local function record(list, target, source)
    for _, field in ipairs(list) do line("  %s['%s'] = %s", target, field.name, to(field.value, ("%s['%s']"):format(source, field.name))) end
end

local function tableOf(list, source)
    local parts = {}
    for _, field in ipairs(list) do parts[#parts + 1] = ("['%s'] = %s"):format(field.name, from(field.value, ("%s['%s']"):format(source, field.name))) end
    return table.concat(parts, ", ")
end

local writers = {}

function writers.optional(each, c)
    local element = each.element
    line("to['%s'] = function(v, keep) local c = ffi.new('%s') if v == nil then return c end", each.word, c)
    if each.is_declaration and element.type.name ~= each.type.name then
        line("  c.has_value, c.value = true, %s return c end", to(element, "v"))
        line("from['%s'] = function(c) if c.has_value then return %s end end", each.word, from(element, "c.value"))
    else
        line("  return %s end", to(element, "v"))
        local isNone = element.shape == "handle" and "c.bits == 0" or element.shape == "error" and "c == nil" or "c.data == nil"
        line("from['%s'] = function(c) if not (%s) then return %s end end", each.word, isNone, from(element, "c"))
    end
end

function writers.array(each, c)
    line("to['%s'] = function(v, keep) local c = ffi.new('%s') local n = #v", each.word, c)
    line("  local data = ffi.new('%s[?]', math.max(n, 1)) keep[#keep + 1] = data", ctype(each.element.type))
    line("  for i = 1, n do data[i - 1] = %s end c.data, c.count = data, n return c end", to(each.element, "v[i]"))
    line("from['%s'] = function(c) local v = {} for i = 1, tonumber(c.count) do v[i] = %s end return v end", each.word, from(each.element, "c.data[i - 1]"))
end
writers.set = writers.array

function writers.map(each, c)
    line("to['%s'] = function(v, keep) local c, n = ffi.new('%s'), 0 for _ in pairs(v) do n = n + 1 end", each.word, c)
    line("  local data, i = ffi.new('%s[?]', math.max(n, 1)), 0 keep[#keep + 1] = data", each.entry)
    line("  for k, e in pairs(v) do data[i].key, data[i].value, i = %s, %s, i + 1 end", to(each.key, "k"), to(each.element, "e"))
    line("  c.data, c.count = data, n return c end")
    line("from['%s'] = function(c) local v = {} for i = 0, tonumber(c.count) - 1 do v[%s] = %s end return v end", each.word,
        from(each.key, "c.data[i].key"), from(each.element, "c.data[i].value"))
end

function writers.range(each, c)
    line("to['%s'] = function(v, keep) local c = ffi.new('%s') c.lower, c.upper = %s, %s return c end", each.word, c, to(each.element, "v.lower"), to(each.element, "v.upper"))
    line("from['%s'] = function(c) return { lower = %s, upper = %s } end", each.word, from(each.element, "c.lower"), from(each.element, "c.upper"))
end
writers.closed_range = writers.range

function writers.record(each, c)
    line("to['%s'] = function(v, keep) local c = ffi.new('%s')", each.word, c)
    record(each.fields, "c", "v")
    line("  return c end")
    line("from['%s'] = function(c) return { %s } end", each.word, tableOf(each.fields, "c"))
end
writers.tuple = writers.record

-- A variant is a table with the name of its case in `kind`, and its payload.
function writers.variant(each, c)
    line("to['%s'] = function(v, keep) local c = ffi.new('%s')", each.word, c)
    for _, case in ipairs(each.cases) do
        local name = case.constant:sub(#c + 2):lower()
        line("  if v.kind == '%s' then c.kind = %d", name, case.number)
        record(case.fields, ("c.as['%s']"):format(case.name), "v")
        line("  return c end")
    end
    line("  error('there is no such case: ' .. tostring(v.kind)) end")
    line("from['%s'] = function(c)", each.word)
    for _, case in ipairs(each.cases) do
        local payload = tableOf(case.fields, ("c.as['%s']"):format(case.name))
        line("  if c.kind == %d then return { kind = '%s', %s } end", case.number, case.constant:sub(#c + 2):lower(), payload)
    end
    line("end")
end

local written = {}

-- Writes the conversions of a value, and those of its parts.
local function convert(value)
    if value.shape == "void" or written[value.word] then return end
    written[value.word] = true
    local c = ctype(value.type)
    if value.shape == "aggregate" then
        local each = conversions[value.word]
        for _, part in ipairs { each.element or false, each.key or false } do if part then convert(part) end end
        for _, field in ipairs(each.fields or {}) do convert(field.value) end
        for _, case in ipairs(each.cases or {}) do for _, field in ipairs(case.fields) do convert(field.value) end end
        writers[each.kind](each, c)
    elseif value.shape == "handle" then
        line("to['%s'] = function(v) if v == nil then return ffi.new('%s') end return v end", value.word, c)
        -- The object is the receiver's: the structure that contained it no longer has it when it is freed.
        line("from['%s'] = function(c) if c.bits == 0 then return nil end local v = ffi.new('%s', c) c.bits = 0 return v end", value.word, c)
    elseif value.shape == "bytes" then
        line("to['%s'] = function(v, keep) return ffi.new('%s', ffi.cast('const uint8_t *', keeping(v, keep)), #v) end", value.word, c)
        line("from['%s'] = function(c) %s end", value.word,
            value.is_borrowed and ("return ffi.new('%s', c)"):format(c) or "return c.data ~= nil and ffi.string(c.data, c.size) or nil")
    else
        local way = simple[value.shape]
        line("to['%s'] = function(v, keep) %s end", value.word, (way[1]:gsub("@", prefix)))
        line("from['%s'] = function(c) %s end", value.word, way[2])
    end
end

-- ---- Functions -------------------------------------------------------------------------------------------------------

-- Arguments, statements and results by the roles of the parameters; nil with a reason if a role has no form in Lua.
local function call(each)
    local names, passed, before, result = {}, {}, {}, nil
    local hasError = false
    for index, parameter in ipairs(each.parameters) do
        local role, value, name = parameter.role, parameter.value, "a" .. index
        local pass
        if role == "receiver" or role == "value" or role == "pointer" then
            convert(value)
            names[#names + 1] = name
            if value.shape == "error" then return nil, "takes an error" end
            if role == "pointer" or (role == "receiver" and parameter.type.kind == "pointer") then
                pass = ("pointer('%s[1]', %s)"):format(ctype(value.type), to(value, name))
                if parameter.is_optional then pass = ("%s ~= nil and %s or nil"):format(name, pass) end
            else
                pass = to(value, name)
            end
        elseif role == "timeout" then
            names[#names + 1], pass = name, ("nanoseconds(%s)"):format(name)
        elseif role == "queue" then
            pass = "no_queue"
        elseif role == "context" or role == "release" or (role == "callback" and parameter.is_optional) then
            pass = "nil"
        elseif role == "result" then
            convert(value)
            result, pass = value, "result"
            before[#before + 1] = ("local result = ffi.new('%s[1]')"):format(ctype(value.type))
        elseif role == "error" then
            hasError, pass = true, "err"
            before[#before + 1] = ("local err = ffi.new('%s_error *[1]')"):format(prefix)
        else
            return nil, "has a parameter with the role " .. role
        end
        passed[#passed + 1] = pass
    end
    return names, passed, before, result, hasError
end

local leftOut = {}
local skipped = { start = true, result = true, retain = true, implement = true, complete = true }

local function method(each)
    local owner = each.owner and each.owner:sub(#prefix + 2)
    -- A cast from another type begins with that type's name.
    local isMember = each.owner and each.name:sub(1, #each.owner + 1) == each.owner .. "_"
    local name = each.name:sub((isMember and #each.owner or #prefix) + 2)
    if each.purpose == "wait" then name = name:gsub("_wait$", "") end
    if each.purpose == "release" then
        return line("class('%s').release = function(a) check(C.%s(a)) a.bits = 0 end", owner, each.name)
    end
    if skipped[each.purpose] then return end
    local names, passed, before, result, hasError = call(each)
    if not names then
        leftOut[#leftOut + 1] = ("%s %s"):format(each.name, passed)
        return
    end
    for _, text in ipairs(each.documentation) do line("-- %s", text) end
    line("%s['%s'] = function(%s)", owner and ("class('%s')"):format(owner) or "M", name, table.concat(names, ", "))
    line("  local keep = {} %s", table.concat(before, " "))
    line("  if check(C.%s(%s)%s) > 0 then return nil end", each.name, table.concat(passed, ", "), hasError and ", err" or "")
    if result then
        local freeing = free(result)
        line("  local value = %s%s return value", from(result, "result[0]"), freeing and (" C.%s(result)"):format(freeing) or "")
    end
    line("end")
end

-- ---- The module ------------------------------------------------------------------------------------------------------

line("-- %s for LuaJIT, made by generate.lua from %s.json; do not edit.", prefix, prefix)
line("local ffi = require 'ffi'\nffi.cdef [[")
declarations()
line("]]")
line("local C = ffi.load(os.getenv '%s_LIBRARY' or '%s')", prefix:upper(), prefix)
line("local M, to, from = {}, {}, {}")
out[#out + 1] = ([[
if C.@_abi_fingerprint() ~= 0xFINGERPRINTULL then
  error('this module and the library @ belong to different versions: generate the module again', 0)
end
local no_queue = ffi.new '@_queue'
local function failure(e)
  local message = ffi.string(C.@_error_message(e))
  C.@_error_free(e)
  return message
end
-- Raises the error of a call that failed; returns a status of 0, or above 0 if there is no result.
local function check(status, err)
  if status >= 0 then return status end
  error(err and err[0] ~= nil and failure(err[0]) or ffi.string(C.@_status_text(status)), 0)
end
local function keeping(v, keep) keep[#keep + 1] = v return v end
local function text(v, keep) return ffi.new('@_string', ffi.cast('const char *', keeping(v, keep)), #v) end
local function pointer(type, v) local p = ffi.new(type) p[0] = v return p end
local function nanoseconds(seconds) return seconds and seconds * 1e9 or -1 end
local function class(name) M[name] = M[name] or {} return M[name] end]]):gsub("@", prefix):gsub("FINGERPRINT", api.fingerprint)
for _, type in ipairs(api.types) do
    for _, case in ipairs(type.cases) do
        line("class('%s')['%s'] = %d", type.name:sub(#prefix + 2), case.name, case.number)
    end
end
for _, each in ipairs(api.functions) do method(each) end
-- An object is released with the last reference to it, or earlier by its `release`.
for _, each in ipairs(api.handles) do
    local word = each.name:sub(#prefix + 2)
    line("ffi.metatype('%s', { __index = class('%s'), __gc = function(a) C.%s_release(a) end })", each.name, word, each.name)
end
line("M.live_handles = function() return tonumber(C.%s_debug_live_handles()) end", prefix)
line("return M")
for _, each in ipairs(leftOut) do line("-- left out: %s", each) end
io.write(table.concat(out, "\n"), "\n")
