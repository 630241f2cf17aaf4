package import PTP

// The codes that HotShoe uses. Numbers and meanings: observed behaviour.

extension OperationCode {
    /// A step of connecting, 1 to 3. Returns 8 bytes whose meaning is not known.
    package static let sonyConnect = OperationCode(rawValue: 0x9201)
    /// Returns the version of the extension and the codes that it adds; see ``SonyExtension``.
    package static let sonyGetExtDeviceInfo = OperationCode(rawValue: 0x9202)
    /// Sets a property; the data is the value.
    package static let sonySetExtDevicePropValue = OperationCode(rawValue: 0x9205)
    /// Operates a control; the data is its value.
    package static let sonyControlDevice = OperationCode(rawValue: 0x9207)
    /// Returns all properties; with 1 only those that have changed since the last call. See ``SonyPropertyList``.
    package static let sonyGetAllExtDevicePropInfo = OperationCode(rawValue: 0x9209)
    /// Opens a session for a purpose. HotShoe uses the standard's OpenSession.
    package static let sonyOpenSession = OperationCode(rawValue: 0x9210)
    /// Sends data before connecting, on networks. Bodies that offer their files list it too.
    package static let sonySendNetworkMode = OperationCode(rawValue: 0x9280)
    /// Returns data before connecting, on networks.
    package static let sonyGetNetworkMode = OperationCode(rawValue: 0x9281)
}

extension EventCode {
    /// A picture can be fetched; the parameter is its handle.
    package static let sonyObjectAdded = EventCode(rawValue: 0xC201)
    /// A property has changed; the parameter is its code, or 0 for several.
    package static let sonyPropertyChanged = EventCode(rawValue: 0xC203)
    /// A picture has been taken.
    package static let sonyCaptured = EventCode(rawValue: 0xC206)
}

extension ResponseCode {
    package static let sonyAuthenticationFailed = ResponseCode(rawValue: 0xA101)
    package static let sonyPasswordLengthInvalid = ResponseCode(rawValue: 0xA102)
    package static let sonyPasswordCharacterInvalid = ResponseCode(rawValue: 0xA103)
    package static let sonyVersionNotSupported = ResponseCode(rawValue: 0xA104)
    package static let sonyBufferFull = ResponseCode(rawValue: 0xA105)
    package static let sonyCameraError = ResponseCode(rawValue: 0xA106)
}

extension DevicePropCode {
    package static let sonyFlashCompensation = DevicePropCode(rawValue: 0xD200)
    package static let sonyDynamicRange = DevicePropCode(rawValue: 0xD201)
    package static let sonyImageSize = DevicePropCode(rawValue: 0xD203)
    package static let sonyShutterSpeed = DevicePropCode(rawValue: 0xD20D)
    package static let sonyColorTemperature = DevicePropCode(rawValue: 0xD20F)
    package static let sonyAspectRatio = DevicePropCode(rawValue: 0xD211)
    /// Result of focusing; see ``SonyFocusResult``.
    package static let sonyFocusFound = DevicePropCode(rawValue: 0xD213)
    /// Pictures that can be fetched; see ``SonyBuffer``.
    package static let sonyObjectInMemory = DevicePropCode(rawValue: 0xD215)
    package static let sonyBatteryLevel = DevicePropCode(rawValue: 0xD218)
    /// 1 while the body records.
    package static let sonyMovieRecordingState = DevicePropCode(rawValue: 0xD21D)
    package static let sonyISO = DevicePropCode(rawValue: 0xD21E)
    package static let sonyLiveViewStatus = DevicePropCode(rawValue: 0xD221)
    /// Destination of pictures.
    package static let sonyStoreDestination = DevicePropCode(rawValue: 0xD222)
    package static let sonyCompensation = DevicePropCode(rawValue: 0xD224)
    package static let sonyISO2 = DevicePropCode(rawValue: 0xD226)
    package static let sonyShutterSpeed2 = DevicePropCode(rawValue: 0xD229)
    package static let sonyFocusArea = DevicePropCode(rawValue: 0xD22C)
    package static let sonyLiveViewEffect = DevicePropCode(rawValue: 0xD231)
    package static let sonyManualFocusEnabled = DevicePropCode(rawValue: 0xD235)
    package static let sonySlot1Status = DevicePropCode(rawValue: 0xD248)
    package static let sonySlot1Shots = DevicePropCode(rawValue: 0xD249)
    package static let sonyJPEGQuality = DevicePropCode(rawValue: 0xD252)
    package static let sonyFileFormat = DevicePropCode(rawValue: 0xD253)
    /// Magnification and its place; see ``SonyMagnifier``.
    package static let sonyFocusMagnifier = DevicePropCode(rawValue: 0xD254)
    package static let sonySlot2Status = DevicePropCode(rawValue: 0xD256)
    package static let sonySlot2Shots = DevicePropCode(rawValue: 0xD257)
    /// 1: the computer's settings have priority over the body's dials.
    package static let sonyPriorityMode = DevicePropCode(rawValue: 0xD25A)
    package static let sonyZoomEnabled = DevicePropCode(rawValue: 0xD25B)
    package static let sonyZoomSpeedRange = DevicePropCode(rawValue: 0xD25E)
    package static let sonySavedImageSize = DevicePropCode(rawValue: 0xD268)
    package static let sonySavedImageFormat = DevicePropCode(rawValue: 0xD269)

    // Controls, which ControlDevice operates: 2 presses a button, 1 releases it.

    /// The shutter button, pressed halfway.
    package static let sonyS1Button = DevicePropCode(rawValue: 0xD2C1)
    /// The shutter button, pressed fully.
    package static let sonyS2Button = DevicePropCode(rawValue: 0xD2C2)
    /// Opens the shutter of a bulb exposure.
    package static let sonyBulbButton = DevicePropCode(rawValue: 0xD2C7)
    package static let sonyMovieButton = DevicePropCode(rawValue: 0xD2C8)
    /// Moves the focus, −7 to 7.
    package static let sonyManualFocus = DevicePropCode(rawValue: 0xD2D1)
    /// Focus area: the column in the upper half, of 640, and the row in the lower half, of 480.
    package static let sonyFocusAreaPosition = DevicePropCode(rawValue: 0xD2DC)
    /// Zooms the lens, by speed and direction; 0 stops.
    package static let sonyZoomOperation = DevicePropCode(rawValue: 0xD2DD)
}

extension ObjectHandle {
    /// The oldest picture in the body's buffer.
    package static let sonyCapturedPicture = ObjectHandle(rawValue: 0xFFFF_C001)
    /// The newest live view frame.
    package static let sonyLiveView = ObjectHandle(rawValue: 0xFFFF_C002)
}
