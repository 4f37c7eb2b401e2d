internal import ZigguratKit

extension Manifest {
    /// `dzi, xyz`, or `dzi in zip` where bundles are no plain folders.
    var bundlesText: String {
        let layouts = bundles.map(\.layout).joined(separator: ", ")
        let text = bundles.allSatisfy(\.isFolder) ? layouts : "\(layouts) in \(settings.container)"
        guard let sizes, !sizes.isEmpty else { return text }
        return text + ", widths \(sizes.map { "\($0.width)" }.joined(separator: ", "))"
    }
}

extension Collections.Entry {
    /// `public/dzc/collection.dzc: 12 images`.
    var text: String { "\(path): \(Amount.count(items, of: "image"))" }
}
