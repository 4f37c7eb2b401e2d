/// The texts of an option that may be given several times. The texts may contain commas, unlike the
/// values of an array.
package struct RepeatedTexts: GatheredValue, ExpressibleByArrayLiteral {
    package static var holdsMany: Bool { true }
    package static var isSplit: Bool { false }
    package static var whenAbsent: RepeatedTexts? { nil }
    package static func gathered(_ items: [String]) -> RepeatedTexts? { RepeatedTexts(items) }

    package let items: [String]

    private init(_ items: [String]) { self.items = items }

    package init(arrayLiteral items: String...) { self.items = items }
}
