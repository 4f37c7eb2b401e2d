internal import CommandLineParsing
internal import ZigguratKit

/// The settings of layouts, for the commands that write layouts.
struct LayoutSettingOptions: ParameterSet {
    @Option(
        valueName: "TEMPLATE",
        help: "Tile paths of the layout template: {z}/{x}_{y}{scale}.{ext}")
    var naming: String?

    @Option(
        valueName: "N,N",
        help: "Pixel densities of tiles: 1,2 adds @2x tiles")
    var scales: String?

    @Flag(help: "Centre the image in zoom 0 of the layout google, as libvips does")
    var centre: Bool

    @Option(valueName: "HOW", help: "Rounding of Zoomify level sizes")
    var zoomifyRounding: LevelRounding?

    @Option(
        valueName: "WxH", shownDefault: "1179x2556",
        help: "Screen size in pixels, for the layout tilemanager")
    var screen: String?

    @Option(valueName: "FORM,FORM", help: "Descriptors of the layout dzi: xml, json, jsonp")
    var dziForms: String?

    /// The given settings, by the names of their options.
    var texts: [String: String] {
        var settings: [String: String] = [:]
        settings["naming"] = naming
        settings["scales"] = scales
        settings["zoomify-rounding"] = zoomifyRounding?.rawValue
        settings["dzi-forms"] = dziForms
        settings["screen"] = screen
        settings["centre"] = centre ? "true" : nil
        return settings
    }
}
