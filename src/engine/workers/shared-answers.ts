// Checks of types that share answers are told what is known already, and only one of them at a time asks a source for
// more.
import { findCheck } from '../../checks/index.ts'
import type { Clock } from '../../domain/clock.ts'
import type { Log } from '../../domain/log.ts'
import type { SharedAnswers, SharedQuestion } from '../../domain/checking/shared-answer.ts'
import type { Database } from '../../store/database/database.ts'
import { knownAnswers, leaveSource, takeSource } from '../../store/checking/shared-answers.ts'
import type { CheckReport, WorkerOrder } from './messages.ts'
import { type Workers, withRun } from './workers.ts'

export interface SharingParts {
  readonly workers: Workers
  readonly store: Database
  readonly clock: Clock
  readonly log: Log
}

// A turn's lease is fifteen seconds longer than its check, which may wait for its host, too.
const patienceMs = 4000
const lookAgainMs = 250
// What a check may take beyond its deadline: the wait for its host and the way back.
const leaseMarginMs = 12_000
// No check takes so long: what is closed for longer wants a pause, and waiting is in vain.
const maxLeaseMs = 90_000
/** Between two questions to one source. */
const usualPauseMs = 500

type SharedCheck = Omit<WorkerOrder, 'id'>

export function createSharing({ workers, store, clock, log }: SharingParts): Workers {
  /** Sources that are being asked from here, or were said to be busy until then. */
  const busyUntil = new Map<string, number>()

  const know = async (question: SharedQuestion, mayAsk: boolean): Promise<SharedAnswers> => ({
    ...(await knownAnswers(store, question, clock.now())),
    mayAsk,
  })

  /** Answers whether the source is this caller's now. */
  const take = async (source: string, leaseMs: number): Promise<boolean> => {
    const deadline = clock.monotonicMs() + patienceMs
    for (;;) {
      if ((busyUntil.get(source) ?? 0) <= clock.monotonicMs()) {
        busyUntil.set(source, Infinity)
        const until = await takeSource(store, source, { leaseMs, now: clock.now() }).catch((error: unknown) => {
          busyUntil.delete(source)
          throw error
        })
        if (until === null) return true
        const waitMs = until.getTime() - clock.now().getTime()
        busyUntil.set(source, clock.monotonicMs() + Math.min(waitMs, lookAgainMs))
        if (waitMs > maxLeaseMs) return false
      }
      if (clock.monotonicMs() + lookAgainMs > deadline) return false
      await clock.sleep(lookAgainMs)
    }
  }

  const ask = async (work: SharedCheck, question: SharedQuestion): Promise<CheckReport | null> => {
    const { source } = question
    let done: CheckReport | null = null
    let pauseMs = 0
    try {
      const shared = await know(question, true)
      done = await workers.run({ ...work, shared })
      if (done && !shared.answer?.isFresh) pauseMs = done.outcome.learned?.pauseMs ?? usualPauseMs
      return done
    } finally {
      busyUntil.delete(source)
      await leaveSource(store, question, { learned: done?.outcome.learned, pauseMs, now: clock.now() })
    }
  }

  const share = async (work: SharedCheck, question: SharedQuestion): Promise<CheckReport | null> => {
    const shared = await know(question, false)
    if (shared.answer?.isFresh) return workers.run({ ...work, shared })
    if (await take(question.source, work.deadlineMs + leaseMarginMs)) return ask(work, question)
    return workers.run({ ...work, shared: await know(question, false) })
  }

  return withRun(workers, async (work) => {
    const question = findCheck(work.type)?.shares(work.target, work.config)
    if (!question) return workers.run(work)
    // Without the database there is nobody to report to either: the check is taken up again.
    return share(work, question).catch((error: unknown) => {
      log.error('what checks share could not be read or kept; trying again', { error: String(error) })
      return null
    })
  })
}
