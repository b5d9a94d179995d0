/// What a set of runs has to have met at least once, or it proves less than it seems to.
enum Goal: String, CaseIterable, Sendable {
    case answerLost, answerCut, answerOvertaken, oldRequestReplayed, requestDelayed
    case captivePortal, unchanged, batchHalved, waitedForTheWay
    case requestCompressed, answerInZstd, answerInGzip, pullHeld, heldAnswerTaken
    case oddText, longText, largeBody, shareFull
    case laptopCrashed, serverCrashed, twoFormsOpen
    case conflict, corroboration, decided, challengedLate, challengedInformed, settledByRule
    case policyChanged, policyContested, laterRound, twoAudits
    case rejected, quarantined, withdrawn, withdrawalContested
    case componentWithdrawn, componentContested, withdrawalLifted, withdrawalLiftedByLead
    case copyNoticedAtOpen, forkNoticed, putBack, journalReplayed, rollbackNoticed, reissued, again
    case enrolmentRepeated, diskFull, busy, serverDiskFull
    case foreignWriter, foreignReader, foreignAtOpening, foreignOnServer, serverDidNotOpen
    case databaseDeleted, databaseOverwritten, databaseTruncated
    case rebuilt, rebuiltInVain, rebuildingCutOff, rebuiltLater, rebuiltAfterRestore
    case rebuiltFromJournal, rebuiltFromTornJournal, rebuiltWithoutJournal
    case cloneOfClone, restoredBesideClones
    case restoreDeclared, restoreUnnoticed, restoreOvertaken, recordBroughtBack, serverHealed
    case recordSetAside, putBackBesideRestore
    case laptopDied, clockJumped
    case retired, retiredFromBirth, enrolledBeforeRetirement, revoked, rejoined
    case quarantineAdopted, quarantineDiscarded, demotedWithDecisions
    case depositForged, forgeryAdopted, adoptionByTester, roleForged, leadLeft
    case lastLeadStayed, leadNamed
    case bundleLied, handedOverPutBack, fileForged, depositSquatted
    case joinedLate, formerWordChanged, oldCheckpointShown, oldCheckpointHeld
    case bundleTaken, bundleContradicted, chainCarried, chainTaken, chainUnplaced

    /// What needs several rare things at once: a long search must have met it, a short one may not.
    var isSeldom: Bool {
        [
            .recordSetAside, .enrolledBeforeRetirement, .bundleContradicted, .shareFull,
            .waitedForTheWay, .challengedInformed,
        ].contains(self)
    }
}
