import CameraModel
import Testing

@Suite struct TimeCodeTests {
    @Test func `a time code is written with two digits for each number`() {
        #expect(TimeCode(hours: 1, minutes: 2, seconds: 3, frames: 4).description == "01:02:03:04")
        #expect(TimeCode(hours: 23, minutes: 59, seconds: 59, frames: 119).description == "23:59:59:119")
        #expect(TimeCode(hours: -1, minutes: 0, seconds: 10, frames: .max).description == "-1:00:10:\(Int.max)")
    }
}
