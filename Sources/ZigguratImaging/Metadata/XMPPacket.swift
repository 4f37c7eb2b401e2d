internal import ZigguratCore
internal import ZigguratSystem

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

    /// - Returns: `nil` if it is not well formed.
    init?(_ bytes: [UInt8]) {
        // Writers pad it with blanks and zeros.
        let text = Array(bytes.reversed().drop { $0 == 0 || $0 == 10 || $0 == 32 }.reversed())
        guard let document = try? XMLDocument(text) else { return nil }
        self.document = document
    }

    var metadata: SourceHeader.Metadata {
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

    /// The text of a list of languages: the default one, else the first.
    private func alternative(_ name: String) -> String? {
        let path = "//rdf:Description/\(name)//rdf:li"
        return strings("\(path)[@xml:lang='x-default']").first ?? strings(path).first
    }

    /// A simple property, which may be an element or an attribute.
    private func value(_ name: String) -> String? {
        strings("//rdf:Description/\(name)").first ?? strings("//rdf:Description/@\(name)").first
    }

    private func strings(_ path: String) -> [String] {
        (try? document.strings(at: path, namespaces: Self.namespaces)) ?? []
    }
}
