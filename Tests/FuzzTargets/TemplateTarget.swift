import ZigguratCore
import ZigguratViewer

@testable import ZigguratViewer

extension FuzzTarget {
    /// A page template, rendered even if the check rejects it, to test the renderer with invalid
    /// templates.
    static let pageTemplate = FuzzTarget("page-template") { input in
        let template = Template(place: "page.html", bytes: input)
        let data: JSONValue = [
            "title": .string("A <title>"), "config": .string("{}"),
            "links": .array([.null, .null]),
        ]
        _ = try? template.rendered(with: data)
        _ = try? PageTemplates(replacing: ["page.html": template])
    }
}
