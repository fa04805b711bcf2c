// Changes resources while they are in use, through the public operations.
import { newId } from '../../src/domain/id.ts'
import { limitsOf } from '../../src/domain/plan.ts'
import { updateAlertRule } from '../../src/operations/monitors/alert-rules/alert-rules.ts'
import type { CallerContext, Operation } from '../../src/operations/registry/define.ts'
import { pauseMonitor, resumeMonitor } from '../../src/operations/monitors/lifecycle.ts'
import type { Store } from '../../src/store/database/database.ts'
import { addWindow, deleteWindow } from '../../src/store/monitors/maintenance-windows.ts'
import { sql } from '../../src/store/database/sql.ts'
import type { FakeClock } from '../kit/clock.ts'
import { quiet } from '../kit/log.ts'
import type { Random } from './random.ts'
import type { SimulatedMonitor, SimulatedRule } from './organizations.ts'

interface Parts {
  readonly store: Store
  readonly clock: FakeClock
  readonly random: Random
  readonly organizationId: string
  readonly monitors: readonly SimulatedMonitor[]
}

export function createMeddler({ store, clock, random, organizationId, monitors }: Parts) {
  const windows = new Set<string>()
  let requested: number[] = []

  const perform = (operation: Operation, input: object): Promise<unknown> =>
    store.transaction((tx) =>
      operation.handle({ params: {}, query: {}, body: {}, ...input } as never, contextOf(tx as Store)),
    )
  const contextOf = (db: Store): CallerContext =>
    ({
      db,
      now: clock.now(),
      services: { origin: () => 'http://localhost', log: quiet },
      caller: {
        organization: { id: organizationId, plan: 'enterprise', limits: limitsOf('enterprise') },
        credential: { name: 'meddler' },
        user: null,
      },
      record: () => undefined,
    }) as unknown as CallerContext
  const forget = ({ history }: SimulatedMonitor, rules: readonly SimulatedRule[]): void => {
    history.push({ kind: 'forgotten', at: clock.now().getTime(), ruleIds: rules.map(({ ruleId }) => ruleId) })
  }

  const deeds = [
    async () => {
      const monitor = random.pick(monitors)
      if (monitor.paused) return resume(monitor)
      await perform(pauseMonitor, { params: { id: monitor.id } })
      monitor.paused = true
      monitor.pauses.push({ from: clock.now().getTime(), to: Infinity })
      forget(monitor, monitor.rules)
    },
    async () => {
      const monitor = random.pick(monitors)
      const rule = random.pick(monitor.rules)
      await perform(updateAlertRule, { params: { id: monitor.id, ruleId: rule.id }, body: { enabled: !rule.enabled } })
      rule.enabled = !rule.enabled
      if (!rule.enabled) forget(monitor, [rule])
    },
    async () => {
      const open = await store.rows<{ id: number }>(sql`
        select id from incidents where organization_id = ${organizationId} and status <> 'resolved' order by id`)
      if (open.length === 0) return
      const { id } = random.pick(open)
      await store.run(sql`
        update incidents set resolve_requested_at = ${clock.now()}, resolve_requested_by = 'meddler' where id = ${id}`)
      requested.push(id)
    },
    async () => {
      const [known] = windows
      if (known !== undefined) {
        windows.delete(known)
        return void (await deleteWindow(store, organizationId, known))
      }
      const id = newId(clock.now())
      windows.add(id)
      await addWindow(store, organizationId, {
        id,
        name: 'Work',
        description: null,
        monitorIds: [random.pick(monitors).id],
        monitorTags: [],
        startsAt: clock.now(),
        durationMinutes: random.integer(5, 60),
        timezone: 'UTC',
        recurrence: 'once',
        recurrenceUntil: null,
        suppressAlerts: true,
        excludeFromSla: random.chance(0.5),
        enabled: true,
        endedEarlyAt: [],
        incidentId: null,
        createdAt: clock.now(),
        updatedAt: clock.now(),
      })
    },
  ]

  return {
    act: (): Promise<void> => random.pick(deeds)(),
    /** Whether a requested change is not done yet. */
    isWaiting: (): boolean => requested.length > 0,
    /** Checks which of the incidents it asked to close are closed by now. */
    async notice(): Promise<void> {
      const done = await store.rows<{ id: number; ruleId: number; reason: string | null }>(sql`
        select id, rule_id as "ruleId", resolve_reason as reason from incidents where id = any (${requested}::bigint[]) and status = 'resolved'`)
      requested = requested.filter((id) => !done.some((one) => one.id === id))
      const byHand = done.filter(({ reason }) => reason === 'resolved manually').map(({ ruleId }) => ruleId)
      for (const monitor of monitors) {
        const closed = monitor.rules.filter(({ ruleId }) => byHand.includes(ruleId))
        if (closed.length > 0) forget(monitor, closed)
      }
    },
    /** Restores a valid state. */
    async leave(): Promise<void> {
      for (const id of windows) await deleteWindow(store, organizationId, id)
      for (const monitor of monitors) {
        if (monitor.paused) await resume(monitor)
        for (const rule of monitor.rules.filter(({ enabled }) => !enabled)) {
          await perform(updateAlertRule, { params: { id: monitor.id, ruleId: rule.id }, body: { enabled: true } })
          rule.enabled = true
        }
      }
    },
  }

  async function resume(monitor: SimulatedMonitor): Promise<void> {
    await perform(resumeMonitor, { params: { id: monitor.id } })
    monitor.paused = false
    monitor.pauses.at(-1)!.to = clock.now().getTime()
  }
}
