-- A camera in Lua: finds one (a simulated one), connects, receives live view, lists its settings, changes one, takes a picture and
-- saves it. Every call waits for its result.
--
--     HOTSHOE_LIBRARY=build/libhotshoe.so luajit demo.lua [PICTURE.jpg]
local hotshoe = require "hotshoe"
local path = arg[1] or "demo.jpg"
local frameCount = 30

local function discover()
    local simulator = hotshoe.camera_simulator.create()
    local provider = hotshoe.simulated_camera_provider.create { simulator }
    return hotshoe.camera_discovery.create_with_providers("LuaJIT", { provider:as_camera_provider() })
end

local function watch(camera)
    local stream, size = camera:live_view(), 0
    for _ = 1, frameCount do
        local frame = assert(stream:next(10), "no frame arrived within ten seconds")
        size = tonumber(frame:get_bytes().size) -- the camera's own bytes, valid as long as the frame
        frame:release()
    end
    stream:release() -- which ends live view, because there is no other consumer
    print(("live view: %d frames, %d bytes each"):format(frameCount, size))
end

local function list(camera)
    for _, identifier in ipairs(camera:get_known_properties()) do
        local state = camera:property(identifier):get_state()
        print(("  %-22s %s"):format(hotshoe.property_identifier.description(identifier), state.value and state.value:get_label() or "–"))
    end
end

local function change(camera)
    local reflected = { kind = "reflected", timeout_ns = 2 } -- two seconds
    camera:get_exposure_mode():set(hotshoe.exposure_mode.aperture_priority, reflected)
    camera:get_aperture():set(hotshoe.aperture.f2_8(), reflected)
    print("aperture is now " .. camera:get_aperture():get_value():description())
end

local function run()
    local discovery = discover()
    local camera = discovery:first(5)
    camera:connect()
    print(("connected to %s (%s)"):format(camera:get_display_name(), camera:get_info().model))
    watch(camera)
    change(camera)
    list(camera)
    local shot = camera:shoot(nil, 30)
    shot:get_original():write_to(path, true, 60)
    print("saved " .. path)
    -- A call that fails raises the library's error message.
    local isWell, message = pcall(function() camera:get_aperture():set(hotshoe.aperture.f2_8(), { kind = "nonsense" }) end)
    assert(not isWell and message:find "no such case", message)
    camera:disconnect()
    isWell, message = pcall(function() camera:shoot(nil, 30) end)
    assert(not isWell, "a picture without a connection")
    print("without a connection: " .. message)
end

run()
collectgarbage()
collectgarbage()
assert(hotshoe.live_handles() == 0, hotshoe.live_handles() .. " objects were not released")
