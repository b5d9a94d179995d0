/// What is wrong in a file, entry by entry: no fault hides the next.
struct YAMLErrors {
    private(set) var faults: [YAMLError] = []

    /// Keeps what is thrown; nil for that.
    @discardableResult
    mutating func reading<Value>(
        _ read: @autoclosure () throws(YAMLError) -> Value
    ) -> Value? {
        do throws(YAMLError) { return try read() } catch {
            add(error)
            return nil
        }
    }

    /// Those that can be read.
    mutating func each<Value>(
        _ items: [YAMLNode], _ read: (YAMLNode) throws(YAMLError) -> Value
    ) -> [Value] {
        var values: [Value] = []
        for item in items {
            if let value = reading(try read(item)) { values.append(value) }
        }
        return values
    }

    /// What is shared is read for each platform; one place is told once.
    mutating func add(_ fault: YAMLError) {
        guard !faults.contains(where: { $0.isAtPlace(of: fault) }) else { return }
        faults.append(fault)
    }
}

extension YAMLError {
    fileprivate func isAtPlace(of other: YAMLError) -> Bool {
        switch (self, other) {
        case (
            .invalid(let file, let line, let key, _),
            .invalid(let otherFile, let otherLine, let otherKey, _)
        ): file == otherFile && line == otherLine && key == otherKey
        case (.unreadable, .unreadable), (.unreadable, .invalid), (.invalid, .unreadable):
            self == other
        }
    }
}
