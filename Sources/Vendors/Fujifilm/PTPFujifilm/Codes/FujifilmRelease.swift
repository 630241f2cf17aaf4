/// Movement of the shutter button and of others that InitiateCapture performs, the property 0xD208. The upper half of the number is a
/// press, the lower one a release; one number may have both (observed behaviour, and the constants of Fujifilm's SDK).
package struct FujifilmRelease: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Presses the shutter button halfway. A picture needs it first: otherwise bodies answer OK, and take none (observed with an X-T5).
    package static let half = FujifilmRelease(rawValue: 0x0200)
    /// Presses it fully, and releases it.
    package static let shoot = FujifilmRelease(rawValue: 0x0304)
    /// Presses it fully. Most bodies do not list it.
    package static let hold = FujifilmRelease(rawValue: 0x0300)
    /// Presses and releases it without a half-press before.
    package static let shootAlone = FujifilmRelease(rawValue: 0x0104)
    /// Releases it from halfway.
    package static let release = FujifilmRelease(rawValue: 0x0004)
    /// Opens the shutter of a bulb exposure, from halfway.
    package static let openShutter = FujifilmRelease(rawValue: 0x0500)
    /// Opens the shutter of a bulb exposure, of bodies that do not list ``openShutter``.
    package static let openShutterAlone = FujifilmRelease(rawValue: 0x0400)
    /// Closes the shutter, and releases the button from halfway.
    package static let closeShutter = FujifilmRelease(rawValue: 0x000C)
    /// Starts a movie, and releases the button from halfway.
    package static let startMovie = FujifilmRelease(rawValue: 0x0804)
    package static let stopMovie = FujifilmRelease(rawValue: 0x0080)
    /// Focuses, as the button AF-ON.
    package static let focus = FujifilmRelease(rawValue: 0x9300)
    package static let endFocus = FujifilmRelease(rawValue: 0x0005)
    /// Focuses once in the manual focus mode.
    package static let instantFocus = FujifilmRelease(rawValue: 0xA000)
    package static let endInstantFocus = FujifilmRelease(rawValue: 0x0006)
}

/// Result of focusing, the property 0xD209.
package enum FujifilmFocusStatus: Hashable, Sendable {
    case busy
    case found
    case failed
    /// Another number: the body does not focus.
    case other(UInt64)

    /// Interprets the property's number.
    package init(_ number: UInt64) {
        self =
            switch number {
            case 1: .busy
            case 2: .found
            case 3: .failed
            default: .other(number)
            }
    }

    /// The property's number.
    package var number: UInt64 {
        switch self {
        case .busy: 1
        case .found: 2
        case .failed: 3
        case .other(let number): number
        }
    }
}
