package import CameraModel
package import JSONText

extension ItemInfo.Handle: JSONForm {
    package var json: JSONValue { .unsigned(number) }

    package init?(_ json: JSONValue) {
        guard let number = json.unsigned else { return nil }
        self.init(number)
    }
}

extension TransferOffer.Identifier: JSONForm {
    package var json: JSONValue { .unsigned(number) }

    package init?(_ json: JSONValue) {
        guard let number = json.unsigned else { return nil }
        self.init(number)
    }
}

extension StorageInfo.Identifier: JSONForm {
    package var json: JSONValue { .integer(Int64(number)) }

    package init?(_ json: JSONValue) {
        guard let number = json.integer.flatMap({ UInt32(exactly: $0) }) else { return nil }
        self.init(number)
    }
}

extension ItemInfo: JSONForm {
    package var json: JSONValue {
        .members([
            "handle": handle.json,
            "storage": storage.json,
            "parent": parent?.json,
            "name": .string(name),
            "kind": .string(kind.rawValue),
            "hasMetadata": .ifTrue(hasMetadata),
            "size": size.map { .unsigned($0) },
            "isProtected": .ifTrue(isProtected),
            "created": created?.json,
            "rating": rating.map { .int($0) },
            "pixelSize": pixelSize?.json,
            "companions": .listUnlessEmpty(companions),
        ])
    }

    package init?(_ json: JSONValue) {
        guard let handle = json["handle"].flatMap({ Handle($0) }),
            let storage = json["storage"].flatMap({ StorageInfo.Identifier($0) }),
            let parent: Handle? = json.value("parent"),
            let name = json.text("name"),
            let kind = json.text("kind").flatMap({ Kind(rawValue: $0) }),
            let created: CameraDate? = json.value("created"),
            let pixelSize: PixelSize? = json.value("pixelSize"),
            let companions: [Handle] = json.values("companions")
        else { return nil }
        let rating = json.int("rating")
        if let rating, !(0...5).contains(rating) { return nil }
        self.init(
            handle: handle,
            storage: storage,
            parent: parent,
            name: name,
            kind: kind,
            hasMetadata: json.flag("hasMetadata"),
            size: json["size"]?.unsigned,
            isProtected: json.flag("isProtected"),
            created: created,
            rating: rating,
            pixelSize: pixelSize,
            companions: companions
        )
    }
}

extension StorageInfo: JSONForm {
    package var json: JSONValue {
        .members([
            "id": identifier.json,
            "name": .string(name),
            "label": .text(label),
            "slot": slot.map { .int($0) },
            "capacity": capacityBytes.map { .unsigned($0) },
            "free": freeBytes.map { .unsigned($0) },
            "isWritable": .ifTrue(isWritable),
            "allowsDeletion": .ifTrue(allowsDeletion),
            "hasInaccessibleImages": .ifTrue(hasInaccessibleImages),
            "catalogProgress": .double(catalogProgress),
        ])
    }

    package init?(_ json: JSONValue) {
        guard let identifier = json["id"].flatMap({ Identifier($0) }), let name = json.text("name"), !name.isEmpty else {
            return nil
        }
        self.init(
            identifier: identifier,
            name: name,
            label: json.text("label"),
            slot: json.int("slot"),
            capacityBytes: json["capacity"]?.unsigned,
            freeBytes: json["free"]?.unsigned,
            isWritable: json.flag("isWritable"),
            allowsDeletion: json.flag("allowsDeletion"),
            hasInaccessibleImages: json.flag("hasInaccessibleImages"),
            catalogProgress: min(max(json.double("catalogProgress") ?? 1, 0), 1)
        )
    }
}

extension UnreadableItem: JSONForm {
    package var json: JSONValue {
        .members(["handle": handle.json, "name": .text(name), "code": .int(Int(code.rawValue)), "message": .string(message)])
    }

    package init?(_ json: JSONValue) {
        guard let handle = json["handle"].flatMap({ ItemInfo.Handle($0) }), let message = json.text("message") else { return nil }
        self.init(handle: handle, name: json.text("name"), code: CameraError.Code(json["code"]), message: message)
    }
}

