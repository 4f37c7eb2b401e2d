import ZigguratCore
import ZigguratFormats

extension FuzzTarget {
    /// `--naming`: a template of paths.
    static let naming = FuzzTarget("naming", longest: 256) { input in
        guard let text = String(validating: input, as: UTF8.self),
            let layout = try? Formats.template(text),
            let pyramid = try? layout.pyramid(
                name: "a {b}/ü", imageSize: PixelSize(width: 700, height: 500))
        else { return }
        try? layout.check([pyramid])
        for tile in pyramid.tiles { _ = layout.naming.path(of: tile) }
        for level in pyramid.levels { _ = layout.naming.pageTemplate(for: level, of: pyramid) }
    }
}
