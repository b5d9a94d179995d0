import Reading

/// Alpha by control as dots with their ranges on one scale, in numbers of the picture.
struct AgreementChart: Sendable {
    let height: Int
    let title: String
    let ticks: [Tick]
    /// The goal's place.
    let goal: String
    let floor: Int
    let rows: [Row]

    struct Tick: Sendable {
        let x: String
        let label: String
    }

    /// One control.
    struct Row: Sendable {
        let name: String
        let middle: Int
        let base: Int
        /// Nil where there is no alpha.
        let dot: String?
        /// Nil where there is none.
        let range: Range?
        let value: String
    }

    struct Range: Sendable {
        let from: String
        let to: String
    }

    private static let left = 160.0
    private static let right = 480.0
    private static let rowHeight = 38
    private static let nameMax = 20

    /// Nil where nothing has an alpha.
    init?(_ parts: [(title: String, measure: TesterAgreement.Measure)]) {
        let known = parts.compactMap { part in
            part.measure.alpha.value.map { (part.title, $0, part.measure.alpha.range) }
        }
        guard !known.isEmpty else { return nil }
        // Below chance is rare, and takes half of the room where it is.
        let isLow = known.contains { min($0.1, $0.2?.lowerBound ?? $0.1) < 0 }
        let least = isLow ? -1.0 : 0
        func x(_ value: Double) -> String {
            let share = (max(value, least) - least) / (1 - least)
            let tenths = Int(((Self.left + share * (Self.right - Self.left)) * 10).rounded())
            return "\(tenths / 10).\(tenths % 10)"
        }
        floor = 24 + parts.count * Self.rowHeight
        height = floor + 34
        let steps = isLow ? [-1, -0.5, 0, 0.5, 1] : [0, 0.2, 0.4, 0.6, 0.8, 1]
        ticks = steps.map {
            Tick(x: x($0), label: String(AgreementEstimate.decimal($0).dropLast()))
        }
        goal = x(0.8)
        let said = known.map { "\($0.0) \(AgreementEstimate.decimal($0.1))" }
        title = "Alpha by control: \(said.joined(separator: ", ")). The goal is 0.8."
        rows = parts.enumerated().map { index, part in
            let middle = 46 + index * Self.rowHeight
            let alpha = part.measure.alpha
            let isLong = part.title.count > Self.nameMax
            return Row(
                name: isLong ? "\(part.title.prefix(Self.nameMax - 1))…" : part.title,
                middle: middle, base: middle + 4, dot: alpha.value.map(x),
                range: alpha.range.map { Range(from: x($0.lowerBound), to: x($0.upperBound)) },
                value: alpha.value.map(AgreementEstimate.decimal) ?? "")
        }
    }
}
