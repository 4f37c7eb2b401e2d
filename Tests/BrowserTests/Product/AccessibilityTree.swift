import Foundation
import TestSupport
import ZigguratKit

/// Chromium's accessibility tree of a page as text: one line for each element, with its role, name
/// and states, indented by depth.
///
/// Source: Chrome DevTools Protocol, Accessibility.getFullAXTree.
struct AccessibilityTree {
    let text: String

    /// The roles that get a line, and the word for each role.
    private static let roles: [String: String] = [
        "application": "application", "banner": "banner", "button": "button",
        "checkbox": "checkbox", "combobox": "combobox", "comboBoxSelect": "combobox",
        "complementary": "complementary", "contentinfo": "contentinfo", "definition": "definition",
        "dialog": "dialog", "DisclosureTriangle": "summary",
        "DisclosureTriangleGrouped": "summary", "group": "group", "heading": "heading",
        "image": "img", "img": "img", "link": "link", "list": "list", "listitem": "listitem",
        "main": "main", "navigation": "navigation", "radio": "radio", "region": "region",
        "search": "search", "searchbox": "searchbox", "slider": "slider", "status": "status",
        "term": "term", "textbox": "textbox",
    ]
    /// The states that a line contains unless they are false.
    private static let states: Set = ["checked", "disabled", "expanded", "level", "pressed"]

    /// Reads the tree of the current page. The contents of status elements are omitted, because they
    /// change with time.
    init(of browser: Browser) async throws {
        try await browser.devTools("Accessibility.enable", [:])
        let answer = try await browser.devTools("Accessibility.getFullAXTree", [:])
        var nodes: [String: JSONValue] = [:]
        for node in answer["nodes"].array ?? [] { nodes[node["nodeId"].string ?? ""] = node }
        var lines: [String] = []
        func read(_ id: String, depth: Int, inside outer: String) {
            guard let node = nodes[id] else { return }
            var (depth, name) = (depth, outer)
            let role = node["role"]["value"].string ?? ""
            let own = (node["name"]["value"].string ?? "").split(whereSeparator: \.isWhitespace)
                .joined(separator: " ")
            if node["ignored"] != true {
                if let word = Self.roles[role] {
                    let states = (node["properties"].array ?? []).compactMap(Self.state).sorted()
                    let title = own.isEmpty ? [] : ["“\(own)”"]
                    lines.append(
                        String(repeating: "  ", count: depth)
                            + ([word] + title + states).joined(separator: " "))
                    guard word != "status" else { return }
                    (depth, name) = (depth + 1, own)
                } else if role == "StaticText", !own.isEmpty, !outer.contains(own) {
                    lines.append(String(repeating: "  ", count: depth) + own)
                }
            }
            for child in node["childIds"].array ?? [] {
                read(child.string ?? "", depth: depth, inside: name)
            }
        }
        let root = answer["nodes"].array?.first?["nodeId"].string ?? ""
        read(root, depth: 0, inside: "")
        try await browser.devTools("Accessibility.disable", [:])
        text = lines.joined(separator: "\n") + "\n"
    }

    private static func state(_ property: JSONValue) -> String? {
        guard let name = property["name"].string, states.contains(name) else { return nil }
        let value = property["value"]["value"]
        switch value {
        case .boolean(let isOn): return isOn ? name : name == "expanded" ? "collapsed" : nil
        case .string("false"): return nil
        case .string("true"): return name
        case .string(let word): return "\(name) \(word)"
        default: return value.integer.map { "\(name) \($0)" }
        }
    }

    /// Returns the recorded tree of a page; `nil` if no tree is recorded.
    ///
    /// `RECORD_SNAPSHOTS=1 swift test --filter WindowTests` writes the trees. Review the
    /// differences.
    func recorded(as name: String, _ file: String = #filePath) throws -> String? {
        let place = URL(filePath: file).deletingLastPathComponent()
            .appending(path: "AccessibilityTrees/\(name).txt")
        if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
            try FileManager.default.createDirectory(
                at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: place)
        }
        return try? String(contentsOf: place, encoding: .utf8)
    }
}
