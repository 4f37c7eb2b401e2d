internal import ZigguratCore
internal import ZigguratSystem

extension SourceHeader {
    /// The embedded metadata that visitors see. The metadata never contain the place, the camera,
    /// or fields that are not listed here.
    public struct Metadata: Hashable, Sendable, Codable {
        public var title: String?
        public var description: String?
        public var creator: String?
        /// A rights statement, as text.
        public var rights: String?
        /// The http(s) address of a licence or a rights statement.
        public var rightsURL: String?
        /// The date of the image: `2026-11-21`, a year and month, or a year.
        public var date: String?

        public init(
            title: String? = nil, description: String? = nil, creator: String? = nil,
            rights: String? = nil, rightsURL: String? = nil, date: String? = nil
        ) {
            self.title = title
            self.description = description
            self.creator = creator
            self.rights = rights
            self.rightsURL = rightsURL
            self.date = date
        }

        /// Returns this metadata with missing fields from another value.
        func completed(by other: SourceHeader.Metadata) -> SourceHeader.Metadata {
            SourceHeader.Metadata(
                title: title ?? other.title, description: description ?? other.description,
                creator: creator ?? other.creator, rights: rights ?? other.rights,
                rightsURL: rightsURL ?? other.rightsURL, date: date ?? other.date)
        }

        /// Texts that cameras write into empty fields.
        private static let placeholders: Set<String> = [
            "OLYMPUS DIGITAL CAMERA", "SONY DSC", "DIGITAL CAMERA", "MINOLTA DIGITAL CAMERA",
            "SAMSUNG DIGITAL CAMERA", "KODAK Digital Still Camera", "SAMSUNG", "default",
            "Untitled",
        ]

        /// The maximum length of a text, in characters.
        private static let maximumLength = 2000

        /// Returns text for a page, without control characters and surplus blanks; `nil` if nothing
        /// is left.
        package static func text(_ raw: String?) -> String? {
            guard let raw else { return nil }
            let scalars = raw.unicodeScalars.map { scalar in
                scalar.value < 32 || scalar.value == 127 ? " " : Character(scalar)
            }
            let words = String(scalars).split(separator: " ").joined(separator: " ")
            guard !words.isEmpty, !placeholders.contains(words) else { return nil }
            return String(words.prefix(maximumLength))
        }

        /// Returns the date of a text such as `2026:11:21 10:00:00`, `2026-11-21T10:00` or
        /// `20261121`.
        static func date(_ raw: String?) -> String? {
            guard let raw else { return nil }
            var parts = raw.prefix { $0 != "T" && $0 != " " }.split { $0 == ":" || $0 == "-" }
            if parts.count == 1, let day = parts.first, day.count == 8 {
                parts = [day.prefix(4), day.dropFirst(4).prefix(2), day.suffix(2)]
            }
            let isDate =
                parts.first?.count == 4 && parts.count <= 3
                && parts.allSatisfy { Int($0) ?? 0 > 0 }
                && parts.dropFirst().allSatisfy { $0.count == 2 }
            return isDate ? parts.joined(separator: "-") : nil
        }

        /// Returns an address that a page may link to; `nil` for other texts.
        package static func address(_ raw: String?) -> String? {
            guard let text = text(raw), text.hasPrefix("https://") || text.hasPrefix("http://"),
                !text.contains(where: { " \"<>\\^`{|}".contains($0) })
            else { return nil }
            return text
        }
    }
}

extension SourceHeader.Metadata {
    /// Takes each field from XMP, else from IPTC, else from Exif. Texts that are too long are
    /// omitted.
    package init(xmp: [UInt8]?, iptc: [UInt8]?, exif: SourceHeader.Metadata) {
        self.init()
        if let xmp, xmp.count <= EmbeddedData.longestText, let packet = XMPPacket(xmp) {
            self = packet.metadata
        }
        if let iptc, iptc.count <= EmbeddedData.longestText {
            self = completed(by: IPTCRecords(iptc).metadata)
        }
        self = completed(by: exif)
    }

    /// Creates metadata from the texts of Exif fields.
    package init(
        exifDescription: String?, artist: String?, copyright: String?, taken: String?,
        changed: String?
    ) {
        self.init(
            description: Self.text(exifDescription), creator: Self.text(artist),
            rights: Self.text(copyright), date: Self.date(taken ?? changed))
    }
}

/// The XMP packet of a file.
///
/// Source: XMP specification, part 1 (ISO 16684-1), 7 and 8; part 2, 2.1 and 2.6.
struct XMPPacket {
    private let document: XMLDocument

    private static let namespaces = [
        "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
        "dc": "http://purl.org/dc/elements/1.1/",
        "xmp": "http://ns.adobe.com/xap/1.0/",
        "xmpRights": "http://ns.adobe.com/xap/1.0/rights/",
        "photoshop": "http://ns.adobe.com/photoshop/1.0/",
        "cc": "http://creativecommons.org/ns#",
    ]

