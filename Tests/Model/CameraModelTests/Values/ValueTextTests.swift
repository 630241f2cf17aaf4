import FakeCamera
import Testing

@testable import CameraModel

/// Descriptions of values.
@Suite struct ValueTextTests {
    @Test func `an error names its subject before the problem`() {
        let plain = CameraError(.timedOut, "no answer")
        #expect(plain.description == "no answer")
        #expect(CameraError(.timedOut, "no answer", operation: .loadThumbnail).description == "load thumbnail: no answer")
        #expect(CameraError(.timedOut, "no answer", operation: .download, subject: "A.JPG").description == "A.JPG: no answer")
    }

    @Test func `an error carries its cause, and the cause its own`() {
        let root = CameraError(.connectionLost, "the cable")
        let middle = CameraError(.timedOut, "no answer", cause: root)
        var top = CameraError(.protocolFailure, "broken", cause: middle)
        #expect(top.cause?.cause?.code == .connectionLost)
        top.cause = nil
        #expect(top.cause == nil)
    }

    @Test func `a device's answer is named by its list and number`() {
        #expect(CameraError.DeviceResponse(domain: "PTP", code: 0x2019).description == "PTP 0x2019")
        #expect(CameraError.DeviceResponse(domain: "PTP", code: 0x19, name: "Busy").description == "PTP 0x0019 (Busy)")
    }

    @Test func `the codes' numbers are those of the C interface, without gaps`() {
        #expect(CameraError.Code.allCases.map(\.rawValue) == Array(1...33))
    }

    @Test func `every operation has words of its own`() {
        let words = CameraOperation.allCases.map(\.description)
        #expect(Set(words).count == words.count)
        #expect(words.allSatisfy { !$0.isEmpty && !$0.contains("-") })
    }

    @Test func `every capability has a name`() {
        let all = CameraCapabilities(rawValue: .max)
        #expect(all.names.count == 27)
        #expect((0..<27).allSatisfy { CameraCapabilities(rawValue: 1 << $0).names.count == 1 })
        #expect(CameraCapabilities().names.isEmpty)
    }

    @Test func `categories are listed`() {
        #expect(CommandCategories().description == "none")
        #expect(CameraRig.allCategories.description == "stills shooting, file access, video recording")
    }

    @Test func `an address is written as a person would`() {
        #expect(CameraAddress.network(host: "10.0.0.1", port: nil).description == "10.0.0.1")
        #expect(CameraAddress.network(host: "10.0.0.1", port: 15740).description == "10.0.0.1:15740")
        #expect(CameraAddress.usb(bus: 1, device: 4).description == "USB 1-4")
        #expect(CameraAddress.provider(identifier: "simulated", text: "").description == "simulated")
    }

    @Test func `only an end that this program requested is expected`() {
        let reasons: [DisconnectReason] = [
            .requested, .poweredOffByRequest, .connectFailed(.timedOut), .cameraTurnedOff, .connectionLost, .batteryExhausted,
            .enteredSleep, .takenByAnotherClient, .protocolFailure,
        ]
        #expect(reasons.filter(\.isExpected) == [.requested, .poweredOffByRequest])
        #expect(Set(reasons.map(\.description)).count == reasons.count)
        #expect(DisconnectReason.connectFailed(.authenticationFailed).description == "connecting failed (authentication failed)")
    }

    @Test func `a camera is shown by its owner's name, else its model, else its identifier`() {
        var description = CameraRig.description
        #expect(description.displayName == "F1")
        description.name = "Ann's"
        #expect(description.displayName == "Ann's")
        (description.name, description.model) = (nil, nil)
        #expect(description.displayName == "fake-1")
    }

    @Test func `progress is a fraction of the known total, and never more than all`() {
        #expect(TransferProgress(completedBytes: 25, totalBytes: 100).fraction == 0.25)
        #expect(TransferProgress(completedBytes: 200, totalBytes: 100).fraction == 1)
        #expect(TransferProgress(completedBytes: 0, totalBytes: 0).fraction == 1)
        #expect(TransferProgress(completedBytes: 5, totalBytes: nil).fraction == nil)
    }

    @Test func `a plugin can be used when its interface is of the same kind and no newer`() {
        let host = PluginInterface(major: 1, minor: 2)
        let table = [(1, 0, true), (1, 2, true), (1, 3, false), (2, 0, false), (0, 9, false)]
        for (major, minor, canUse) in table { #expect(host.canUse(PluginInterface(major: major, minor: minor)) == canUse) }
    }

    @Test func `spans of any length are written in seconds`() {
        #expect(Duration.seconds(2).secondsText == "2 s")
        #expect(Duration.milliseconds(1500).secondsText == "1.5 s")
        #expect(Duration.seconds(Int64.max).secondsText.hasSuffix(" s"))
    }
}
