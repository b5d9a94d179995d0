import Shared

extension Dictionary where Value == String {
    /// The same names, of which no two are alike: such have the fronts of their ids behind them.
    ///
    /// Somebody may call a thing as another is called with its id, and choose ids whose fronts are
    /// equal: what is alike still gets the whole of its id.
    func distinct<Kind>(_ join: (String, String) -> String) -> Self where Key == Identifier<Kind> {
        var names = self
        var digits: [Key: Int] = [:]
        while true {
            let alike = Dictionary<String, [Key]>(grouping: names.keys) { names[$0] ?? "" }
                .values.filter { $0.count > 1 }.flatMap(\.self)
                .filter { digits[$0] != Self.digitsMax }
            if alike.isEmpty { return names }
            for id in alike {
                let count = digits[id] == nil ? Self.digitsMin : Self.digitsMax
                digits[id] = count
                names[id] = join(self[id] ?? "", String(id.hex.prefix(count)))
            }
        }
    }

    private static var digitsMin: Int { 12 }
    private static var digitsMax: Int { 32 }
}
