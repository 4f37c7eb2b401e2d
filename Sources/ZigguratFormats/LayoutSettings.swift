public import ZigguratCore
public import ZigguratSystem

/// Settings of layouts, as a command line or a manifest has them.
public enum LayoutSettings {
    /// The layouts with each setting given to those that have it.
    ///
    /// - Throws: ``ZigguratError`` where none of them has a setting, or a value is wrong.
    public static func applied(
        _ settings: [String: String], to layouts: [any Layout]
    ) throws(ZigguratError) -> [any Layout] {
        for name in settings.keys.sorted()
        where !layouts.contains(where: { $0.settingTexts[name] != nil }) {
            let owners = LayoutRegistry.all.filter { $0.settingTexts[name] != nil }.map(\.name)
            throw ZigguratError(
                .invalidOptions, "", "none of the layouts has anything to do with --\(name)",
                remedy: owners.isEmpty
                    ? "leave it out" : "add \(owners.joined(separator: " or ")), or leave it out")
        }
        var configured: [any Layout] = []
        for layout in layouts {
            let own = settings.filter { layout.settingTexts[$0.key] != nil }
            configured.append(own.isEmpty ? layout : try layout.with(own))
        }
        return configured
    }
}
