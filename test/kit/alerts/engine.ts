// The alert engine as its background loops drive it, one round at a time.
import type { OutcomeReport } from '../../../src/domain/alerting/report.ts'
import type { Log } from '../../../src/domain/log.ts'
import { createVault } from '../../../src/domain/vault.ts'
import { startOutcomeQueue } from '../../../src/engine/judge/outcome-queue.ts'
import { makeTimedChanges } from '../../../src/engine/judge/timed-changes.ts'
import { deliver } from '../../../src/engine/notify/attempt.ts'
import { condenseOwed } from '../../../src/engine/notify/condense-owed.ts'
import { escalateDue } from '../../../src/engine/notify/escalate.ts'
import { recordResults } from '../../../src/engine/notify/record-results.ts'
import { routeDue } from '../../../src/engine/notify/route.ts'
import { liftSilences } from '../../../src/engine/notify/silences.ts'
import { createNet } from '../../../src/net/index.ts'
import { createPolicy } from '../../../src/net/policy.ts'
import { dropIncidents } from '../../../src/store/incidents/incidents.ts'
import {
  type Delivery,
  type DeliveryResult,
  claimDeliveries,
  releaseDeliveries,
} from '../../../src/store/notifications/deliveries.ts'
import type { Store } from '../../../src/store/database/database.ts'
import type { FakeClock } from '../clock.ts'
import { quiet } from '../log.ts'
import type { Receivers } from './receivers.ts'

interface EngineParts {
  readonly store: Store
  readonly clock: FakeClock
  readonly receivers: Receivers
  /** Gets the errors of work that goes on after a failure. */
  readonly log: Log
}

// As in the sender: a delivery that begins later might not end before its lease.
const maxWaitMs = 8000

export const origin = 'https://lapwing.example'
export const vault = createVault(['a key that is long enough for a test'])

export type AlertEngine = ReturnType<typeof createAlertEngine>

export function createAlertEngine({ store, clock, receivers, log }: EngineParts) {
  const routing = { store, clock, log: { ...quiet, error: log.error }, vault, origin: () => origin }
  // Never waits.
  const impatient: FakeClock = { ...clock, sleep: async () => undefined, after: () => () => undefined }
  const net = createNet({ policy: createPolicy({ allowPrivate: true }), clock })
  const sending = { clock: impatient, log, vault, net, kindOf: receivers.kindOf, origin: () => origin }

  async function sendAll(deliveries: readonly Delivery[]): Promise<DeliveryResult[]> {
    const results: DeliveryResult[] = []
    for (const delivery of deliveries) results.push(await deliver(sending, delivery))
    return results
  }

  const engine = {
    /** Stores and judges the outcomes of checks. */
    async settle(reports: readonly OutcomeReport[]): Promise<void> {
      const queue = startOutcomeQueue({ store, clock, log })
      for (const report of reports) queue.report(report)
      await queue.stop()
    },
    /** Ends that people requested, reminders and dead locations. */
    makeTimedChanges: (): Promise<boolean> => makeTimedChanges({ store, clock, log }),
    /** Announces what is not silent any more. */
    liftSilences: (): Promise<void> => liftSilences({ store, clock, log }),
    /** Returns how many alerts it routed. */
    route: (): Promise<number> => routeDue(routing),
    /** Pages for the escalation steps that are due, and returns how many there were. */
    escalate: (): Promise<number> => escalateDue(routing),
    /** Returns how many deliveries it tried. Results are stored together, this many at a time. */
    async send(together = 1): Promise<number> {
      const now = clock.now()
      await condenseOwed({ ...sending, store, clock })
      const claim = { room: 100, perChannel: 8, busy: new Map<number, number>(), leaseSeconds: 60, now }
      const claimed = await claimDeliveries(store, claim)
      const sorted = claimed.toSorted((one, other) => one.id - other.id)
      for (let first = 0; first < sorted.length; first += together) {
        const some = sorted.slice(first, first + together)
        if (clock.now().getTime() - now.getTime() > maxWaitMs) await releaseDeliveries(store, some)
        else await recordResults(store, await sendAll(some), clock.now())
      }
      return claimed.length
    },
    /** Routes and escalates until nothing is left, without sending. */
    async queueAll(): Promise<void> {
      await engine.makeTimedChanges()
      await engine.liftSilences()
      while ((await engine.route()) > 0);
      while (await engine.escalate());
    },
    /** Everything that is due now. */
    async round(): Promise<void> {
      do await engine.queueAll()
      while ((await engine.send()) > 0)
    },
  }
  return engine
}

/** What retention does for an organization that keeps incidents since a time. */
export async function dropResolvedIncidents(store: Store, organizationId: string, before: Date): Promise<void> {
  await store.run(dropIncidents(organizationId, { before, limit: 100 }))
}
