/// What waits of several askers: of each in the order in which it came, of all in turns.
struct AskerTurns<Element> {
    private var queues: [Asker?: [Element]] = [:]
    private var order: [Asker?] = []
    private(set) var count = 0
    var isEmpty: Bool { order.isEmpty }

    /// Whose turn is next; nil when nobody waits.
    var first: Element? { order.first.flatMap { queues[$0]?.first } }
    func count(of asker: Asker?) -> Int { queues[asker]?.count ?? 0 }

    mutating func append(_ element: Element, of asker: Asker?) {
        if queues[asker] == nil { order.append(asker) }
        queues[asker, default: []].append(element)
        count += 1
    }

    mutating func popFirst() -> Element? {
        guard let asker = order.first, var queue = queues[asker] else { return nil }
        order.removeFirst()
        let next = queue.removeFirst()
        queues[asker] = queue.isEmpty ? nil : queue
        if !queue.isEmpty { order.append(asker) }
        count -= 1
        return next
    }
}
