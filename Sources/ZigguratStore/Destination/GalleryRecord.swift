internal import ZigguratCore
package import ZigguratSystem
internal import ZigguratViewer

/// The first line of `pictures.js`, a comment that `verify` uses to find changes of the gallery and
/// the collections.
///
/// The line consists of `// `, the XXH3 of the JSON text as 16 hexadecimal digits, a space, and the
/// JSON text.
package struct GalleryRecord: Hashable {
    /// The XXH3 of the gallery's page, in hexadecimal digits.
    package let page: String
    /// The XXH3 of the list after the first line; `nil` in galleries of older versions.
    package let list: String?
    /// The names of the exports without a page, which only the gallery's page lists.
    package let others: [String]
    /// The XXH3 of the sitemap; `nil` without a sitemap.
    package let sitemap: String?
    /// The entries of the collections at the time of writing.
    package let collections: [String]
    /// The XXH3 of `gallery.json`; an empty string if the file is missing, and `nil` in galleries
    /// of older versions.
    package let cover: String?

    private static let start = Array("// ".utf8)

    package init(
        page: [UInt8], list: [UInt8], others: [String], sitemap: [UInt8]?, collections: [String],
        cover: [UInt8]?
    ) {
        self.cover = Self.digits(ofCover: cover)
        (self.page, self.list) = (XXH3.digits(of: page), XXH3.digits(of: list))
        self.sitemap = sitemap.map { XXH3.digits(of: $0) }
        (self.others, self.collections) = (others, collections)
    }

    package static func digits(ofCover bytes: [UInt8]?) -> String {
        bytes.map { XXH3.digits(of: $0) } ?? ""
    }

    /// Returns the comment, with a trailing line feed.
    package func line() throws(ZigguratError) -> [UInt8] {
        var fields: [String: JSONValue] = [
            "page": .string(page), "others": .array(others.map(JSONValue.string)),
            "collections": .array(collections.map(JSONValue.string)),
        ]
        fields["list"] = list.map(JSONValue.string)
        fields["sitemap"] = sitemap.map(JSONValue.string)
        fields["cover"] = cover.map(JSONValue.string)
        let text = try JSONValue.object(fields).scriptText()
        return Self.start + "\(XXH3.digits(of: Array(text.utf8))) \(text)\n".utf8
    }

    /// Splits a list of images into its record and the list without the record. Returns `nil` if
    /// the record is missing or damaged.
    package static func split(_ bytes: [UInt8]) -> (record: GalleryRecord, list: ArraySlice<UInt8>)?
    {
        guard bytes.starts(with: start), let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else {
            return nil
        }
        let line = bytes[start.count..<end]
        let text = Array(line.dropFirst(17))
        guard String(decoding: line.prefix(17), as: UTF8.self) == "\(XXH3.digits(of: text)) ",
            let json = JSONValue(parsing: text), let page = json["page"].string,
            let others = json["others"].array?.compactMap(\.string),
            let collections = json["collections"].array?.compactMap(\.string)
        else { return nil }
        return (
            GalleryRecord(
                page: page, list: json["list"].string, others: others,
                sitemap: json["sitemap"].string, collections: collections,
                cover: json["cover"].string),
            bytes[(end + 1)...]
        )
    }

    private init(
        page: String, list: String?, others: [String], sitemap: String?, collections: [String],
        cover: String?
    ) {
        self.cover = cover
        (self.page, self.list, self.sitemap) = (page, list, sitemap)
        (self.others, self.collections) = (others, collections)
    }
}

extension GalleryRecord {
    /// The name of the page of a gallery, and of a book's page.
    package static let page = "index.html"
    /// The name of the file that contains a gallery's record and list of images.
    package static let list = "pictures.js"

    /// Reads the record of the gallery; returns `nil` if the record is missing or damaged.
    package static func stored(in destination: Destination) throws(ZigguratError) -> GalleryRecord?
    {
        let bytes = try FileSystem.contents(of: destination.folder(of: Self.list))
        return bytes.flatMap(GalleryRecord.split)?.record
    }
}
