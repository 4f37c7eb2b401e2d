extension FuzzTarget {
    /// Crashes on each input that is not empty, to test the code that runs targets.
    package static let control = FuzzTarget("control") { input in
        precondition(input.isEmpty, "the control crashes")
    }
}
