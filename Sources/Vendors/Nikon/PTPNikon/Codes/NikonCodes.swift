package import PTP

// The codes that HotShoe uses. Numbers and meanings: observed behaviour.

extension OperationCode {
    /// Takes a picture into the body's memory, without autofocus if the parameter is 0xFFFFFFFF.
    package static let nikonInitiateCaptureRecInSDRAM = OperationCode(rawValue: 0x90C0)
    package static let nikonAfDrive = OperationCode(rawValue: 0x90C1)
    /// 1: the host controls the settings of the mode dial; 0: the body does.
    package static let nikonChangeCameraMode = OperationCode(rawValue: 0x90C2)
    /// Removes a picture from the body's memory.
    package static let nikonDelImageSDRAM = OperationCode(rawValue: 0x90C3)
    /// Returns the events since the last call, with one parameter each.
    package static let nikonGetEvent = OperationCode(rawValue: 0x90C7)
    /// Answers DeviceBusy while the last operation continues, then OK or its failure.
    package static let nikonDeviceReady = OperationCode(rawValue: 0x90C8)
    /// Returns the vendor's properties, in 16 bits each.
    package static let nikonGetVendorPropCodes = OperationCode(rawValue: 0x90CA)
    /// Focuses, and takes a picture into the body's memory.
    package static let nikonAfCaptureSDRAM = OperationCode(rawValue: 0x90CB)
    package static let nikonStartLiveView = OperationCode(rawValue: 0x9201)
    package static let nikonEndLiveView = OperationCode(rawValue: 0x9202)
    package static let nikonGetLiveViewImg = OperationCode(rawValue: 0x9203)
    /// Moves the focus: 1 nearer or 2 farther, and the number of steps, 1 to 32767.
    package static let nikonMfDrive = OperationCode(rawValue: 0x9204)
    /// Moves the focus area: its middle, in the coordinate space of live view.
    package static let nikonChangeAfArea = OperationCode(rawValue: 0x9205)
    package static let nikonAfDriveCancel = OperationCode(rawValue: 0x9206)
    /// Takes a picture: 0xFFFFFFFF without, 0xFFFFFFFE with autofocus; 0 to the card, 1 to the body's memory, 2 to both.
    package static let nikonInitiateCaptureRecInMedia = OperationCode(rawValue: 0x9207)
    package static let nikonStartMovieRecInCard = OperationCode(rawValue: 0x920A)
    package static let nikonEndMovieRec = OperationCode(rawValue: 0x920B)
    /// Ends an exposure that a second operation ends, or a burst.
    package static let nikonTerminateCapture = OperationCode(rawValue: 0x920C)
    /// Returns the events since the last call, with up to five parameters each.
    package static let nikonGetEventEx = OperationCode(rawValue: 0x941C)
    /// Returns the size of an object in 8 bytes.
    package static let nikonGetObjectSize = OperationCode(rawValue: 0x9421)
    package static let nikonGetLiveViewImageEx = OperationCode(rawValue: 0x9428)
    /// Returns a part of an object: handle, position and number of bytes, both with the lower half first (libgphoto2).
    package static let nikonGetPartialObjectEx = OperationCode(rawValue: 0x9431)
    package static let nikonChangeApplicationMode = OperationCode(rawValue: 0x9435)
    /// Ends pairing; the parameter 0x2001 confirms it (observed with a ZR).
    package static let nikonEndPairing = OperationCode(rawValue: 0x935A)
    /// Begins pairing: the body displays a number, and returns it in 8 bytes (observed with a ZR; unpaired Z 8 bodies list both).
    package static let nikonStartPairing = OperationCode(rawValue: 0x952B)
    /// Returns the vendor's codes of a kind (0xD: properties), in 32 bits each.
    package static let nikonGetVendorCodes = OperationCode(rawValue: 0x9439)
    /// Returns the description of a property whose code has 32 bits.
    package static let nikonGetDevicePropDescEx = OperationCode(rawValue: 0x943A)
    package static let nikonGetDevicePropValueEx = OperationCode(rawValue: 0x943B)
    /// Sets a property with more than 16 bits. With others, bodies end the connection.
    package static let nikonSetDevicePropValueEx = OperationCode(rawValue: 0x943C)
}

extension EventCode {
    /// A picture is in the body's memory; the parameter is its handle, or 0 for 0xFFFF0001.
    package static let nikonObjectAddedInSDRAM = EventCode(rawValue: 0xC101)
    package static let nikonCaptureCompleteRecInSDRAM = EventCode(rawValue: 0xC102)
    package static let nikonMovieRecordInterrupted = EventCode(rawValue: 0xC105)
    package static let nikonMovieRecordComplete = EventCode(rawValue: 0xC108)
    package static let nikonMovieRecordStarted = EventCode(rawValue: 0xC10A)
    package static let nikonLiveViewStateChanged = EventCode(rawValue: 0xC10C)
}

