/// What a declared property holds: one value, perhaps one, or a list of them.
///
/// Every `CommandValue` is one that must be given; its optional may be left out; an array takes
/// any number, and at least one when it has no default.
protocol GatheredValue: Sendable {
    /// What one word is read as.
    associatedtype Item: CommandValue

    /// Whether there is room for more than one item.
    static var holdsMany: Bool { get }

    /// What the property holds when nothing is given and no default is declared; `nil` when
    /// something must be given.
    static var whenAbsent: Self? { get }

    static func gathered(_ first: Item, _ rest: [Item]) -> Self

    /// The items of a default, for help.
    var items: [Item] { get }
}

extension CommandValue {
    static var holdsMany: Bool { false }
    static var whenAbsent: Self? { nil }
    static func gathered(_ first: Self, _ rest: [Self]) -> Self { first }
    var items: [Self] { [self] }
}

extension Optional: GatheredValue where Wrapped: CommandValue {
    typealias Item = Wrapped
    static var holdsMany: Bool { false }
    static var whenAbsent: Wrapped?? { .some(.none) }
    static func gathered(_ first: Wrapped, _ rest: [Wrapped]) -> Wrapped? { first }
    var items: [Wrapped] { map { [$0] } ?? [] }
}

extension Array: GatheredValue where Element: CommandValue {
    typealias Item = Element
    static var holdsMany: Bool { true }
    static var whenAbsent: [Element]? { nil }
    static func gathered(_ first: Element, _ rest: [Element]) -> [Element] { [first] + rest }
    var items: [Element] { self }
}
