// What people do about incidents, through the operations.
import { Fault } from '../../../src/domain/fault.ts'
import { limitsOf } from '../../../src/domain/plan.ts'
import { acknowledgeIncident, resolveIncident } from '../../../src/operations/incidents/act.ts'
import type { CallerContext, Operation } from '../../../src/operations/registry/define.ts'
import type { Services } from '../../../src/operations/registry/services.ts'
import { followLink } from '../../../src/operations/replies/links.ts'
import type { ReplyAction } from '../../../src/domain/notifying/reply.ts'
import type { Store } from '../../../src/store/database/database.ts'
import { changeMonitors, lockMonitor } from '../../../src/store/monitors/monitors.ts'
import type { FakeClock } from '../clock.ts'
import { quiet } from '../log.ts'
import { origin, vault } from './engine.ts'
import type { SendAttempt } from './receivers.ts'

interface ResponderParts {
  readonly store: Store
  readonly clock: FakeClock
  readonly organizationId: string
}

/** Performs an operation as a caller of the organization who may do everything. */
export function performer({ store, clock, organizationId }: ResponderParts) {
  const contextOf = (db: Store): CallerContext =>
    ({
      db,
      now: clock.now(),
      services: { origin: () => origin, log: quiet },
      caller: {
        organization: { id: organizationId, plan: 'enterprise', limits: limitsOf('enterprise') },
        credential: { name: 'responder' },
        user: null,
      },
      record: () => undefined,
    }) as unknown as CallerContext
  return (operation: Operation, input: object): Promise<unknown> =>
    store.transaction((tx) =>
      operation.handle({ params: {}, query: {}, body: {}, ...input } as never, contextOf(tx as Store)),
    )
}

export type Responders = ReturnType<typeof createResponders>

export function createResponders(parts: ResponderParts) {
  const { store, clock, organizationId } = parts
  const perform = performer(parts)
  const services = { store, clock, vault, log: quiet, origin: () => origin } as unknown as Services
  return {
    perform,
    /** Returns why it was refused, or null. */
    acknowledge: (incidentId: number): Promise<string | null> =>
      refusalOf(perform(acknowledgeIncident, { params: { id: incidentId } })),
    resolve: (incidentId: number): Promise<string | null> =>
      refusalOf(perform(resolveIncident, { params: { id: incidentId } })),
    /** Follows the link of a message, and returns what became of it: `done`, `already`, `resolved` … */
    async reply(action: ReplyAction, { linkFor }: SendAttempt): Promise<string> {
      return (await followLink(services, linkFor!(action), '192.0.2.1')).outcome
    },
    /** Starts or ends shadow mode, in which nobody is alerted. */
    setShadow: (monitorId: string, shadow: boolean): Promise<void> =>
      store.transaction(async (tx) => {
        const monitor = await lockMonitor(tx, organizationId, monitorId)
        await changeMonitors(tx, organizationId, [{ ...monitor!, shadow }], clock.now())
      }),
  }
}

async function refusalOf(performed: Promise<unknown>): Promise<string | null> {
  try {
    await performed
    return null
  } catch (error) {
    if (error instanceof Fault) return error.message
    throw error
  }
}
