/// The scripts that each script needs, and the order in which scripts run.
///
/// The lines `// needs: page/about.js, archive/archive.js?` at the top of a script name the scripts
/// that declare the members of `ziggurat` that it uses. A question mark stands for a script that
/// not every page has. Such a script runs before the script that names it, but is not added to a
/// page.
struct ScriptNeeds: Sendable {
    struct Need: Hashable, Sendable {
        let script: String
        let isOptional: Bool
    }

    private static let mark = "// needs:"
    /// The needs by the name of the script.
    let needs: [String: [Need]]

    static let builtIn = ScriptNeeds(
        needs: Asset.templates.reduce(into: [:]) { needs, asset in
            guard asset.name.hasSuffix(".js") else { return }
            needs[asset.name] = Self.needs(in: String(decoding: asset.bytes, as: UTF8.self))
        })

    /// Returns the needs that a script states; `nil` if its first line does not state any.
    static func needs(in script: String) -> [Need]? {
        let lines = script.split(separator: "\n").prefix { $0.hasPrefix(mark) }
        guard !lines.isEmpty else { return nil }
        return lines.flatMap { $0.dropFirst(mark.count).split(separator: ",") }.compactMap { item in
            let name = item.trimmingSpaces
            guard !name.isEmpty else { return nil }
            return name.hasSuffix("?")
                ? Need(script: String(name.dropLast()), isOptional: true)
                : Need(script: name, isOptional: false)
        }
    }

    /// Returns scripts and all scripts that they need, in the order in which they run.
    ///
    /// - Parameter loaded: scripts that have already run, together with the scripts that they need.
    func order(_ scripts: [String], after loaded: [String] = []) -> [String] {
        var done = closure(of: loaded)
        let wanted = closure(of: scripts)
        var order: [String] = []
        func add(_ script: String) {
            guard wanted.contains(script), done.insert(script).inserted else { return }
            for need in needs[script] ?? [] { add(need.script) }
            order.append(script)
        }
        scripts.forEach(add)
        return order
    }

    private func closure(of scripts: [String]) -> Set<String> {
        var all: Set<String> = []
        var rest = scripts
        while let script = rest.popLast() {
            guard all.insert(script).inserted else { continue }
            rest += (needs[script] ?? []).filter { !$0.isOptional }.map(\.script)
        }
        return all
    }
}
