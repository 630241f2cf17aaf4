import CameraModel

extension CameraBody {
    /// The state of the battery.
    struct Power: Sendable {
        /// Charge, 0…1.
        var charge: Double
        var chargedAt: Duration = .zero

        var level: BatteryLevel {
            switch charge {
            case 0.875...: .full
            case 0.625...: .threeQuarters
            case 0.375...: .half
            case 0.1...: .quarter
            default: .empty
            }
        }
    }

    /// Power consumption relative to live view.
    private var load: Double { liveView.isRunning || video.state.isRecording ? 1 : 0.2 }

    /// Subtracts the energy that was used since the last call.
    private mutating func drain() {
        let life = configuration.batteryLife.seconds
        let used = (now - power.chargedAt).seconds
        if life > 0 && isConnected { power.charge = max(0, power.charge - used / life * load) }
        power.chargedAt = now
    }

    /// Schedules the next update of the battery, after another hundredth of its charge.
    mutating func scheduleBattery() {
        drain()
        cancel { if case .batteryTick = $0 { true } else { false } }
        guard isConnected, configuration.batteryLife > .zero else { return }
        arrange(.batteryTick, after: configuration.batteryLife * (0.01 / load))
    }

    mutating func batteryTick() {
        scheduleBattery()
        batteryChanged()
    }

    mutating func setCharge(_ charge: Double) {
        drain()
        power.charge = min(max(charge, 0), 1)
        batteryChanged()
    }

    private mutating func batteryChanged() {
        if power.charge <= 0 {
            if video.state.isRecording { stopRecording() }
            end(.batteryExhausted)
        } else if power.charge <= Self.liveViewCharge {
            stopLiveView(.batteryLow)
        }
    }
}

extension CameraBody {
    /// The camera's clock: a date, and the time at which it was set.
    struct ClockSetting: Sendable {
        private var date: CameraDate
        private var moment: Duration

        init(date: CameraDate, at moment: Duration = .zero) {
            self.date = date
            self.moment = moment
        }

        func date(at now: Duration) -> CameraDate {
            var utc = date
            if utc.utcOffsetMinutes == nil { utc.utcOffsetMinutes = 0 }
            let milliseconds = (utc.millisecondsSince1970 ?? 0) + Int64((now - moment).seconds * 1000)
            var result = CameraDate(millisecondsSince1970: milliseconds, utcOffsetMinutes: utc.utcOffsetMinutes ?? 0)
            result.utcOffsetMinutes = date.utcOffsetMinutes
            return result
        }
    }
}