    /// Parses a packet.
    ///
    /// - Returns: `nil` if the packet is not well formed.
    init?(_ bytes: [UInt8]) {
        // Programs pad the packet with blanks and zeros.
        let text = Array(bytes.reversed().drop { $0 == 0 || $0 == 10 || $0 == 32 }.reversed())
        guard let document = try? XMLDocument(text) else { return nil }
        self.document = document
    }

    package var metadata: SourceHeader.Metadata {
        SourceHeader.Metadata(
            title: SourceHeader.Metadata.text(alternative("dc:title")),
            description: SourceHeader.Metadata.text(alternative("dc:description")),
            creator: SourceHeader.Metadata.text(
                strings("//rdf:Description/dc:creator//rdf:li").joined(separator: ", ")),
            rights: SourceHeader.Metadata.text(alternative("dc:rights")),
            rightsURL: SourceHeader.Metadata.address(
                value("xmpRights:WebStatement")
                    ?? strings("//rdf:Description/cc:license/@rdf:resource").first),
            date: SourceHeader.Metadata.date(
                value("photoshop:DateCreated") ?? value("xmp:CreateDate")))
    }

    /// Returns the text of a list of languages: the default language, or else the first language.
    private func alternative(_ name: String) -> String? {
        let path = "//rdf:Description/\(name)//rdf:li"
        return strings("\(path)[@xml:lang='x-default']").first ?? strings(path).first
    }

    /// Returns the value of a simple property, which may be an element or an attribute.
    private func value(_ name: String) -> String? {
        strings("//rdf:Description/\(name)").first ?? strings("//rdf:Description/@\(name)").first
    }

    private func strings(_ path: String) -> [String] {
        (try? document.strings(at: path, namespaces: Self.namespaces)) ?? []
    }
}

/// The IPTC records of a file, stored directly or in Photoshop's image resources.
///
/// Source: IPTC-NAA Information Interchange Model 4.1, 1.5 and 6; Adobe Photoshop File Formats
/// Specification, image resource blocks.
struct IPTCRecords {
    /// The datasets of record 2, the application record, by number.
    private var datasets: [UInt8: [String]] = [:]

    init(_ bytes: [UInt8]) {
        let data = Self.resource(of: bytes) ?? bytes[...]
        var rest = data
        var isUTF8 = false
        while rest.count >= 5, rest[rest.startIndex] == 0x1C {
            let start = rest.startIndex
            let (record, number) = (rest[start + 1], rest[start + 2])
            let length = rest[start + 3...start + 4].bigEndian
            // The highest bit marks an extended length, which texts do not need.
            guard length < 0x8000, length <= rest.count - 5 else { break }
            let value = rest[(start + 5)..<(start + 5 + length)]
            if record == 1, number == 90 { isUTF8 = value.elementsEqual([0x1B, 0x25, 0x47]) }
            if record == 2 {
                let text =
                    isUTF8 || String(validating: value, as: UTF8.self) != nil
                    ? String(decoding: value, as: UTF8.self)
                    : String(String.UnicodeScalarView(value.map { Unicode.Scalar($0) }))
                datasets[number, default: []].append(text)
            }
            rest = rest[(start + 5 + length)...]
        }
    }

    package var metadata: SourceHeader.Metadata {
        SourceHeader.Metadata(
            title: SourceHeader.Metadata.text(datasets[5]?.first ?? datasets[105]?.first),
            description: SourceHeader.Metadata.text(datasets[120]?.first),
            creator: SourceHeader.Metadata.text(datasets[80]?.joined(separator: ", ")),
            rights: SourceHeader.Metadata.text(datasets[116]?.first),
            date: SourceHeader.Metadata.date(datasets[55]?.first))
    }

    /// Returns Photoshop's resource 0x0404: `8BIM`, a number, a name, a length and the data.
    private static func resource(of bytes: [UInt8]) -> ArraySlice<UInt8>? {
        var position = 0
        if bytes.starts(with: "Photoshop 3.0\0".utf8) { position = 14 }
        while position + 12 <= bytes.count,
            bytes[position..<position + 4].elementsEqual("8BIM".utf8)
        {
            let number = bytes[position + 4...position + 5].bigEndian
            // The length byte and the name together have an even number of bytes.
            let start = position + 6 + (Int(bytes[position + 6]) + 2) / 2 * 2
            guard start + 4 <= bytes.count else { return nil }
            let length = bytes[start..<start + 4].bigEndian
            guard length <= bytes.count - start - 4 else { return nil }
            if number == 0x0404 { return bytes[(start + 4)..<(start + 4 + length)] }
            position = start + 4 + (length + 1) / 2 * 2
        }
        return nil
    }
}
