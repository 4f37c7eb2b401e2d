package import ZigguratCore
package import ZigguratSystem

/// The page's configuration, which scripts read from `window.ziggurat.config`.
///
/// Paths are relative to the page and not percent-encoded. The names of the members are an
/// interface, because users' templates read them.
extension PageDescription {
    /// - Parameter language: the language of the page.
    func configuration(in language: PageLanguage) -> JSONValue {
        let pyramid = bundle.pyramid
        return .object(present: [
            "name": .string(pyramid.name),
            "title": .string(bundle.title),
            "width": .integer(pyramid.imageSize.width),
            "height": .integer(pyramid.imageSize.height),
            "tileWidth": .integer(pyramid.tiling.tileSize.width),
            "tileHeight": .integer(pyramid.tiling.tileSize.height),
            "overlap": .integer(pyramid.tiling.overlap),
            "edge": .string(pyramid.tiling.edge.rawValue),
            "maxZoom": maxZoom.map(JSONValue.number),
            "share": share.count == SharePart.allCases.count
                ? nil
                : .array(SharePart.allCases.filter(share.contains).map { .string($0.rawValue) }),
            "watermark": watermark.map(JSONValue.string),
            "transparent": .boolean(isTransparent),
            "levels": levels(in: tiles),
            "alternative": alternative.map(configuration),
            "background": background.map(JSONValue.string),
            "caption": bundle.caption.json,
            "links": .array(links.map { $0.json(in: language) }),
            "layout": bundle.layout.isEmpty ? nil : .string(archive?.title ?? bundle.layout),
            "archive": archive.map(\.json),
            // A page with inline scripts loads no other image, and no other page loads its image.
            "place": assets == .page ? nil : place.map(configuration),
            "annotations": annotations.isEmpty ? nil : .array(annotations.map(\.json)),
            "tour": tour.map(\.json),
            "micronsPerPixel": bundle.micronsPerPixel.map(JSONValue.number),
            "thumbnail": thumbnail.map(JSONValue.string),
            "address": address.map(JSONValue.string),
            "canvas": canvas.map(JSONValue.string),
        ])
    }

    private func levels(in tiles: TileSet) -> JSONValue {
        .array(tiles.pyramid.levels.map { configuration(of: $0, in: tiles) })
    }

    /// Returns the configuration of the tiles in another format.
    private func configuration(of alternative: Alternative) -> JSONValue {
        [
            "format": .string(alternative.tiles.pyramid.tiling.encoding.format.name),
            "transparent": .boolean(alternative.isTransparent),
            "levels": levels(in: alternative.tiles),
        ]
    }

    /// Returns a level and its tile paths: a template, or a table of paths row by row.
    private func configuration(of level: Level, in set: TileSet) -> JSONValue {
        let pyramid = set.pyramid
        let template = template(of: level, in: set)
        let isCounted = template.map { $0.contains("{group") || $0.contains("{number") } ?? false
        let isShifted = level.shift != .zero
        let tiles =
            template == nil
            ? pyramid.tiles(of: level).map { JSONValue.string(set.folder + naming.path(of: $0)) }
            : []
        let absent = bundle.absent.runs(ofLevel: level.index)
        return .object(present: [
            "width": .integer(level.size.width),
            "height": .integer(level.size.height),
            "columns": .integer(level.columns),
            "rows": .integer(level.rows),
            "scaleFactor": .integer(level.scaleFactor),
            "z": .integer(level.index),
            // The number of the level's first tile, if the template counts tiles.
            "firstTile": isCounted ? .integer(pyramid.tileCount(below: level)) : nil,
            "shiftX": isShifted ? .integer(level.shift.x) : nil,
            "shiftY": isShifted ? .integer(level.shift.y) : nil,
            "absent": absent.isEmpty ? nil : .array(absent.map(JSONValue.integer)),
            "template": template.map(JSONValue.string),
            "tiles": template == nil ? .array(tiles) : nil,
        ])
    }

    /// Returns the page's position in its destination. The page compares it with the page's
    /// address.
    private func configuration(ofPlace path: String) -> JSONValue {
        [
            "path": .string(path),
            "root": .string(root ?? path.split(separator: "/").map { _ in "../" }.joined()),
            "script": .string(PageWriter.imageScript),
        ]
    }
}

extension Caption {
    /// The parts that pages show below the image, with their languages and translations.
    var json: JSONValue {
        var json = texts
        if let language { json["language"] = .string(language) }
        if !translations.isEmpty || !fieldLanguages.isEmpty {
            json["translations"] = .object(translationsJSON)
        }
        return json
    }

    /// The parts that pages show below the image.
    var texts: JSONValue {
        .object(present: [
            "description": description.map(JSONValue.string),
            "attribution": attribution.map(JSONValue.string),
            "rights": rights.map(JSONValue.string),
            "rightsName": rights.flatMap(KnownTerms.name).map(JSONValue.string),
            "licence": licence == rights ? nil : licence.map(JSONValue.string),
            "licenceName": licence == rights
                ? nil : licence.flatMap(KnownTerms.name).map(JSONValue.string),
            "creator": creator == attribution ? nil : creator.map(JSONValue.string),
            "date": date.map(JSONValue.string),
            "fields": fields.isEmpty ? nil : .array(fields.map(\.json)),
        ])
    }

    private var fieldLanguages: Set<String> { Set(fields.flatMap(\.translations.keys)) }

    /// The texts in each further language, with the title, in the form of ``json``.
    private var translationsJSON: [String: JSONValue] {
        var all: [String: JSONValue] = [:]
        for tag in Set(translations.keys).union(fieldLanguages) {
            var translation = translations[tag] ?? Caption()
            translation.fields = fields.map { $0.translations[tag] ?? $0 }
            var texts = translation.json
            texts["title"] = translation.title.map(JSONValue.string) ?? .null
            all[tag] = texts
        }
        return all
    }
}

extension Caption.Field {
    fileprivate var json: JSONValue { ["label": .string(label), "value": .string(value)] }
}

extension Annotation {
    fileprivate var json: JSONValue {
        .object(present: [
            "label": .string(label), "text": text.map(JSONValue.string),
            "language": language.map(JSONValue.string),
            "translations": translations.isEmpty
                ? nil
                : .object(
                    translations.mapValues {
                        .object(present: [
                            "label": .string($0.label), "text": $0.text.map(JSONValue.string),
                        ])
                    }),
            "path": path.map(JSONValue.string), "link": link.map(JSONValue.string),
            "point": point.map { ["x": .number($0.x), "y": .number($0.y)] },
        ])
    }
}

extension JSONValue {
    /// Returns JSON for a `<script>` element. Escapes text that could end the element or begin a
    /// comment, and the line separators that older browsers treat as the end of a line.
    package func scriptText() throws(ZigguratError) -> String {
        let json = try BundleFile.jsonLine("", self).bytes.dropLast()
        var text: [UInt8] = []
        text.reserveCapacity(json.count)
        for (place, byte) in zip(json.indices, json) {
            text.append(byte)
            if byte == UInt8(ascii: "<") {
                text.removeLast()
                text += "\\u003c".utf8
            } else if byte == 0xA8 || byte == 0xA9, json[..<place].suffix(2) == [0xE2, 0x80] {
                // U+2028 and U+2029 in UTF-8.
                text.removeLast(3)
                text += (byte == 0xA8 ? "\\u2028" : "\\u2029").utf8
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
