internal import ZigguratSystem

/// By what a reader's copy of a file is known to be still right: RFC 9110, sections 8.8 and 13.
struct Validators: Hashable {
    /// In quotation marks. Strong: a file that is written anew has another number, time or size.
    let entityTag: String
    /// Seconds since 1970.
    let modified: Int

    /// Those of something inside the file.
    ///
    /// - Parameter mark: what tells it from what else may be there: letters, digits and hyphens.
    func of(part mark: String) -> Validators {
        Validators(entityTag: "\(entityTag.dropLast())-\(mark)\"", modified: modified)
    }

    var lastModified: String { HTTPDate.text(modified) }

    /// Whether what the reader has is what is there, so that nothing need be sent.
    ///
    /// - Parameters:
    ///   - noneMatch: the header `If-None-Match`, which goes before the other one.
    ///   - modifiedSince: the header `If-Modified-Since`.
    func areMet(noneMatch: String?, modifiedSince: String?) -> Bool {
        if let noneMatch {
            return noneMatch.split(separator: ",").contains { entry in
                let tag = entry.drop { $0 == " " || $0 == "\t" }
                let trimmed = String(tag.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
                return trimmed == "*" || trimmed == entityTag || trimmed == "W/\(entityTag)"
            }
        }
        guard let date = modifiedSince.flatMap(HTTPDate.seconds) else { return false }
        return modified <= date
    }

    /// Whether a part of the file may be sent to a reader who has another part.
    ///
    /// - Parameter ifRange: the header `If-Range`.
    func allowPart(ifRange: String?) -> Bool {
        guard let ifRange else { return true }
        return ifRange == entityTag || ifRange == lastModified
    }
}
