import ZigguratKit

/// The layouts for exports.
enum Layouts {
    /// Returns every built-in layout. The layout with a naming template gets a template.
    static func all() throws -> [any Layout] {
        try Formats.standard.layouts.map { layout in
            layout.name == "template"
                ? try TemplateLayout("{name}/{z}/{x}_{y}{scale}.{ext}") : layout
        }
    }
}
