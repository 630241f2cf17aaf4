import CameraModel
import Testing

@testable import hotshoe

@Suite struct WebcamReportTests {
    @Test func `each line of the program has a meaning`() {
        #expect(
            WebcamReport(#"{"event":"ready","output":"pipewire","name":"R5 \"x\"","width":960,"height":640,"rate":29.97}"#)
                == .ready(output: "pipewire", name: #"R5 "x""#, width: 960, height: 640, rate: 29.97)
        )
        #expect(WebcamReport(#"{"event":"away"}"#) == .away)
        #expect(WebcamReport(#"{"event":"back"}"#) == .back)
        #expect(
            WebcamReport(#"{"event":"failed","output":"v4l2","message":"Gone."}"#) == .failed(output: "v4l2", message: "Gone.")
        )
        #expect(WebcamReport(#"{"event":"ended","message":"No."}"#) == .ended(message: "No."))
        #expect(
            WebcamReport(#"{"event":"numbers","received":1,"sent":2,"repeated":3,"invalid":4,"memory":5}"#)
                == .numbers(received: 1, sent: 2, repeated: 3, invalid: 4, memory: 5)
        )
    }

    @Test(
        arguments: [
            "", "x", "{}", "[]", #"{"event":1}"#, #"{"event":"other"}"#, #"{"event":"ready"}"#,
            #"{"event":"failed","output":"v4l2"}"#,
            #"{"event":"numbers","received":1.5,"sent":2,"repeated":3,"invalid":4,"memory":5}"#, #"{"event":"ended"}"#,
        ]
    ) func `other lines have none`(line: String) { #expect(WebcamReport(line) == nil) }

    @Test func `a header has the length and the time, lowest byte first`() {
        let bytes = WebcamFrameHeader.bytes(count: 0x0102_0304, captureTime: .nanoseconds(0x05_0607))
        #expect(bytes.count == WebcamFrameHeader.byteCount)
        #expect(bytes == Array("HSF1".utf8) + [4, 3, 2, 1, 7, 6, 5, 0, 0, 0, 0, 0])
    }

    @Test func `a program that ends quickly three times is given up, and later ends are not counted`() {
        var restarts = WebcamRestarts()
        #expect(restarts.ended(after: .zero) == .milliseconds(500))
        #expect(restarts.ended(after: .seconds(9)) == .seconds(1))
        #expect(restarts.ended(after: .seconds(10)) == .milliseconds(500))
        #expect(restarts.ended(after: .zero) != nil)
        #expect(restarts.ended(after: .zero) != nil)
        #expect(restarts.ended(after: .zero) == nil)
    }
}

@Suite struct SteadySizeTests {
    private static func state(_ name: String?, _ labels: [String], settable: Bool = true) -> PropertyState {
        let values = labels.enumerated().map { PropertyValue(code: Int64($0.offset), label: $0.element) }
        return PropertyState(
            .vendor(code: 1),
            value: values.first,
            settable: settable ? .enumeration(values) : .none,
            vendorName: name
        )
    }

    @Test func `the largest value is the first one`() {
        #expect(SteadySize([Self.state("LiveViewImageSize", ["QVGA", "VGA", "XGA"])])?.value.label == "XGA")
        let panasonic = ["640 × 480, 30 fps", "1280 × 720, 30 fps", "1920 × 1080, 30 fps"]
        #expect(SteadySize([Self.state(nil, []), Self.state("LiveViewSize", panasonic)])?.value.label == panasonic[2])
        #expect(
            SteadySize([Self.state("LiveViewSize", ["640 × 480, 60 fps", "640 × 480, 30 fps"])])?.value.label
                == "640 × 480, 60 fps"
        )
    }

    @Test func `without a property, a choice or a size there is none`() {
        #expect(SteadySize([]) == nil)
        #expect(SteadySize([Self.state("ImageSize", ["VGA", "XGA"])]) == nil)
        #expect(SteadySize([Self.state("LiveViewSize", ["VGA", "XGA"], settable: false)]) == nil)
        #expect(SteadySize([Self.state("LiveViewSize", ["XGA"])]) == nil)
        #expect(SteadySize([Self.state("LiveViewSize", ["Large", "Small"])]) == nil)
    }

    @Test func `a size that keeps the rate stays, whatever is measured later`() {
        var size = SteadySize([Self.state("LiveViewSize", ["VGA", "XGA"])])!
        #expect(size.measured(24, wanted: 30) == nil)
        #expect(size.measured(5, wanted: 30) == nil)
        #expect(size.value.label == "XGA")
    }

    @Test func `smaller sizes are tried while the rate rises`() {
        var size = SteadySize([Self.state("LiveViewSize", ["QVGA", "VGA", "XGA"])])!
        #expect(size.measured(10, wanted: 30)?.label == "VGA")
        #expect(size.measured(15, wanted: 30)?.label == "QVGA")
        #expect(size.measured(29, wanted: 30) == nil)
        #expect(size.value.label == "QVGA")
    }

    @Test func `a size that does not limit the rate is set again`() {
        var size = SteadySize([Self.state("LiveViewSize", ["QVGA", "VGA", "XGA"])])!
        #expect(size.measured(15, wanted: 30)?.label == "VGA")
        #expect(size.measured(15.5, wanted: 30)?.label == "XGA")
        #expect(size.measured(1, wanted: 30) == nil)
    }
}
