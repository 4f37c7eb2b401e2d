/// The texts of an option that is given several times. Unlike those of an array, they may contain commas.
package struct RepeatedTexts: GatheredValue, ExpressibleByArrayLiteral {
    package static var holdsMany: Bool { true }
    package static var isSplit: Bool { false }
    package static var whenAbsent: RepeatedTexts? { nil }
    package static func gathered(_ items: [String]) -> RepeatedTexts? { RepeatedTexts(items) }

    package let items: [String]

    private init(_ items: [String]) { self.items = items }

    package init(arrayLiteral items: String...) { self.items = items }
}
