import PTP
import Testing

@testable import PTPResponder

@Suite struct BodySettingTests {
    private static let code = DevicePropCode(rawValue: 0xD123)

    private static func number(_ number: Int) -> DataValue { .integer(number, as: .int16)! }

    private static func refusal(_ setting: BodySetting, _ data: [UInt8], _ memory: BodyMemory) -> ResponseCode? {
        do throws(Refusal) {
            try setting.set(data, memory)
            return nil
        } catch { return error.code }
    }

    @Test func `a range is described, and accepts its numbers only`() {
        let form = PropForm.range(minimum: Self.number(-40), maximum: Self.number(40), step: Self.number(10))
        let (setting, memory) = (BodySetting(Self.code, Self.number(0), form), BodyMemory())
        #expect(setting.description(memory).form == form && setting.description(memory).isSettable)
        #expect(Self.refusal(setting, [20, 0], memory) == nil && setting.value(memory) == Self.number(20))
        #expect(Self.refusal(setting, [0xD8, 0xFF], memory) == nil && setting.value(memory) == Self.number(-40))
        for wrong: [UInt8] in [[41, 0], [0xD7, 0xFF]] {
            #expect(Self.refusal(setting, wrong, memory) == .invalidDevicePropValue)
        }
        for wrong: [UInt8] in [[], [1], [1, 0, 0]] {
            #expect(Self.refusal(setting, wrong, memory) == .invalidDevicePropFormat)
        }
        #expect(setting.value(memory) == Self.number(-40))
        setting.reset(memory)
        #expect(setting.value(memory) == Self.number(0) && setting.description(memory).factoryDefault == Self.number(0))
    }

    @Test func `a reading is not set, and a list accepts its numbers only`() {
        let memory = BodyMemory()
        let reading = BodySetting(Self.code, Self.number(5), .none, isSettable: false)
        #expect(!reading.description(memory).isSettable && Self.refusal(reading, [5, 0], memory) == .accessDenied)
        let list = BodySetting(Self.code, .int16, [3, 1, 70_000])
        #expect(list.original == Self.number(3) && list.form == .enumeration([Self.number(3), Self.number(1)]))
        #expect(Self.refusal(list, [1, 0], memory) == nil && Self.refusal(list, [2, 0], memory) == .invalidDevicePropValue)
    }
}
