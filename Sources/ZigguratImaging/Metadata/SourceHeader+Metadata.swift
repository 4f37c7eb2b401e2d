internal import ZigguratCore

extension SourceHeader {
    /// The metadata of a file that visitors see. It never contains the place, the camera, or other
    /// fields.
    public struct Metadata: Hashable, Sendable, Codable {
        public var title: String?
        public var description: String?
        public var creator: String?
        /// A statement of rights, as text.
        public var rights: String?
        /// The http(s) address of a licence or a statement of rights.
        public var rightsURL: String?
        /// When the image was made: `2026-11-21`, or only year and month, or year.
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

        /// Takes fields that are missing here from another value.
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

        /// Text for a page, without control characters and surplus blanks; `nil` if nothing is left.
        static func text(_ raw: String?) -> String? {
            guard let raw else { return nil }
            let scalars = raw.unicodeScalars.map { scalar in
                scalar.value < 32 || scalar.value == 127 ? " " : Character(scalar)
            }
            let words = String(scalars).split(separator: " ").joined(separator: " ")
            guard !words.isEmpty, !placeholders.contains(words) else { return nil }
            return String(words.prefix(maximumLength))
        }

        /// The day of `2026:11:21 10:00:00`, `2026-11-21T10:00`, `20261121` and the like.
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

        /// An address that a page may link to.
        static func address(_ raw: String?) -> String? {
            guard let text = text(raw), text.hasPrefix("https://") || text.hasPrefix("http://"),
                !text.contains(where: { " \"<>\\^`{|}".contains($0) })
            else { return nil }
            return text
        }
    }
}

extension SourceHeader.Metadata {
    /// Takes each field from XMP, else from IPTC, else from Exif. Texts that are too long are left out.
    init(xmp: [UInt8]?, iptc: [UInt8]?, exif: SourceHeader.Metadata) {
        self.init()
        if let xmp, xmp.count <= EmbeddedData.longestText, let packet = XMPPacket(xmp) {
            self = packet.metadata
        }
        if let iptc, iptc.count <= EmbeddedData.longestText {
            self = completed(by: IPTCRecords(iptc).metadata)
        }
        self = completed(by: exif)
    }

    /// From the texts of Exif fields.
    init(
        exifDescription: String?, artist: String?, copyright: String?, taken: String?,
        changed: String?
    ) {
        self.init(
            description: Self.text(exifDescription), creator: Self.text(artist),
            rights: Self.text(copyright), date: Self.date(taken ?? changed))
    }
}
