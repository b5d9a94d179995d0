import NIOCore
import ServiceLifecycle
import Shared
import Synchronization

/// Holds one pull that has nothing to tell (docs/protocol.md, "Pull").
struct LongPoll {
    let environment: RouteEnvironment
    /// The client's, nil without a socket.
    let line: ClientLine?

    /// Returns once there is news, the time is over, the client hung up or the server stops; at
    /// once when too many are held already; throws what the pull itself would throw.
    func wait(
        for pull: PullRequest, by bearer: Bearer, atMost time: Duration
    ) async throws(Problem) {
        let core = environment.core
        guard let place = core.notifier.place(in: pull.audit, for: bearer) else { return }
        defer { place.leave() }
        core.otherProcesses.enter()
        defer { core.otherProcesses.leave() }
        line?.onHangUp { place.leave() }
        let alarm = Task { [clock = environment.clock] in
            try await clock.sleep(for: time)
            place.leave()
        }
        defer { alarm.cancel() }
        do {
            // Within `runService` a stopping server leaves the place, whose request is then
            // answered as it would have been without waiting.
            try await withGracefulShutdownHandler {
                try await core.waitForNews(pull, by: bearer, at: place)
            } onGracefulShutdown: {
                place.leave()
            }
        } catch {
            throw error as? Problem ?? Problem(.bug)
        }
    }
}

/// Notices when the client of one connection has gone, which nobody else does before answering.
final class ClientLine: ChannelInboundHandler, RemovableChannelHandler, Sendable {
    typealias InboundIn = Any

    private struct State {
        var isOpen = true
        var action: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    /// Runs the action, in place of the last one, when the client hangs up; at once when it has.
    func onHangUp(_ action: @escaping @Sendable () -> Void) {
        let isOpen = state.withLock { state in
            state.action = action
            return state.isOpen
        }
        if !isOpen { action() }
    }

    func channelInactive(context: ChannelHandlerContext) {
        hangUp()
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // Whoever closes only the sending half gets the answer, without more waiting.
        if case ChannelEvent.inputClosed? = event as? ChannelEvent { hangUp() }
        context.fireUserInboundEventTriggered(event)
    }

    private func hangUp() {
        let action = state.withLock { state in
            state.isOpen = false
            return state.action
        }
        action?()
    }
}
