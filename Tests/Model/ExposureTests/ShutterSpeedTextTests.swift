import Exposure
import Testing

@Suite struct ShutterSpeedTextTests {
    @Test(arguments: [
        (ShutterSpeed.automatic, "auto"), (.bulb, "bulb"), (.time, "time"), (.flashSync, "flash sync"), (.s1_250, "1/250"),
        (.s1_2, "0.5 s"), (.s30, "30 s"), (.s120, "120 s"), (.s900, "900 s"), (.s3600, "3600 s"),
    ])
    func descriptionsAreWhatPhotographersWrite(speed: ShutterSpeed, text: String) {
        #expect(speed.description == text)
    }

    @Test(
        arguments: [
            (10, 13, "1/1.3"), (10, 16, "0.625 s"), (2, 3, "1/1.5"), (167, 500, "167/500"), (3, 7, "3/7"), (7, 3, "7/3"),
            (6_172_839, 5000, "6172839/5000"), (1001, 30_000, "1001/30000"), (1, 2, "0.5 s"), (2, 1000, "1/500"),
        ] as [(UInt32, UInt32, String)]
    )
    func aSpeedThatIsNoCamerasIsWrittenAsAFraction(numerator: UInt32, denominator: UInt32, text: String) throws {
        let speed = try #require(ShutterSpeed(numerator: numerator, denominator: denominator))
        #expect(speed.description == text)
        #expect(ShutterSpeed(text) == speed)
    }

    @Test func everySmallFractionParsesBack() {
        var violations: [String] = []
        for numerator in UInt32(1)...60 {
            for denominator in UInt32(1)...60 {
                guard let speed = ShutterSpeed(numerator: numerator, denominator: denominator) else { continue }
                if ShutterSpeed(speed.description) != speed { violations.append(speed.description) }
            }
        }
        #expect(violations.isEmpty)
    }

    @Test func everythingMadeFromSecondsParsesBack() {
        var violations: [String] = []
        for thousandths in 1...3000 {
            guard let speed = ShutterSpeed(seconds: Double(thousandths) / 1000) else { continue }
            if ShutterSpeed(speed.description) != speed { violations.append(speed.description) }
        }
        #expect(violations.isEmpty)
    }

    @Test(
        arguments: [
            ("1/250", 1, 250), ("1/250 s", 1, 250), ("1/250s", 1, 250), ("1/250 sec", 1, 250), ("1/250\"", 1, 250),
            ("⅟250", 1, 250), ("⅟250 s", 1, 250), ("1\u{2044}250", 1, 250), ("0.004", 1, 250), ("0,004 s", 1, 250),
            ("1/1.3", 10, 13), ("2.5/10", 1, 4), ("2.5 s", 5, 2), ("2,5", 5, 2), ("2\"5", 5, 2), ("0\"3", 3, 10),
            ("1\"", 1, 1), ("30\"", 30, 1), ("30''", 30, 1), ("30″", 30, 1), ("30 seconds", 30, 1), ("30s", 30, 1),
            ("2 min", 120, 1), ("2m", 120, 1), ("2 minutes", 120, 1), ("15'", 900, 1), ("15′", 900, 1), ("1.5 min", 90, 1),
            ("1'30\"", 90, 1), ("1′30″", 90, 1), ("1m30s", 90, 1), ("1 min 30 s", 90, 1), ("1'30", 90, 1),
            ("1 m 2.5 s", 125, 2), ("120 s", 120, 1), ("900 S", 900, 1), ("250", 250, 1), ("  1/60  ", 1, 60),
        ] as [(String, UInt32, UInt32)]
    )
    func whatPhotographersWriteParses(text: String, numerator: UInt32, denominator: UInt32) {
        #expect(ShutterSpeed(text) == ShutterSpeed(numerator: numerator, denominator: denominator))
    }

    @Test(arguments: [
        ("auto", ShutterSpeed.automatic), ("Automatic", .automatic), ("BULB", .bulb), ("b", .bulb), ("Time", .time),
        ("t", .time), ("flash sync", .flashSync), ("Flash Sync", .flashSync), ("X", .flashSync), ("x-sync", .flashSync),
    ])
    func specialValuesParse(text: String, speed: ShutterSpeed) {
        #expect(ShutterSpeed(text) == speed)
    }

    @Test(arguments: [
        "", " ", "/", "1/", "/250", "1/0", "0/1", "0", "0 s", "-1", "1/-250", "-1/250", "+1", "nan", "inf", "1/inf", "1e3",
        "0x10", "1//250",
        "1/250/2", "1/250x", "1/250 min", "1/250 ss", "⅟", "⅟0", "⅟-1", "2\"55", "2.5\"5", "1'60\"", "1.5'30\"", "'", "\"",
        "5 ms", "5 m 5 m",
        "30 s s", "1'30\"5\"", "86401", "1441 min", "1/1000001", "1/99999999999999999999999", "99999999999999999999 s",
        "0.00000000000000000000000000001", "1/0.0", "1/250\0", "\0", "\01/250", "1/٢٥٠", "f/2.8", "bulb 2", "b1", "1/2 50",
        "123456789012345678/1.5",
        "9999999999999999\"5",
    ])
    func whatIsNoShutterSpeedIsRefused(text: String) {
        #expect(ShutterSpeed(text) == nil)
    }
}
