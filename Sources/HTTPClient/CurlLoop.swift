import CCurl
import Foundation
import Synchronization

/// The one thread that drives libcurl; everybody else leaves orders in its inbox and wakes it.
final class CurlLoop: Sendable {
    typealias Ticket = Int
    typealias Outcome = Result<TransportResponse, TransportError>
    typealias Answer = CheckedContinuation<Outcome, Never>

    private enum Order {
        case begin(CurlPlan, Ticket, Answer)
        case cancel(Ticket)
    }

    private struct Inbox {
        var orders: [Order] = []
        var lastTicket: Ticket = 0
        var isOpen = true
    }

    private let inbox = Mutex(Inbox())
    private let multi = CurlMultiHandle()
    /// Signalled once, when the thread has given everything back.
    private let end = DispatchSemaphore(value: 0)

    /// Starts the thread; to be called once, or the handle of libcurl is never given back.
    func start() {
        let thread = Thread { self.run() }
        thread.name = "accord-http"
        thread.start()
    }

    func nextTicket() -> Ticket {
        inbox.withLock { inbox in
            inbox.lastTicket += 1
            return inbox.lastTicket
        }
    }

    /// Begins an exchange, which answers exactly once; after `stop` the answer is `cancelled`.
    func begin(_ plan: CurlPlan, as ticket: Ticket, _ answer: Answer) {
        if !place(.begin(plan, ticket, answer)) { answer.resume(returning: .failure(.cancelled)) }
    }

    /// Ends an exchange with `cancelled`; one that has ended, or not begun, is left alone.
    func cancel(_ ticket: Ticket) { _ = place(.cancel(ticket)) }

    /// Asks the thread to end all exchanges and itself; returns at once and may be repeated.
    func stop() {
        inbox.withLock { inbox in
            guard inbox.isOpen else { return }
            inbox.isOpen = false
            multi.wakeUp()
        }
    }

    /// Returns when the thread has ended after `stop`, to any number of callers.
    func waitForEnd() {
        end.wait()
        end.signal()
    }

    private func place(_ order: Order) -> Bool {
        inbox.withLock { inbox in
            guard inbox.isOpen else { return false }
            inbox.orders.append(order)
            // Inside the lock: the thread frees the handle only after it has seen a closed inbox.
            multi.wakeUp()
            return true
        }
    }

    // MARK: On the thread

    private func run() {
        let exchanges = CurlExchanges(multi)
        var isOpen = true
        while isOpen {
            let (orders, stillOpen) = inbox.withLock { inbox in
                defer { inbox.orders = [] }
                return (inbox.orders, inbox.isOpen)
            }
            isOpen = stillOpen
            for order in orders {
                switch order {
                case .begin(let plan, let id, let answer): exchanges.begin(plan, as: id, answer)
                case .cancel(let ticket): exchanges.cancel(ticket)
                }
            }
            if isOpen { exchanges.advance() }
        }
        exchanges.cancelAll()
        multi.cleanUp()
        end.signal()
    }
}
