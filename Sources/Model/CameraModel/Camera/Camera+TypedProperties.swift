// One row for each property of `PropertyIdentifier`: the compiler checks that the type of the handle agrees with the kind of the
// values. Properties with a vendor's list have the general handle.
extension Camera {
    /// ISO speed.
    public var iso: ISOSpeedProperty { typed(.isoSpeed, CommonValue.isoSpeed) }
    /// Shutter speed.
    public var shutterSpeed: ShutterSpeedProperty { typed(.shutterSpeed, CommonValue.shutterSpeed) }
    /// Aperture.
    public var aperture: ApertureProperty { typed(.aperture, CommonValue.aperture) }
    /// Exposure compensation.
    public var exposureCompensation: ExposureCompensationProperty {
        typed(.exposureCompensation, CommonValue.exposureCompensation)
    }
    /// Charge of the battery.
    public var batteryLevel: BatteryLevelProperty { typed(.batteryLevel, CommonValue.batteryLevel) }
    /// Source of the camera's power.
    public var powerSource: PowerSourceProperty { typed(.powerSource, CommonValue.powerSource) }
    /// Method by which the camera selects the focus areas.
    public var autoFocusSystem: AutoFocusSystemProperty { typed(.autoFocusSystem, CommonValue.autoFocusSystem) }
    /// Whether the camera focuses once, continuously, or not at all.
    public var focusMode: FocusModeProperty { typed(.focusMode, CommonValue.focusMode) }
    /// Effect of one press of the shutter: single pictures, bursts, self-timers.
    public var driveMode: DriveModeProperty { typed(.driveMode, CommonValue.driveMode) }
    /// Exposure mode: which exposure settings the camera chooses automatically.
    public var exposureMode: ExposureModeProperty { typed(.exposureMode, CommonValue.exposureMode) }
    /// Whether exposure bracketing is on.
    public var bracketing: BooleanProperty { typed(.bracketing, CommonValue.boolean) }
    /// Whether mirror lock-up is on.
    public var mirrorLockup: BooleanProperty { typed(.mirrorLockup, CommonValue.boolean) }
    /// Stage of mirror lock-up.
    public var mirrorLockupStage: MirrorLockupStageProperty { typed(.mirrorLockupStage, CommonValue.mirrorLockupStage) }
    /// Whether the depth-of-field preview is active.
    public var depthOfFieldPreview: BooleanProperty { typed(.depthOfFieldPreview, CommonValue.boolean) }
    /// Number of further pictures that there is room for.
    public var shotsAvailable: IntegerProperty { typed(.shotsAvailable, CommonValue.integer) }
    /// Whether a lens is attached.
    public var lensStatus: BooleanProperty { typed(.lensStatus, CommonValue.boolean) }
    /// Rendering of colours, a vendor's list.
    public var colorTone: Property { property(.colorTone) }
    /// Artistic filter, a vendor's list.
    public var artFilter: Property { property(.artFilter) }
    /// Whether digital zoom is on.
    public var digitalZoom: BooleanProperty { typed(.digitalZoom, CommonValue.boolean) }
    /// White balance.
    public var whiteBalance: WhiteBalanceProperty { typed(.whiteBalance, CommonValue.whiteBalance) }
    /// Noise reduction, a vendor's list.
    public var noiseReduction: Property { property(.noiseReduction) }
    /// File formats and sizes of new pictures, a vendor's list.
    public var imageQuality: Property { property(.imageQuality) }
    /// Validity of the light meter's reading.
    public var lightMeterStatus: LightMeterStatusProperty { typed(.lightMeterStatus, CommonValue.lightMeterStatus) }
    /// Reading of the light meter in stops; positive is too bright.
    public var lightMeterReading: ExposureCompensationProperty { typed(.lightMeterReading, CommonValue.exposureCompensation) }
    /// Method of metering light, a vendor's list.
    public var meteringMode: Property { property(.meteringMode) }
    /// Whether the camera can take a picture now.
    public var readyForCapture: BooleanProperty { typed(.readyForCapture, CommonValue.boolean) }
    /// Destination of a new picture.
    public var imageDestination: ImageDestinationProperty { typed(.imageDestination, CommonValue.imageDestination) }
    /// Format of new videos.
    public var videoFormat: VideoFormatProperty { typed(.videoFormat, CommonValue.videoFormat) }
    /// Magnification of live view.
    public var liveViewZoom: ZoomProperty { typed(.liveViewZoom, CommonValue.zoom) }
    /// ISO speed for video.
    public var videoISO: ISOSpeedProperty { typed(.videoISOSpeed, CommonValue.isoSpeed) }
    /// Shutter speed for video.
    public var videoShutterSpeed: ShutterSpeedProperty { typed(.videoShutterSpeed, CommonValue.shutterSpeed) }
    /// Aperture for video.
    public var videoAperture: ApertureProperty { typed(.videoAperture, CommonValue.aperture) }
    /// Exposure compensation for video.
    public var videoExposureCompensation: ExposureCompensationProperty {
        typed(.videoExposureCompensation, CommonValue.exposureCompensation)
    }
    /// Whether the camera has a flash at its disposal.
    public var flashAvailable: BooleanProperty { typed(.flashAvailable, CommonValue.boolean) }
    /// Operation of the flash.
    public var flashMode: FlashModeProperty { typed(.flashMode, CommonValue.flashMode) }
    /// Exposure compensation of the flash.
    public var flashExposureCompensation: ExposureCompensationProperty {
        typed(.flashExposureCompensation, CommonValue.exposureCompensation)
    }
    /// Colour temperature of the white balance in kelvin.
    public var whiteBalanceTemperature: IntegerProperty { typed(.whiteBalanceTemperature, CommonValue.integer) }

    private func typed<Value>(
        _ identifier: PropertyIdentifier,
        _ wrap: @escaping @Sendable (Value) -> CommonValue
    ) -> TypedProperty<Value> {
        TypedProperty(property(identifier), wrap)
    }
}
