package import Foundation
package import Reading
import Shared

/// How far an audit's current round is, with what testers' devices have not sent.
package struct TeamStatus: Sendable {
    package let overview: TeamOverview
    /// Nil for who does not lead: a server tells leads alone.
    private let queues: [DeviceQueue]?
    /// Own changes that no server has answered.
    private let unsent: Int

    init(_ overview: TeamOverview, queues: [DeviceQueue]?, unsent: Int) {
        self.overview = overview
        self.queues = queues
        self.unsent = unsent
    }

    /// When she wrote the last of what is here, or a device of hers told the server of more.
    package func heard(of tester: TeamOverview.Tester) -> Date? {
        let written = tester.work.last.map(Date.init(unixMilliseconds:))
        let own = (queues ?? []).filter { $0.person == tester.person }
        return ([written] + own.map(\.told)).compactMap(\.self).max()
    }

    /// How many changes of hers had not been sent by then; nil where that is not known here.
    package func unsent(of tester: TeamOverview.Tester) -> Int? {
        if overview.view.ids.contains(tester.person) { return unsent }
        return queues.map { queues in
            queues.reduce(0) { $0 + ($1.person == tester.person ? $1.unsent : 0) }
        }
    }
}
