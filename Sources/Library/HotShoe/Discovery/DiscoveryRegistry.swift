import CameraModel

/// The cameras that each provider reports. Pure.
///
/// A camera that several providers report is one camera. The report of the provider that saw it first is used, until that
/// provider loses it.
struct DiscoveryRegistry {
    /// Maximum number of cameras for each provider; further ones are not listed.
    static let cameraLimit = 1024

    /// A provider's report of a camera, from its appearance to its loss.
    struct Sighting {
        let number: Int
        let provider: String
        var discovered: DiscoveredCamera
    }

    /// Effect of a provider's report.
    enum Outcome: Equatable {
        case changed
        case unchanged
        case overLimit
    }

    private(set) var sightings: [CameraIdentifier: [Sighting]] = [:]
    private(set) var losses: [CameraIdentifier: DiscoveryLoss] = [:]
    private(set) var failures: [String: (number: Int, error: CameraError)] = [:]
    private(set) var log = DiscoveryLog()
    /// Reports that were replaced or withdrawn. Their owner releases them outside its lock: a report holds a plugin's closures.
    private var withdrawn: [DiscoveredCamera] = []
    private var counts: [String: Int] = [:]
    private var nextNumber = 0

    /// The cameras in the order of their first sighting.
    var visible: [Sighting] { sightings.values.compactMap(\.first).sorted { $0.number < $1.number } }

    mutating func found(_ camera: DiscoveredCamera, by provider: String) -> Outcome {
        let identifier = camera.description.identifier
        if let index = sightings[identifier]?.firstIndex(where: { $0.provider == provider }) {
            let isSame = sightings[identifier]![index].discovered.description == camera.description
            withdrawn.append(sightings[identifier]![index].discovered)
            sightings[identifier]![index].discovered = camera
            if !isSame { log.note(identifier) }
            return isSame ? .unchanged : .changed
        }
        guard counts[provider, default: 0] < Self.cameraLimit else { return .overLimit }
        counts[provider, default: 0] += 1
        nextNumber += 1
        sightings[identifier, default: []].append(Sighting(number: nextNumber, provider: provider, discovered: camera))
        losses[identifier] = nil
        log.note(identifier)
        return .changed
    }

    mutating func lost(_ identifier: CameraIdentifier, by provider: String, _ reason: DiscoveryLoss) -> Outcome {
        guard var remaining = sightings[identifier], let index = remaining.firstIndex(where: { $0.provider == provider })
        else { return .unchanged }
        withdrawn.append(remaining.remove(at: index).discovered)
        counts[provider, default: 0] -= 1
        sightings[identifier] = remaining.isEmpty ? nil : remaining
        if losses.count >= Self.cameraLimit { losses = [:] }
        losses[identifier] = reason
        log.note(identifier)
        return .changed
    }

    /// Removes and returns the reports that were replaced or withdrawn.
    mutating func popWithdrawn() -> [DiscoveredCamera] {
        defer { withdrawn = [] }
        return withdrawn
    }

    /// Removes all cameras of a provider.
    mutating func stopped(_ provider: String) -> Outcome {
        let seen = sightings.filter { $0.value.contains { $0.provider == provider } }.keys
        for identifier in seen { _ = lost(identifier, by: provider, .providerStopped) }
        return seen.isEmpty ? .unchanged : .changed
    }

    /// Forgets a provider's error.
    mutating func recovered(_ provider: String) -> Outcome {
        failures.removeValue(forKey: provider) == nil ? .unchanged : .changed
    }

    /// Records a provider's error; the same error again is not a change.
    mutating func failed(_ provider: String, _ error: CameraError) -> Outcome {
        if let known = failures[provider], known.error.code == error.code, known.error.message == error.message {
            return .unchanged
        }
        nextNumber += 1
        failures[provider] = (nextNumber, error)
        return .changed
    }
}
