import ZigguratCore
import ZigguratSystem

/// The target of a note: a web address, or another export of the destination.
enum AnnotationLink {
    /// Returns a link in the form of ``Annotation/link``; `nil` if the text is not a valid link.
    ///
    /// - Parameter text: an http or https address, or the name of an export. `#` and a view may
    ///   follow.
    static func checked(_ text: String) -> String? {
        if let address = PageFields.webAddress(text) {
            return address.split(separator: "/").count > 1 ? address : nil
        }
        let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        let isSafe = name.unicodeScalars.allSatisfy { scalar in
            scalar.value >= 0x20 && scalar.value != 0x7F && !":\\".unicodeScalars.contains(scalar)
        }
        let folders = name.split(separator: "/", omittingEmptySubsequences: false)
        guard isSafe, folders.allSatisfy({ !["", ".", ".."].contains($0) }) else { return nil }
        guard parts.count > 1 else { return name }
        guard let view = try? TourView.view(in: "#\(parts[1])") else { return nil }
        return view.isEmpty ? name : "\(name)#\(view)"
    }

    static func link(in node: JSONNode) throws(ZigguratError) -> String {
        let text = try node.text()
        guard let link = checked(text) else { throw node.mistake(.invalidLink(text)) }
        return link
    }
}
