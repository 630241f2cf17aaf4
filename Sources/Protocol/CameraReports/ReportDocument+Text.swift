import JSONText
package import PTP

// The document as JSON.

extension ReportDocument {
    /// The document as JSON. `names` are the vendor's names of its codes.
    package func text(_ names: VendorNames = VendorNames()) -> String {
        let value = JSONValue.members([
            "format": .string(Self.format),
            "version": .integer(Int64(Self.version)),
            "camera": .members([
                "manufacturer": .string(camera.manufacturer), "model": .string(camera.model),
                "firmware": .string(camera.firmware), "family": .string(camera.family),
            ]),
            "link": .members([
                "kind": .string(link.kind),
                "vendorID": link.vendorID.map { .string(Hexadecimal.number($0)) },
                "productID": link.productID.map { .string(Hexadecimal.number($0)) },
            ]),
            "replaced": .array(
                replaced.map { .members(["kind": .string($0.kind), "count": .integer(Int64($0.count))]) }
            ),
            "deviceInfo": deviceInfo.map { Self.value($0, names) },
            "properties": .array(properties(names)),
            "storages": .array(storages),
            "settings": .array(settings.map(Self.value)),
            "capabilities": .array(capabilities.map { .string($0) }),
            "omitted": .integer(Int64(omitted)),
            "handshake": handshake.isEmpty
                ? nil
                : .array(
                    handshake.map { .members([$0.isSent ? "sent" : "received": .string(Hexadecimal.text($0.bytes))]) }
                ),
            "transcript": .array(transcript.map { Self.value($0, names) }),
        ])
        return value.text() + "\n"
    }

    // MARK: Rows for people

    private static func value(_ device: DeviceInfo, _ names: VendorNames) -> JSONValue {
        func codes<Code: VendorNamedCode>(_ codes: [Code]) -> JSONValue { .array(codes.map { .string(word($0, names)) }) }
        func formats(_ codes: [ObjectFormatCode]) -> JSONValue {
            .array(codes.map { code in .string(code.name.map { "\(code.hexadecimal) \($0)" } ?? code.hexadecimal) })
        }
        return .members([
            "vendorExtension": .string(Hexadecimal.number(device.vendorExtension.rawValue)),
            "vendorExtensionVersion": .integer(Int64(device.vendorExtensionVersion)),
            "vendorExtensionDescription": .string(device.vendorExtensionDescription),
            "operations": codes(device.operations), "events": codes(device.events), "properties": codes(device.deviceProps),
            "captureFormats": formats(device.captureFormats), "imageFormats": formats(device.imageFormats),
        ])
    }

    private static func word<Code: VendorNamedCode>(_ code: Code, _ names: VendorNames) -> String {
        code.name(by: names).map { "\(code.hexadecimal) \($0)" } ?? code.hexadecimal
    }

    private func properties(_ names: VendorNames) -> [JSONValue] {
        var latest: [UInt32: RecordedExchange] = [:]
        for case let exchange? in transcript.map(\.exchange) where exchange.code == .getDevicePropDesc {
            latest[exchange.parameters[0]] = exchange
        }
        return latest.sorted { $0.key < $1.key }.map { number, exchange in
            let code = DevicePropCode(rawValue: number)
            let desc = exchange.received.flatMap { try? DevicePropDesc($0) }
            let refusal = exchange.response.flatMap { $0 == .ok ? nil : "\($0)" }
            return .members([
                "code": .string(code.hexadecimal), "name": code.name(by: names).map { .string($0) },
                "type": desc.map { .string("\($0.type)") },
                "access": desc.map { .string($0.isSettable ? "read, write" : "read") },
                "value": desc.map { .string("\($0.current)") },
                "form": desc.flatMap { Self.words($0.form) }.map { .string($0) },
                "refused": refusal.map { .string($0) },
            ])
        }
    }

    private static func words(_ form: PropForm) -> String? {
        switch form {
        case .range(let minimum, let maximum, let step): "\(minimum) to \(maximum) by \(step)"
        case .enumeration(let values):
            values.prefix(Setting.valueLimit).map(\.description).joined(separator: ", ")
                + (values.count > Setting.valueLimit ? ", … \(values.count) in all" : "")
        default: nil
        }
    }

    private var storages: [JSONValue] {
        datasets(of: .getStorageInfo).compactMap { number, bytes in
            guard let info = try? StorageInfoDataset(bytes) else { return nil }
            return .members([
                "storage": .string(Hexadecimal.number(number)),
                "type": .integer(Int64(info.storageType.rawValue)),
                "access": .integer(Int64(info.accessCapability.rawValue)),
                "capacity": .string(String(info.maximumCapacity)), "free": .string(String(info.freeSpaceBytes)),
                "description": .string(info.storageDescription), "label": .string(info.volumeLabel),
            ])
        }
    }

    private static func value(_ setting: Setting) -> JSONValue {
        .members([
            "name": .string(setting.name), "value": setting.value.map { .string($0) },
            "settable": setting.settableCount > 0 ? .array(setting.settable.map { .string($0) }) : nil,
            "settableCount": setting.settableCount > setting.settable.count ? .integer(Int64(setting.settableCount)) : nil,
        ])
    }

    // MARK: The transcript

    private static func value(_ entry: TranscriptEntry, _ names: VendorNames) -> JSONValue {
        switch entry.content {
        case .exchange(let exchange): value(exchange, at: entry.time, names)
        case .event(let event):
            .members([
                "time": .number(seconds(entry.time)), "event": .string(event.code.hexadecimal),
                "name": event.code.name(by: names).map { .string($0) }, "parameters": value(event.parameters),
            ])
        }
    }

    private static func value(_ exchange: RecordedExchange, at time: Duration, _ names: VendorNames) -> JSONValue {
        var response: (code: String, parameters: JSONValue?, failure: String?) = ("", nil, nil)
        switch exchange.outcome {
        case .response(let code, let parameters):
            response = (code.hexadecimal, parameters.isEmpty ? nil : value(parameters), nil)
        case .failure(let text): response.failure = text
        }
        let isCut = exchange.receivedCount != exchange.received?.count ?? 0
        return .members([
            "time": .number(seconds(time)), "operation": .string(exchange.code.hexadecimal),
            "name": exchange.code.name(by: names).map { .string($0) }, "parameters": value(exchange.parameters),
            "sent": exchange.sent.map { .string(Hexadecimal.text($0)) },
            "received": exchange.received.map { .string(Hexadecimal.text($0)) },
            "receivedBytes": isCut ? .integer(Int64(exchange.receivedCount)) : nil,
            "response": response.failure == nil ? .string(response.code) : nil,
            "responseParameters": response.parameters, "failure": response.failure.map { .string($0) },
            "took": .number(seconds(exchange.took)),
        ])
    }

    private static func value(_ parameters: Parameters) -> JSONValue {
        .array(parameters.map { .string(Hexadecimal.number($0)) })
    }

    /// Seconds with microseconds.
    private static func seconds(_ duration: Duration) -> Double {
        let (seconds, attoseconds) = duration.components
        return Double(seconds * 1_000_000 + attoseconds / 1_000_000_000_000) / 1_000_000
    }
}
