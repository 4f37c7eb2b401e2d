internal import ZigguratKit

extension DescribeFailure: Worded {
    var message: Message {
        switch self {
        case .otherTemplates:
            Message(
                "cannot write the pages: they were made from other templates",
                hint: "give the same templates with --templates")
        }
    }
}