extension ResponseCode {
    package static let nikonHardwareError = ResponseCode(rawValue: 0xA001)
    package static let nikonOutOfFocus = ResponseCode(rawValue: 0xA002)
    package static let nikonChangeCameraModeFailed = ResponseCode(rawValue: 0xA003)
    package static let nikonInvalidStatus = ResponseCode(rawValue: 0xA004)
    package static let nikonSetPropertyNotSupported = ResponseCode(rawValue: 0xA005)
    package static let nikonShutterSpeedBulb = ResponseCode(rawValue: 0xA008)
    package static let nikonMirrorUpSequence = ResponseCode(rawValue: 0xA009)
    package static let nikonCameraModeNotAdjustFNumber = ResponseCode(rawValue: 0xA00A)
    package static let nikonNotLiveView = ResponseCode(rawValue: 0xA00B)
    package static let nikonMfDriveStepEnd = ResponseCode(rawValue: 0xA00C)
    package static let nikonMfDriveStepInsufficiency = ResponseCode(rawValue: 0xA00E)
    /// The shutter is open until it is closed by TerminateCapture.
    package static let nikonBulbReleaseBusy = ResponseCode(rawValue: 0xA200)
    /// A silent release continues, which needs no waiting.
    package static let nikonSilentReleaseBusy = ResponseCode(rawValue: 0xA201)
}

extension DevicePropCode {
    package static let nikonWhiteBalanceColorTemperature = DevicePropCode(rawValue: 0xD01E)
    package static let nikonLiveViewAFArea = DevicePropCode(rawValue: 0xD05D)
    package static let nikonLiveViewAFFocus = DevicePropCode(rawValue: 0xD061)
    package static let nikonArtistName = DevicePropCode(rawValue: 0xD072)
    package static let nikonCopyrightInfo = DevicePropCode(rawValue: 0xD073)
    package static let nikonImageCommentString = DevicePropCode(rawValue: 0xD090)
    package static let nikonMovRecProhibitCondition = DevicePropCode(rawValue: 0xD0A4)
    package static let nikonExposureIndexEx = DevicePropCode(rawValue: 0xD0B4)
    package static let nikonBracketing = DevicePropCode(rawValue: 0xD0C0)
    package static let nikonExposureTime = DevicePropCode(rawValue: 0xD100)
    package static let nikonACPower = DevicePropCode(rawValue: 0xD101)
    package static let nikonRecordingMedia = DevicePropCode(rawValue: 0xD10B)
    package static let nikonCameraOrientation = DevicePropCode(rawValue: 0xD10E)
    package static let nikonAutofocusMode = DevicePropCode(rawValue: 0xD161)
    package static let nikonLiveViewStatus = DevicePropCode(rawValue: 0xD1A2)
    package static let nikonLiveViewImageZoomRatio = DevicePropCode(rawValue: 0xD1A3)
    package static let nikonLiveViewProhibitCondition = DevicePropCode(rawValue: 0xD1A4)
    package static let nikonLiveViewSelector = DevicePropCode(rawValue: 0xD1A6)
    package static let nikonMovieShutterSpeed = DevicePropCode(rawValue: 0xD1A8)
    package static let nikonMovieFNumber = DevicePropCode(rawValue: 0xD1A9)
    package static let nikonMovieISO = DevicePropCode(rawValue: 0xD1AA)
    package static let nikonMovieExposureBiasCompensation = DevicePropCode(rawValue: 0xD1AB)
    package static let nikonLiveViewImageSize = DevicePropCode(rawValue: 0xD1AC)
    package static let nikonApplicationMode = DevicePropCode(rawValue: 0xD1F0)
    package static let nikonExposureRemaining = DevicePropCode(rawValue: 0xD1F1)
    package static let nikonActivePicCtrlItem = DevicePropCode(rawValue: 0xD200)
    package static let nikonMovieShutterMode = DevicePropCode(rawValue: 0x1D074)
    /// Shutter angle in hundredths of a degree.
    package static let nikonMovieShutterAngle = DevicePropCode(rawValue: 0x1D075)
    /// The lower or the higher of the sensor's two base sensitivities.
    package static let nikonMovieBaseISO = DevicePropCode(rawValue: 0x1D09D)
    package static let nikonMovieISOSensitivity = DevicePropCode(rawValue: 0x1D09E)
}

extension ObjectHandle {
    /// The picture in the body's memory, where an event does not name one.
    package static let nikonSDRAM = ObjectHandle(rawValue: 0xFFFF_0001)
}
