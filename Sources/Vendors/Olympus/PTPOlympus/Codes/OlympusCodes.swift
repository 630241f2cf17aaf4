package import PTP

// The codes that HotShoe uses. Numbers and meanings: observed behaviour.

extension OperationCode {
    /// Presses and releases the shutter button; see ``OlympusCapture``.
    package static let olympusCapture = OperationCode(rawValue: 0x9481)
    /// Returns the newest live view frame; the parameter is 1. See ``OlympusLiveView``.
    package static let olympusGetLiveViewImage = OperationCode(rawValue: 0x9484)
    /// Returns the newest picture in the body's memory.
    package static let olympusGetImage = OperationCode(rawValue: 0x9485)
    /// Returns properties that have changed; see ``OlympusChanges``.
    package static let olympusGetChangedProperties = OperationCode(rawValue: 0x9486)
    /// Moves the focus: a direction and a number of steps; see ``OlympusFocusDrive``.
    package static let olympusDriveFocus = OperationCode(rawValue: 0x9487)
    /// Sets the properties that ``olympusGetChangedProperties`` returns: UINT32 count, UINT16 codes. Bodies return all without it.
    package static let olympusSetWatchedProperties = OperationCode(rawValue: 0x9489)
}

extension EventCode {
    /// A file is on a card; the parameter is its handle. Older bodies.
    package static let olympusEarlierObjectAdded = EventCode(rawValue: 0xC002)
    /// A property has changed; the parameter is its code. Older bodies.
    package static let olympusEarlierPropertyChanged = EventCode(rawValue: 0xC008)
    /// A file is on a card, one event for each card; the parameter is its handle.
    package static let olympusObjectAdded = EventCode(rawValue: 0xC102)
    /// A picture has been taken. The parameter is a handle on some bodies, and another number on an OM-1.
    package static let olympusCaptureComplete = EventCode(rawValue: 0xC103)
    /// A property has changed; the parameter is its code.
    package static let olympusPropertyChanged = EventCode(rawValue: 0xC108)
}

/// Parameter of Capture (0x9481).
package enum OlympusCapture {
    /// Presses the shutter button.
    package static let press: UInt32 = 3
    /// Releases it.
    package static let release: UInt32 = 6
}

/// Parameters of MFDrive (0x9487).
package enum OlympusFocusDrive {
    /// Direction: towards the camera.
    package static let near: UInt32 = 1
    /// Direction: towards infinity.
    package static let far: UInt32 = 2
    /// Steps that libgphoto2 offers; their unit depends on the lens.
    package static let (small, medium, large): (UInt32, UInt32, UInt32) = (3, 0x0E, 0x3C)
}

/// Values of ``DevicePropCode/olympusControlMode``.
package enum OlympusControlMode {
    /// The computer controls the body.
    package static let computer: UInt16 = 1
    /// The body is used by itself.
    package static let camera: UInt16 = 2
}

extension DevicePropCode {
    package static let olympusAperture = DevicePropCode(rawValue: 0xD002)
    package static let olympusFocusMode = DevicePropCode(rawValue: 0xD003)
    package static let olympusMeteringMode = DevicePropCode(rawValue: 0xD004)
    package static let olympusFlashMode = DevicePropCode(rawValue: 0xD005)
    /// Position of the mode dial, which cannot be set.
    package static let olympusMode = DevicePropCode(rawValue: 0xD006)
    package static let olympusISO = DevicePropCode(rawValue: 0xD007)
    package static let olympusCompensation = DevicePropCode(rawValue: 0xD008)
    package static let olympusDriveMode = DevicePropCode(rawValue: 0xD009)
    /// Pictures or movies, and custom modes.
    package static let olympusCaptureFamily = DevicePropCode(rawValue: 0xD00C)
    package static let olympusQuality = DevicePropCode(rawValue: 0xD00D)
    package static let olympusColorTemperature = DevicePropCode(rawValue: 0xD00E)
    package static let olympusFlashCompensation = DevicePropCode(rawValue: 0xD00F)
    package static let olympusAspectRatio = DevicePropCode(rawValue: 0xD01B)
    package static let olympusShutterSpeed = DevicePropCode(rawValue: 0xD01C)
    package static let olympusWhiteBalance = DevicePropCode(rawValue: 0xD01E)
    /// Who controls the body; see ``OlympusControlMode``.
    package static let olympusControlMode = DevicePropCode(rawValue: 0xD052)
    /// Size of live view frames, 0 for none.
    package static let olympusLiveViewMode = DevicePropCode(rawValue: 0xD06D)
    /// Destination of pictures.
    package static let olympusDestination = DevicePropCode(rawValue: 0xD0DC)
    package static let olympusShiftA = DevicePropCode(rawValue: 0xD161)
    package static let olympusShiftB = DevicePropCode(rawValue: 0xD162)
    /// ISO speed in 32 bits, of bodies without ``olympusISO``.
    package static let olympusWideISO = DevicePropCode(rawValue: 0xD1C0)
}
