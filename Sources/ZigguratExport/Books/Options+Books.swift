internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratStore
internal import ZigguratSystem

extension Exporter.Options {
    /// Replaces the default layout by the layout that IIIF manifests of books refer to, if the
    /// other options allow this layout.
    package mutating func prefersBookLayout() {
        let names = formats.collections.filter(\.listsBooks).flatMap(\.layouts)
        guard container.isFolder, let layout = names.lazy.compactMap(formats.layout).first,
            (try? layout.check(tiling, settings.levels, rules: container.rules(of: layout))) != nil
        else { return }
        layouts = [layout]
    }
}