extension TransferOffer: JSONForm {
    package var json: JSONValue {
        .members([
            "id": identifier.json,
            "fileName": .string(fileName),
            "created": created?.json,
            "available": .array(
                available.map {
                    .members([
                        "representation": .string($0.representation.rawValue),
                        "size": $0.predictedSize.map { .unsigned($0) },
                        "extension": .string($0.fileExtension),
                    ])
                }
            ),
            "isOnlyCopy": .ifTrue(isOnlyCopy),
            "mustBeExecuted": .ifTrue(mustBeExecuted),
            "item": item?.json,
        ])
    }

    package init?(_ json: JSONValue) {
        guard let identifier = json["id"].flatMap({ Identifier($0) }), let fileName = json.text("fileName"),
            let created: CameraDate? = json.value("created"), let item: ItemInfo.Handle? = json.value("item"),
            let forms = json["available"]?.array
        else { return nil }
        var available: [Available] = []
        for form in forms {
            guard let representation = form.text("representation").flatMap({ Representation(rawValue: $0) }),
                let fileExtension = form.text("extension")
            else { return nil }
            available.append(
                Available(
                    representation: representation,
                    predictedSize: form["size"]?.unsigned,
                    fileExtension: fileExtension
                )
            )
        }
        self.init(
            identifier: identifier,
            fileName: fileName,
            created: created,
            available: available,
            isOnlyCopy: json.flag("isOnlyCopy"),
            mustBeExecuted: json.flag("mustBeExecuted"),
            item: item
        )
    }
}

extension ShotResult: JSONForm {
    package var json: JSONValue {
        .members(["items": .list(items), "offers": .listUnlessEmpty(offers), "unreadable": .listUnlessEmpty(unreadable)])
    }

    package init?(_ json: JSONValue) {
        guard let items: [ItemInfo] = json.values("items"), let offers: [TransferOffer] = json.values("offers"),
            let unreadable: [UnreadableItem] = json.values("unreadable")
        else { return nil }
        self.init(items: items, offers: offers, unreadable: unreadable)
    }
}

extension PicturesOfOthers: JSONForm {
    package var json: JSONValue {
        .members(["taking": .array(taking.sorted().map { .int($0) }), "shots": .listUnlessEmpty(shots)])
    }

    package init?(_ json: JSONValue) {
        guard let taking = json["taking"]?.array?.compactMap(\.integer), let shots: [ShotResult] = json.values("shots") else {
            return nil
        }
        self.init(taking: Set(taking.map { Int($0) }), shots: shots)
    }
}

extension PictureMetadata: JSONForm {
    package var json: JSONValue {
        .members([
            "manufacturer": .text(manufacturer),
            "model": .text(model),
            "created": created?.json,
            "exposureTime": .double(exposureTime),
            "fNumber": .double(fNumber),
            "isoSpeed": isoSpeed.map { .int($0) },
            "exposureCompensation": .double(exposureCompensation),
            "focalLength": .double(focalLength),
            "orientation": orientation.map { .int($0) },
            "pixelSize": pixelSize?.json,
            "entries": .array(
                entries.map { .array([.string($0.group), .int(Int($0.tag)), .string($0.name), .string($0.value)]) }
            ),
        ])
    }

    package init?(_ json: JSONValue) {
        guard let created: CameraDate? = json.value("created"), let pixelSize: PixelSize? = json.value("pixelSize"),
            let entries = json["entries"]?.array
        else { return nil }
        self.init()
        (manufacturer, model, self.created) = (json.text("manufacturer"), json.text("model"), created)
        (exposureTime, fNumber, isoSpeed) = (json.double("exposureTime"), json.double("fNumber"), json.int("isoSpeed"))
        (exposureCompensation, focalLength) = (json.double("exposureCompensation"), json.double("focalLength"))
        (orientation, self.pixelSize) = (json.int("orientation"), pixelSize)
        for entry in entries {
            guard let parts = entry.array, parts.count == 4, let group = parts[0].string,
                let tag = parts[1].integer.flatMap({ UInt16(exactly: $0) }), let name = parts[2].string,
                let value = parts[3].string
            else { return nil }
            self.entries.append(Entry(group: group, tag: tag, name: name, value: value))
        }
    }
}
