internal import ZigguratKit

extension Manifest {
    /// `dzi, xyz`, or `dzi in zip` where bundles are no plain folders.
    var bundlesText: String {
        let layouts = bundles.map(\.layout).joined(separator: ", ")
        return bundles.allSatisfy(\.isFolder) ? layouts : "\(layouts) in \(settings.container)"
    }
}

extension Collections.Entry {
    /// `public/dzc/collection.dzc: 12 pictures`.
    var text: String { "\(path): \(Amount.count(items, of: "picture"))" }
}
