package import PTP

// The codes that HotShoe uses. Numbers and meanings: observed behaviour, where nothing else is stated.

extension OperationCode {
    /// Returns the descriptions of all properties; see ``FujifilmDescriptions``.
    package static let fujifilmGetDeviceInfo = OperationCode(rawValue: 0x902B)
    /// Starts a movie, on networks; only its name is known (libgphoto2).
    package static let fujifilmStartMovie = OperationCode(rawValue: 0x9020)
    /// Stops a movie, on networks; only its name is known (libgphoto2).
    package static let fujifilmStopMovie = OperationCode(rawValue: 0x9021)
    /// Returns the preview of the picture that was just taken, on networks. It must be read before the next one.
    package static let fujifilmGetCapturePreview = OperationCode(rawValue: 0x9022)
    /// Focuses at a position, on networks: column × 256 + row, as in 0xD17C.
    package static let fujifilmLockFocus = OperationCode(rawValue: 0x9026)
    /// Releases the focus.
    package static let fujifilmUnlockFocus = OperationCode(rawValue: 0x9027)
    /// Moves the shutter speed by a step; the parameter is 1 or −1. On networks.
    package static let fujifilmStepShutterSpeed = OperationCode(rawValue: 0x902C)
    /// Moves the f-number by a step; the parameter is 1 or −1. On networks.
    package static let fujifilmStepFNumber = OperationCode(rawValue: 0x902D)
    /// Moves the exposure compensation by a step; the parameter is 1 or −1. On networks.
    package static let fujifilmStepCompensation = OperationCode(rawValue: 0x902E)
}

extension EventCode {
    /// A picture can be fetched; the parameter is its handle.
    package static let fujifilmObjectAdded = EventCode(rawValue: 0xC004)
    /// The preview of a picture can be read, and must be. On networks.
    package static let fujifilmPreviewAvailable = EventCode(rawValue: 0xC001)
}

extension ResponseCode {
    /// The body's state does not allow it: it shows a menu or plays back (observed with an X-T5).
    package static let fujifilmWrongState = ResponseCode(rawValue: 0xA001)
    /// Not now: the body works, has pictures in its buffer, or has this value already (observed with an X-T5).
    package static let fujifilmNotNow = ResponseCode(rawValue: 0xA002)
}

