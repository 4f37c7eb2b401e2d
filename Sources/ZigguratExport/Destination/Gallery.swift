internal import ZigguratCore
internal import ZigguratFormats
public import ZigguratSystem

/// The page of a destination that lists its exports.
public struct Gallery: Sendable {
    private let destination: Destination
    private let pageMaker: any PageMaker

    /// A page with this in it is ours to write over.
    private static let signature = #"<meta name="generator" content="Ziggurat"#

    public init(of destination: String, pageMaker: any PageMaker) {
        self.destination = Destination(destination)
        self.pageMaker = pageMaker
    }

    /// Writes the page anew from the manifests of the exports.
    ///
    /// - Returns: its path; `nil` where a page of somebody else stands in its place, which is left
    ///   alone.
    public func write() throws(ZigguratError) -> String? {
        let shelf = try Shelf(destination.path)
        // Of two runs that end together, the page of the later one has to list both.
        return try destination.locked { () throws(ZigguratError) in
            let index = destination.folder(of: "index.html")
            guard !FileSystem.exists(index) || isOurs(index) else { return nil }
            for file in try pageMaker.gallery(of: shelf.manifests()) {
                let place = destination.folder(of: file.path)
                // A page that says the same already keeps its date, for those who copy what is new.
                guard FileSystem.read(place) != file.bytes else { continue }
                try FileSystem.replace(place, with: file.bytes)
            }
            return index
        }
    }

    private func isOurs(_ page: String) -> Bool {
        guard let bytes = FileSystem.read(page) else { return false }
        return String(decoding: bytes, as: UTF8.self).contains(Self.signature)
    }
}
