import TestSupport

/// What may happen in one step of a run.
enum Operation: CaseIterable {
    case open, edit, recordMany, sync
    case recordPage, hold, answerHeld
    case decide, assignRole, openRound, changePolicy, withdraw, overreach, forge
    case nameComponent, withdrawComponent, liftWithdrawal
    case crash, restartServer, meet
    case fillDisk, keepBusy, fillServerDisk, meddle, meddleWithServer
    case retire, rejoin, settleQuarantine, leave
    case depositInOthersName, adoptAsTester, makeHerselfLead, meetThroughLiar, goOnPutBack
    case handOutForgery, squat, showOldCheckpoint, joinLate
    case clone, backUp, putBack, loseDatabase
    case backUpServer, restoreServer

    /// How often it happens beside the others, before a run draws its own mix.
    var weight: Int {
        switch self {
        case .sync: 40
        case .edit: 26
        case .open: 12
        case .forge, .recordPage: 4
        case .hold, .answerHeld: 9
        case .meet: 5
        case .crash: 3
        case .decide: 8
        case .backUpServer, .restoreServer: 5
        case .withdraw, .overreach, .assignRole, .clone, .meddle: 2
        case .rejoin, .loseDatabase, .nameComponent, .withdrawComponent, .liftWithdrawal,
            .changePolicy:
            3
        case .settleQuarantine: 6
        case .backUp, .putBack: 5
        case .depositInOthersName: 4
        case .adoptAsTester, .leave: 3
        case .makeHerselfLead, .meetThroughLiar, .goOnPutBack, .handOutForgery, .squat,
            .joinLate:
            2
        case .showOldCheckpoint: 4
        case .recordMany, .retire, .openRound, .restartServer, .fillDisk, .keepBusy,
            .fillServerDisk, .meddleWithServer:
            1
        }
    }

    /// Whether nothing would happen in a run without it.
    var isNeeded: Bool { [.open, .edit, .sync].contains(self) }

    /// Whose disk meets a disaster; nil when nobody's is put back.
    var disaster: Disaster? {
        switch self {
        case .backUp, .putBack, .goOnPutBack: .ofLaptops
        case .backUpServer, .restoreServer: .ofServer
        case .open, .edit, .recordMany, .recordPage, .sync, .hold, .answerHeld, .decide,
            .assignRole, .openRound, .changePolicy, .withdraw, .nameComponent,
            .withdrawComponent, .liftWithdrawal, .overreach, .forge, .crash, .restartServer, .meet,
            .retire, .rejoin, .settleQuarantine, .leave,
            .depositInOthersName, .adoptAsTester, .makeHerselfLead, .meetThroughLiar,
            .handOutForgery, .squat, .showOldCheckpoint, .joinLate,
            .fillDisk, .keepBusy, .fillServerDisk, .meddle, .meddleWithServer,
            .clone, .loseDatabase:
            nil
        }
    }

    /// Whose disk is put back to an older state.
    enum Disaster: CaseIterable {
        case ofLaptops, ofServer

        /// Some runs have one kind, and show what holds without exception; others have both.
        static func drawn(_ generator: inout SeededGenerator) -> Set<Disaster> {
            generator.chance(50) ? [.ofLaptops, .ofServer] : [generator.pick(allCases)]
        }
    }
}

/// Which operations a run has, and how often each happens: every run has another mix, so that rare
/// ones are not drowned by common ones.
struct Mix {
    private var operations: [(operation: Operation, weight: Int)] = []
    /// Whether laptops and the server are put back in one run.
    let hasAllDisasters: Bool

    init(disasters: Set<Operation.Disaster>, using generator: inout SeededGenerator) {
        hasAllDisasters = disasters.count == Operation.Disaster.allCases.count
        for operation in Operation.allCases {
            let isNeeded =
                operation.isNeeded || operation.disaster != nil && hasAllDisasters
            let isOn = isNeeded || generator.chance(65)
            let weight = operation.weight * (1 + generator.below(5))
            guard isOn, operation.disaster.map(disasters.contains) ?? true else { continue }
            operations.append((operation, weight))
        }
    }

    /// The operation of the next step.
    func next(using generator: inout SeededGenerator) -> Operation {
        var place = generator.below(operations.reduce(0) { $0 + $1.weight })
        for (operation, weight) in operations {
            if place < weight { return operation }
            place -= weight
        }
        return .sync
    }
}

extension World {
    /// Does random things for so many steps.
    mutating func chaos(steps: Int) async throws {
        for _ in 0..<steps {
            let index = generator.below(laptops.count)
            let operation = mix.next(using: &generator)
            // Some steps follow at once, others after days.
            if generator.chance(30) { clock.advance(by: generator.below(3 * 86_400)) }
            if laptops[index].isDown {
                if generator.chance(50) { try await rebuild(index) }
            } else {
                try await perform(operation, by: index)
                try await nameMissingLeads()
            }
        }
    }

    private mutating func perform(_ operation: Operation, by index: Int) async throws {
        switch operation {
        case .open: try open(index)
        case .edit: try edit(index)
        case .recordMany: try recordMany(index)
        case .recordPage: try recordPage(index)
        case .sync: try await sync(index)
        case .hold: try hold(index)
        case .answerHeld: try await answerHeld(index)
        case .decide: try decide(index)
        case .assignRole: try assignRole(by: index)
        case .openRound: try openRound(by: index)
        case .changePolicy: try changePolicy(by: index)
        case .withdraw: try withdraw(index)
        case .nameComponent: try nameComponent(index)
        case .withdrawComponent: try withdrawComponent(index)
        case .liftWithdrawal: try liftWithdrawal(index)
        case .overreach: try overreach(index)
        case .forge: try forge(index)
        case .crash: try crash(index)
        case .restartServer: try await restartServer()
        case .meet: try meet(index)
        case .fillDisk: try await fillDisk(index)
        case .keepBusy: try await keepBusy(index)
        case .fillServerDisk: try await fillServerDisk()
        case .meddle: try await meddle(index)
        case .meddleWithServer: try await meddleWithServer()
        case .retire: try await retire(by: index)
        case .rejoin: try await rejoin(index)
        case .settleQuarantine: try await settleQuarantine(by: generator.chance(60) ? 0 : index)
        case .leave: try await leave(index)
        case .depositInOthersName: try await depositInOthersName()
        case .adoptAsTester: try await adoptAsTester()
        case .makeHerselfLead: try await makeHerselfLead()
        case .meetThroughLiar: try meetThroughLiar(index)
        case .goOnPutBack: try await goOnPutBack(index)
        case .handOutForgery: try handOutForgery()
        case .squat: try await squat()
        case .showOldCheckpoint: try await showOldCheckpoint()
        case .joinLate: try await joinLate(index)
        case .clone: try await clone(index)
        case .backUp: try backUp(index)
        case .putBack: try await putBack(index)
        case .loseDatabase: try await loseDatabase(index)
        case .backUpServer: try await backUpServer()
        case .restoreServer: try await restoreServer()
        }
    }
}
