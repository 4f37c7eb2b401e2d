import ZigguratKit

/// Layouts as they can be exported.
enum Layouts {
    /// Every built-in one; the one that takes its names from a template has a template.
    static func all() throws -> [any Layout] {
        try Formats.standard.layouts.map { layout in
            layout.name == "template"
                ? try TemplateLayout("{name}/{z}/{x}_{y}{scale}.{ext}") : layout
        }
    }
}
