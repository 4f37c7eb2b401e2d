internal import ZigguratCore
internal import ZigguratFormats
public import ZigguratSystem

/// A document about all exports of a destination, for clients that open many pictures at once. It
/// stands beside the gallery and follows it.
///
/// A collection is a small value; those there are stand in ``CollectionRegistry``, each in a file
/// of its own.
public protocol DestinationCollection: Sendable {
    /// The name on the command line: lower case, no spaces.
    var name: String { get }
    /// What it is and who reads it, in a few words.
    var summary: String { get }
    /// The names of the layouts that its pictures have one of, the one it likes best first.
    var layouts: [String] { get }
    /// Whether it is there only where somebody asked for it, and from then on.
    var isOnRequest: Bool { get }
    /// What it is called at the top of a destination; no export has this name.
    var entry: String { get }
    /// Its document, relative to the destination.
    var document: String { get }
    /// What must be so of the layouts of an export for its picture to be in it.
    func check(_ options: ExportOptions) throws(ZigguratError)
}

extension DestinationCollection {
    public func check(_ options: ExportOptions) throws(ZigguratError) {}
}

/// How a built-in collection is written and read.
protocol WrittenCollection: DestinationCollection {
    /// The pictures that it can have.
    func items(of shelf: [Manifest], in destination: Destination) -> [CollectionItem]
    /// Whether what stands in its place is one of ours.
    func isOurs(in destination: Destination) -> Bool
    /// Writes it anew, if it is not up to date, and in one step; where none of the pictures can be
    /// in it, it goes.
    ///
    /// - Parameter looksClosely: whether it is only up to date where all of it can be read.
    /// - Returns: the pictures that cannot be in it, because their exports are damaged.
    /// - Precondition: the destination is locked, and what stands in its place is ours.
    func write(
        _ items: [CollectionItem], in destination: Destination, looksClosely: Bool
    ) throws(ZigguratError) -> [DamagedItem]
    /// What is wrong with the one that is there.
    func check(
        _ items: [CollectionItem], in destination: Destination, _ run: VerificationRun
    ) throws(ZigguratError)
}

extension WrittenCollection {
    func items(of shelf: [Manifest], in destination: Destination) -> [CollectionItem] {
        shelf.compactMap { manifest in
            for layout in layouts {
                guard
                    let bundle = manifest.bundles.first(where: {
                        $0.layout == layout && $0.isFolder
                    })
                else { continue }
                return CollectionItem(manifest: manifest, bundle: bundle)
            }
            return nil
        }
    }
}

/// A picture of a collection: an export, and which of its bundles stands for it.
struct CollectionItem: Hashable, Sendable {
    let manifest: Manifest
    let bundle: Manifest.Bundle

    /// What people call it.
    var title: String { manifest.settings.caption.title ?? manifest.name }

    /// The bundle's folder, relative to the destination.
    var folder: String { "\(manifest.name)/\(bundle.path)" }
}

/// A picture that cannot be in a collection, and why.
struct DamagedItem: Sendable {
    let item: CollectionItem
    let reason: ZigguratError
}

/// Every built-in collection, in the order in which they are listed.
package enum CollectionRegistry {
    static let written: [any WrittenCollection] = [
        DeepZoomCollection(),
        IIIFCollectionFile(),
    ]

    package static var all: [any DestinationCollection] { written }

    /// Those that `--layout` names.
    package static var names: [String] { written.filter(\.isOnRequest).map(\.name) }

    /// Those that nobody has to ask for and that exports in some of the layouts can be in.
    ///
    /// - Parameter layouts: their names; `nil` stands for all.
    package static func names(begunBy layouts: [String]?) -> [String] {
        written.filter { collection in
            !collection.isOnRequest
                && layouts.map { collection.layouts.contains(where: $0.contains) } ?? true
        }.map(\.name)
    }

    /// The collection of that name, written exactly so; `nil` where there is none.
    package static func collection(named name: String) -> (any DestinationCollection)? {
        written.first { $0.name == name && $0.isOnRequest }
    }
}
