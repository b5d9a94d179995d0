/// What a person may do in one audit; sorted from least to most.
package enum Role: String, CaseIterable, Codable, Comparable, Sendable {
    case reader, tester, lead

    package static func < (left: Self, right: Self) -> Bool {
        Self.allCases.firstIndex(of: left) ?? 0 < Self.allCases.firstIndex(of: right) ?? 0
    }
}
