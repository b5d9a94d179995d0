import CCurl

/// The exchanges that are under way; lives and dies on the loop's thread.
final class CurlExchanges {
    private let multi: UnsafeMutableRawPointer
    private var running: [CurlLoop.Ticket: CurlExchange] = [:]
    /// A wake-up ends the wait at once; this bounds only how late a stall is noticed.
    private let longestWait = Duration.seconds(1)

    init(_ multi: CurlMultiHandle) { self.multi = multi.pointer }

    func begin(_ plan: CurlPlan, as ticket: CurlLoop.Ticket, _ answer: CurlLoop.Answer) {
        let exchange = CurlExchange(plan, ticket, answer)
        running[ticket] = exchange
        check(curl_multi_add_handle(multi, exchange.easy))
    }

    func cancel(_ ticket: CurlLoop.Ticket) {
        if let exchange = running[ticket] { end(exchange, .failure(.cancelled)) }
    }

    func cancelAll() { for ticket in running.keys.sorted() { cancel(ticket) } }

    /// Moves whatever can move, answers what has ended, then waits for the network or a wake-up.
    func advance() {
        var stillRunning: Int32 = 0
        check(curl_multi_perform(multi, &stillRunning))
        endFinished()
        check(curl_multi_poll(multi, nil, 0, Int32(endStalled().wholeMilliseconds), nil))
    }

    private func endFinished() {
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left) {
            guard message.pointee.msg == CURLMSG_DONE,
                let exchange = CurlExchange.at(accord_curl_get_private(message.pointee.easy_handle))
            else { continue }
            // The message is freed with its exchange, so the result is read first.
            end(exchange, exchange.result(of: accord_curl_message_result(message)))
        }
    }

    /// Ends what has not moved for too long; returns the time until the next one might be due.
    private func endStalled() -> Duration {
        let now = ContinuousClock.now
        var wait = longestWait
        for (_, exchange) in running.sorted(by: { $0.key < $1.key }) {
            let remaining = exchange.stalls(at: now)
            if remaining <= .zero {
                end(exchange, exchange.result(dueTo: .timedOut))
            } else {
                wait = min(wait, remaining)
            }
        }
        return wait
    }

    private func end(_ exchange: CurlExchange, _ result: CurlLoop.Outcome) {
        running[exchange.ticket] = nil
        check(curl_multi_remove_handle(multi, exchange.easy))
        exchange.answer.resume(returning: result)
    }

    private func check(_ code: CURLMcode) {
        precondition(
            code == CURLM_OK, "libcurl fails here only without memory or by a bug of ours.")
    }
}
