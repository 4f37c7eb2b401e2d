internal import ZigguratCore

/// The names of licences and rights statements with public addresses.
enum KnownTerms {
    /// Returns the name of a licence or a rights statement; `nil` if the text is not a known address.
    ///
    /// Sources: https://creativecommons.org/licenses/list.en and https://rightsstatements.org/page/1.0.
    static func name(of text: String) -> String? {
        guard let address = WebAddress.of(text) else { return nil }
        let parts = shortened(address).split { "/?#".contains($0) }.map(String.init)
        guard parts.count >= 4 else { return nil }
        let (host, kind, code, version) = (parts[0].lowercased(), parts[1], parts[2], parts[3])
        guard version.wholeMatch(of: /[1-9]\.[0-9]/) != nil else { return nil }
        switch (host, kind) {
        case ("creativecommons.org", "licenses") where licences.contains(code):
            // A licence of versions 1 to 3 may belong to a jurisdiction, such as `by/3.0/de/`.
            let place = parts.dropFirst(4).first.flatMap { part in
                part.wholeMatch(of: /[a-z]{2}|scotland|igo/) == nil ? nil : part.uppercased()
            }
            return ["CC \(code.uppercased()) \(version)", place].compactMap(\.self)
                .joined(separator: " ")
        case ("creativecommons.org", "publicdomain"):
            return dedications[code].map { "\($0) \(version)" }
        case ("rightsstatements.org", "vocab"), ("rightsstatements.org", "page"):
            return statements[code]
        default: return nil
        }
    }

    /// Returns the English name of a rights statement, which languages translate; `nil` for other
    /// addresses.
    static func statement(of address: String) -> String? {
        name(of: address).flatMap { statementNames.contains($0) ? $0 : nil }
    }

    /// Returns the text of a link to a licence or a rights statement: its name, or else its address.
    static func linkText(of address: String) -> String {
        name(of: address) ?? shortened(address)
    }

    /// Returns a web address without its scheme, `www.` and the slash at the end.
    private static func shortened(_ address: String) -> String {
        address.replacing(/^https?:\/\/(www\.)?|\/$/.ignoresCase(), with: "")
    }

    private static let licences: Set<String> = [
        "by", "by-nc", "by-nc-nd", "by-nc-sa", "by-nd", "by-nd-nc", "by-sa",
    ]
    private static let dedications = ["zero": "CC0", "mark": "Public Domain Mark"]
    /// The English names of the statements. Some languages of pages have the translated names, as
    /// rightsstatements.org publishes them; other languages have the English names.
    static let statementNames = Set(statements.values)
    private static let statements = [
        "CNE": "Copyright Not Evaluated",
        "InC": "In Copyright",
        "InC-EDU": "In Copyright – Educational Use Permitted",
        "InC-NC": "In Copyright – Non-Commercial Use Permitted",
        "InC-OW-EU": "In Copyright – EU Orphan Work",
        "InC-RUU": "In Copyright – Rights-holder(s) Unlocatable or Unidentifiable",
        "NKC": "No Known Copyright",
        "NoC-CR": "No Copyright – Contractual Restrictions",
        "NoC-NC": "No Copyright – Non-Commercial Use Only",
        "NoC-OKLR": "No Copyright – Other Known Legal Restrictions",
        "NoC-US": "No Copyright – United States",
        "UND": "Copyright Undetermined",
    ]
}

extension Caption {
    /// The short line below the title: the credit, if the line above does not contain it, and the
    /// licence or the rights.
    var shortTerms: (text: String, address: String?, name: String?) {
        let credit = creator == attribution || creator == nil ? nil : attribution
        let terms = licence ?? rights
        let address = terms.flatMap(WebAddress.of)
        let text = [credit, address == nil ? terms : ""].compactMap(\.self).joined(separator: " · ")
        return (text, address, address.map(KnownTerms.linkText))
    }
}
