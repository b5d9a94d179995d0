/// A mistake in the rules that somebody could make; the checks must notice each (docs/merge.md).
package enum Fault: String, CaseIterable, Sendable {
    /// A save replaces all that its vector covers, named or not.
    case vectorInsteadOfNames
    /// What a change has seen enters the record's context.
    case seesIntoContext
    /// A laptop keeps one record, edits it, and joins what it pulls.
    case optimisticJoin
    /// Registers travel one by one, each under the whole record's context.
    case fieldDeltas
    /// A context keeps three entries.
    case prunedContexts
    /// Live writes stay in the order of their arrival.
    case unsortedSiblings
    /// A laptop believes an acknowledged number without comparing the content.
    case ackWithoutHash
    /// A repeated change is answered "applied", whatever it was the first time.
    case repeatWithoutOutcome
    /// A lead's decision is an ordinary write of the judgement register.
    case decisionAmongJudgements
    /// An acknowledged change is folded into the pulled record, which the next pull replaces.
    case ackFoldedIntoBase
    /// Own work is left out of a pull up to the point of resumption, not up to a checkpoint.
    case echoByResumePoint
    /// The index of known edits has refused ones too.
    case editIndexOverRefused
    /// Chains of others are pushed after the own ones.
    case foreignAfterOwn
    /// A save names what its form showed and nothing that this had replaced.
    case namesWithoutClosure
    /// A laptop lays others' chains over its own changes, whatever these had replaced.
    case overlayOutOfOrder
    /// An edit is known by the dot that a wrapper claims, not by what the wrapper holds.
    case editBelieved
    /// What was adopted from an unplaced chain takes away what it names.
    case unplacedTakesAway
    /// A judgement takes away what it names, whoever wrote that.
    case judgementTakenAway
    /// Who adopted a verdict takes it back by naming it.
    case takenBackByAdopter
    /// A change that is answered `again` leaves the record as it is.
    case againWithoutDot
    /// A laptop folds `again` as the server does before it has pulled what the server knew.
    case againUnseen
    /// A join drops the live writes that other live writes name.
    case joinReadsNames
    /// Readers show live writes that other live writes name.
    case namedWritesShown
    /// A number that the record's context covers already is answered `applied`.
    case coveredNumberApplied
    /// A restored server decides anew what was refused before.
    case outcomesDecidedAnew
    /// Work that agrees with a decision challenges it.
    case agreementChallenges
    /// A decision of which nothing is left that it settled is called decided.
    case groundlessDecided
    /// A withdrawal covers what its writer's vector covers, not what it lists.
    case withdrawalByVector
    /// A tester's withdrawal covers everything that it lists, whoever wrote that.
    case withdrawalOfOthers
    /// Readers of a component state do not look at its component's withdrawals.
    case componentUnread
    /// Nobody but its author can lift a withdrawal.
    case withdrawalNeverLifted
    /// What something on the way finds too large is taken for refused by the server.
    case tooLargeTaken
    /// The room that one author takes is missing to all others.
    case sharedBound
    /// The replicas under which a server writes count for the person whose work it carries on.
    case serverReplicaCounted
    /// What a server cannot place uses up numbers of the chain that it says to be of.
    case depositTakesNumber
    /// A bundle's signature is checked by the key that lies in the bundle.
    case bundleKeyBelieved
    /// A change that somebody brings as erased is blanked.
    case erasedBelieved
}
