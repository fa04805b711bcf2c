// Checks of some types share what they learn, such as the registration of a domain. Each gets what is known already,
// and only one of them at a time may query the source for more.
import { findCheck } from '../../checks/index.ts'
import type { Clock } from '../../domain/clock.ts'
import type { SharedAnswers, SharedQuestion } from '../../domain/checking/shared-answer.ts'
import type { Log } from '../../domain/log.ts'
import type { ReportedOutcome } from '../../domain/outcome.ts'
import { cachedAnswers, leaveSource, takeSource } from '../../store/checking/shared-answers.ts'
import type { Database } from '../../store/database/database.ts'
import type { CheckOrder } from './messages.ts'
import type { Step } from './steps.ts'
import type { RunOrder } from './workers.ts'

interface SharingServices {
  readonly store: Database
  readonly clock: Clock
  readonly log: Log
}

// A lease lasts fifteen seconds longer than its check, which may also wait for its host.
const maxWaitMs = 4000
const pollMs = 250
// How much longer than its deadline a check may take: the wait for its host and the way back.
const leaseMarginMs = 12_000
// No check takes this long. A source that is closed for longer asked for a pause, so waiting does not help.
const maxLeaseMs = 90_000
/** Between two queries of one source. */
const defaultPauseMs = 500

export class SharedAnswerStep implements Step {
  readonly #services: SharingServices
  /** Sources that this process queries now, or that are known to be busy until then. */
  readonly #busyUntil = new Map<string, number>()

  constructor(services: SharingServices) {
    this.#services = services
  }

  run(order: CheckOrder, next: RunOrder): Promise<ReportedOutcome | null> {
    const question = findCheck(order.type)?.shares(order.target, order.config)
    if (!question) return next(order)
    // Without the database the check cannot be reported either. It is claimed again later.
    return this.#share(question, order, next).catch((error: unknown) => {
      this.#services.log.error('shared answers could not be read or saved; trying again', { error: String(error) })
      return null
    })
  }

  async #share(question: SharedQuestion, order: CheckOrder, next: RunOrder): Promise<ReportedOutcome | null> {
    const shared = await this.#knownFor(question, false)
    if (shared.answer?.isFresh) return next({ ...order, shared })
    if (await this.#takeSource(question.source, order.deadlineMs + leaseMarginMs))
      return this.#runAsAsker(question, order, next)
    return next({ ...order, shared: await this.#knownFor(question, false) })
  }

  async #runAsAsker(question: SharedQuestion, order: CheckOrder, next: RunOrder): Promise<ReportedOutcome | null> {
    const { store, clock } = this.#services
    let outcome: ReportedOutcome | null = null
    let pauseMs = 0
    try {
      const shared = await this.#knownFor(question, true)
      outcome = await next({ ...order, shared })
      if (outcome && !shared.answer?.isFresh) pauseMs = outcome.learned?.pauseMs ?? defaultPauseMs
      return outcome
    } finally {
      this.#busyUntil.delete(question.source)
      await leaveSource(store, question, { learned: outcome?.learned, pauseMs, now: clock.now() })
    }
  }

  /** Returns whether this check may query the source now. */
  async #takeSource(source: string, leaseMs: number): Promise<boolean> {
    const { clock } = this.#services
    const deadline = clock.monotonicMs() + maxWaitMs
    for (;;) {
      if ((this.#busyUntil.get(source) ?? 0) <= clock.monotonicMs()) {
        const waitMs = await this.#tryTakeSource(source, leaseMs)
        if (waitMs === null) return true
        if (waitMs > maxLeaseMs) return false
      }
      if (clock.monotonicMs() + pollMs > deadline) return false
      await clock.sleep(pollMs)
    }
  }

  /** Returns null if the source is taken, otherwise for how long it is busy. */
  async #tryTakeSource(source: string, leaseMs: number): Promise<number | null> {
    const { store, clock } = this.#services
    this.#busyUntil.set(source, Infinity)
    const until = await takeSource(store, source, { leaseMs, now: clock.now() }).catch((error: unknown) => {
      this.#busyUntil.delete(source)
      throw error
    })
    if (until === null) return null
    const waitMs = until.getTime() - clock.now().getTime()
    this.#busyUntil.set(source, clock.monotonicMs() + Math.min(waitMs, pollMs))
    return waitMs
  }

  async #knownFor(question: SharedQuestion, mayAsk: boolean): Promise<SharedAnswers> {
    const { store, clock } = this.#services
    return { ...(await cachedAnswers(store, question, clock.now())), mayAsk }
  }
}
