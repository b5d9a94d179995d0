import Shared

/// Ways to the rows before and after those on the page.
struct Pager: Sendable {
    static let rowsMax = 50

    let previous: String?
    let following: String?
    let position: String

    /// The rows on a page, counted from 1; on the last one when there are not so many.
    static func rows(
        on page: Int, of count: Int, rowsMax: Int = Pager.rowsMax
    ) -> Range<Int> {
        let first = min(page - 1, max(0, count - 1) / rowsMax) * rowsMax
        return first..<min(first + rowsMax, count)
    }

    /// Nil when everything is on one page; `address` makes that of a page, counted from 1.
    init?(
        _ noun: String, _ rows: Range<Int>, of count: Int, rowsMax: Int = Pager.rowsMax,
        address: (Int) -> String
    ) {
        guard count > rowsMax, !rows.isEmpty else { return nil }
        let page = rows.lowerBound / rowsMax + 1
        previous = page > 1 ? address(page - 1) : nil
        following = rows.upperBound < count ? address(page + 1) : nil
        position = "\(noun) \(rows.lowerBound + 1) to \(rows.upperBound) of \(count)"
    }
}

/// One choice of what a page shows.
struct Filter: Sendable {
    /// The field's name in the address.
    let name: String
    let title: String
    let options: [Choice]

    /// A `chosen` that is no value chooses the first option.
    init(
        _ name: String, _ title: String, chosen: String, _ options: [(value: String, title: String)]
    ) {
        self.name = name
        self.title = title
        self.options = options.map { Choice($0.value, $0.title, chosen: chosen) }
    }
}

/// One line of a list to choose from.
struct Choice: Sendable {
    let value: String
    let title: String
    let isChosen: Bool

    init(_ value: String, _ title: String, chosen: String) {
        self.value = value
        self.title = title
        isChosen = value == chosen
    }
}

struct Fact: Sendable {
    let name: String
    let value: String

    init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// Those of some names that have a value, in their order.
    static func all(_ facts: [(name: String, value: String?)]) -> [Fact] {
        facts.compactMap { name, value in value.map { Fact(name, $0) } }
    }
}

/// One line of a list that leads somewhere.
struct LinkLine: Sendable {
    let href: String
    let title: String
    let about: String
}

/// A component's states in one environment, in the catalogue's order.
struct StateList: Sendable {
    let title: String
    let states: [ListedState]
}

struct ListedState: Sendable {
    let href: String
    let title: String
    let mark: Badge
    var isCurrent = false
    /// The mark's word, for whoever does not see its shape.
    var meaning = ""
}

/// Criteria about one thing, in the catalogue's order.
struct CriterionGroup<Entry: Sendable>: Sendable {
    let id: String
    let title: String
    let count: String
    let criteria: [Entry]

    static func all(_ criteria: [Criterion], _ entry: (Criterion) -> Entry) -> [CriterionGroup] {
        criteria.categories.map { category in
            let own = criteria.filter { $0.category == category }
            return CriterionGroup(
                id: category.rawValue, title: category.word,
                count: counted(own.count, "criterion", plural: "criteria"),
                criteria: own.map(entry))
        }
    }
}