extension DevicePropCode {
    package static let captureDelay = DevicePropCode(rawValue: 0x5012)
    package static let fujifilmFilmSimulation = DevicePropCode(rawValue: 0xD001)
    package static let fujifilmDynamicRange = DevicePropCode(rawValue: 0xD007)
    package static let fujifilmColorSpace = DevicePropCode(rawValue: 0xD00A)
    package static let fujifilmColorTemperature = DevicePropCode(rawValue: 0xD017)
    package static let fujifilmQuality = DevicePropCode(rawValue: 0xD018)
    package static let fujifilmThroughImageZoom = DevicePropCode(rawValue: 0xD01B)
    package static let fujifilmNoiseReduction = DevicePropCode(rawValue: 0xD01C)
    package static let fujifilmFaceDetection = DevicePropCode(rawValue: 0xD020)
    package static let fujifilmRAWCompression = DevicePropCode(rawValue: 0xD022)
    package static let fujifilmGrainEffect = DevicePropCode(rawValue: 0xD023)
    package static let fujifilmFocusPoints = DevicePropCode(rawValue: 0xD025)
    package static let fujifilmInterlockedAreas = DevicePropCode(rawValue: 0xD027)
    package static let fujifilmColorChrome = DevicePropCode(rawValue: 0xD029)
    /// ISO speed, of networks and of earlier bodies.
    package static let fujifilmISO = DevicePropCode(rawValue: 0xD02A)
    package static let fujifilmWideDynamicRange = DevicePropCode(rawValue: 0xD02E)
    package static let fujifilmAFIlluminator = DevicePropCode(rawValue: 0xD112)
    package static let fujifilmFunctionLock = DevicePropCode(rawValue: 0xD136)
    package static let fujifilmUSBMode = DevicePropCode(rawValue: 0xD16E)
    package static let fujifilmCropMode = DevicePropCode(rawValue: 0xD16F)
    /// Position of the focus; see ``FujifilmFocusRange``.
    package static let fujifilmFocusPosition = DevicePropCode(rawValue: 0xD171)
    package static let fujifilmLiveViewQuality = DevicePropCode(rawValue: 0xD173)
    package static let fujifilmLiveViewSize = DevicePropCode(rawValue: 0xD174)
    /// Drive mode.
    package static let fujifilmReleaseMode = DevicePropCode(rawValue: 0xD201)
    /// Which side controls the body: 1 the body, 2 the computer.
    package static let fujifilmPriorityMode = DevicePropCode(rawValue: 0xD207)
    /// Movement that the next InitiateCapture performs; see ``FujifilmRelease``.
    package static let fujifilmRelease = DevicePropCode(rawValue: 0xD208)
    /// Result of focusing; see ``FujifilmFocusStatus``.
    package static let fujifilmAFStatus = DevicePropCode(rawValue: 0xD209)
    /// What a body writes to its card, besides what the computer receives.
    package static let fujifilmMediaRecord = DevicePropCode(rawValue: 0xD20C)
    /// Number of pictures for which the body's buffer has room.
    package static let fujifilmFreeImages = DevicePropCode(rawValue: 0xD20E)
    /// The properties that have changed; see ``FujifilmChanges``. It has no description.
    package static let fujifilmCurrentState = DevicePropCode(rawValue: 0xD212)
    /// Aperture, of earlier bodies.
    package static let fujifilmAperture = DevicePropCode(rawValue: 0xD218)
    /// Shutter speed, of earlier bodies.
    package static let fujifilmShutterSpeed = DevicePropCode(rawValue: 0xD219)
    /// Shutter speed in microseconds, on networks.
    package static let fujifilmNetworkShutterSpeed = DevicePropCode(rawValue: 0xD240)
    /// Number of files on the cards, on networks.
    package static let fujifilmObjectCount = DevicePropCode(rawValue: 0xD222)
    /// 1: files are transferred as they are; 0: reduced. On networks.
    package static let fujifilmWholeFiles = DevicePropCode(rawValue: 0xD227)
    /// Read before a file is fetched, on networks (observed with fudge).
    package static let fujifilmCompressionLimit = DevicePropCode(rawValue: 0xD235)
    /// The position at which the body focuses, on networks: column × 256 + row.
    package static let fujifilmFocusPoint = DevicePropCode(rawValue: 0xD17C)
    /// Battery in bars, on networks.
    package static let fujifilmBatteryBars = DevicePropCode(rawValue: 0xD242)
    /// Number of files on the cards, of later bodies.
    package static let fujifilmObjectCount2 = DevicePropCode(rawValue: 0xD401)
    /// State of the body, on networks; see ``FujifilmClientState``.
    package static let fujifilmClientState = DevicePropCode(rawValue: 0xDF00)
    /// What the client wants, on networks: 5 is remote control.
    package static let fujifilmFunctionMode = DevicePropCode(rawValue: 0xDF01)
    /// Versions of fetching, browsing, remote control, and browsing during remote control.
    package static let fujifilmVersions = [0xDF22, 0xDF25, 0xDF21, 0xDF24].map { DevicePropCode(rawValue: $0) }
    /// Version of browsing, of bodies without remote control.
    package static let fujifilmGalleryVersion = DevicePropCode(rawValue: 0xDF22)
    /// Version of browsing during remote control.
    package static let fujifilmRemoteGalleryVersion = DevicePropCode(rawValue: 0xDF25)
    /// Version of remote control.
    package static let fujifilmRemoteVersion = DevicePropCode(rawValue: 0xDF24)
    package static let fujifilmLongExposureNR = DevicePropCode(rawValue: 0xD322)
    package static let fujifilmFullTimeManualFocus = DevicePropCode(rawValue: 0xD323)
    package static let fujifilmLensISSwitch = DevicePropCode(rawValue: 0xD346)
    package static let fujifilmExposurePreview = DevicePropCode(rawValue: 0xD359)
    package static let fujifilmBatteryInfo1 = DevicePropCode(rawValue: 0xD36A)
    /// Charge of the batteries in percent, as text, separated by commas: the body's first.
    package static let fujifilmBatteryInfo2 = DevicePropCode(rawValue: 0xD36B)
    package static let fujifilmLensName = DevicePropCode(rawValue: 0xD36D)
    package static let fujifilmLensFNumbers = DevicePropCode(rawValue: 0xD38D)
    /// 1 before the computer takes control, as open programs do; otherwise a range of positions of the zoom.
    package static let fujifilmPCMode = DevicePropCode(rawValue: 0xD38C)

    /// The properties that bodies have and DeviceInfo does not list.
    package static let fujifilmUnlisted: [DevicePropCode] = [
        0x500D, 0x5007, 0x5010, 0xD020, 0xD022, 0xD023, 0xD024, 0xD025, 0xD026, 0xD027, 0xD028, 0xD029, 0xD02A, 0xD02B, 0xD02D,
        0xD02E, 0xD02F, 0xD156, 0xD168, 0xD16B, 0xD16E, 0xD16F, 0xD170, 0xD171, 0xD173, 0xD174, 0xD176, 0xD17B, 0xD17F, 0xD208,
        0xD21C, 0xD222, 0xD223, 0xD230, 0xD242, 0xD310, 0xD320, 0xD321, 0xD322, 0xD323, 0xD33F, 0xD346, 0xD34A, 0xD34B, 0xD34D,
        0xD34E, 0xD351, 0xD359, 0xD35E, 0xD364, 0xD365, 0xD366, 0xD36A, 0xD36B, 0xD36D, 0xD36E, 0xD36F, 0xD370, 0xD375, 0xD376,
        0xD38A, 0xD38C, 0xD38D, 0xD38E,
    ].map { DevicePropCode(rawValue: $0) }

    /// Properties that bodies answer without a description: the focus areas, and ``fujifilmCurrentState``.
    package static let fujifilmUndescribed: [DevicePropCode] = [0xD212, 0xD347, 0xD372, 0xD374, 0xD395].map {
        DevicePropCode(rawValue: $0)
    }
}

extension ObjectHandle {
    /// The newest live view frame.
    package static let fujifilmLiveView = ObjectHandle(rawValue: 0x8000_0001)
}

extension StorageID {
    /// The body's buffer, from which captured pictures are fetched.
    package static let fujifilmStill = StorageID(rawValue: 0x1000_0001)
    /// The store of live view frames.
    package static let fujifilmLive = StorageID(rawValue: 0x1000_0002)
}
