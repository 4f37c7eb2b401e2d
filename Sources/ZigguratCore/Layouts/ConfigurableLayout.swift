internal import FoundationEssentials
package import ZigguratSystem

/// A layout with settings that other layouts do not have: ``LayoutAbilities/settings``.
package protocol ConfigurableLayout: Layout {
    /// The settings, whose coding keys are the names of options of the command line. Manifests
    /// store the values as text: `{"scales": "1,2"}`.
    associatedtype Settings: Codable & Hashable & Sendable

    var settings: Settings { get }

    /// - Throws: ``ZigguratError`` if a value is invalid.
    init(settings: Settings) throws(ZigguratError)
}

extension Layout {
    /// The settings of this layout as text, by name; empty for a layout without settings.
    package var settingTexts: [String: String] { abilities.settings?.encodedSettings() ?? [:] }

    /// Returns this layout with some of its settings changed.
    ///
    /// - Throws: ``ZigguratError`` if a value is invalid.
    package func with(_ texts: [String: String]) throws(ZigguratError) -> any Layout {
        let abilities = abilities
        guard !texts.isEmpty, let layout = abilities.settings else { return self }
        let changed: any Layout = try layout.changing(texts)
        return abilities.alternative.map { changed.alternative(in: $0.format) } ?? changed
    }
}

extension ConfigurableLayout {
    fileprivate func encodedSettings() -> [String: String] {
        guard let json = try? JSONEncoder().encode(settings),
            let texts = try? JSONDecoder().decode([String: String].self, from: json)
        else { preconditionFailure("the settings of the layout \(name) are not coded as text") }
        return texts
    }

    fileprivate func changing(_ texts: [String: String]) throws(ZigguratError) -> Self {
        let all = encodedSettings().merging(texts) { $1 }
        let settings: Settings
        do {
            settings = try JSONDecoder().decode(Settings.self, from: JSONEncoder().encode(all))
        } catch let error as ZigguratError {
            throw error
        } catch {
            var setting = ""
            if case .dataCorrupted(let context)? = error as? DecodingError {
                setting = context.codingPath.last?.stringValue ?? ""
            }
            throw ZigguratError(
                LayoutError.invalidSetting(setting, value: texts[setting] ?? ""))
        }
        return try Self(settings: settings)
    }
}

/// A setting that is coded as the text of the command line.
@propertyWrapper
package struct CodedAsText<Value>: Codable, Hashable, Sendable
where Value: LosslessStringConvertible & Hashable & Sendable {
    package var wrappedValue: Value

    package init(wrappedValue: Value) {
        self.wrappedValue = wrappedValue
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let value = Value(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "invalid text")
        }
        wrappedValue = value
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue.description)
    }
}

/// A list that is coded with commas between its elements: `1,2`.
package struct CommaList<Element>: LosslessStringConvertible, Hashable, Sendable
where Element: LosslessStringConvertible & Hashable & Sendable {
    package var elements: [Element]

    package init(_ elements: [Element]) {
        self.elements = elements
    }

    package init?(_ description: String) {
        elements = []
        for word in description.split(separator: ",", omittingEmptySubsequences: false) {
            guard let element = Element(String(word)) else { return nil }
            elements.append(element)
        }
    }

    package var description: String {
        elements.map(\.description).joined(separator: ",")
    }
}
