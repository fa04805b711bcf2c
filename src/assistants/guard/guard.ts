// The guard in front of every change of an assistant. It runs the planned operations in one transaction with the record
// of their undo, and rolls back if it was a dry run, if a limit is exceeded or if a person must confirm first.
import { z } from 'zod'
import { isLimited, refusalByLimit, undoContext, undoableMs } from '../../domain/limits/assistant-change.ts'
import { Fault } from '../../domain/fault.ts'
import { newId } from '../../domain/id.ts'
import { rateLimited } from '../../operations/registry/request-budget.ts'
import { eventsOfObjects } from '../../store/accounts/activity.ts'
import { assistantLimitOf } from '../../store/accounts/organizations.ts'
import { type ChangedObject, addChange, countedChanges, lockCredential } from '../../store/assistants/changes.ts'
import type { Database } from '../../store/database/database.ts'
import { type DependentMonitor, dependentMonitors } from '../../store/monitors/dependencies.ts'
import { failingMonitors } from '../../store/monitors/failing.ts'
import { type SilencingWindow, silencingWindows } from '../../store/monitors/maintenance-windows.ts'
import { lockMonitors } from '../../store/monitors/monitors.ts'
import { type AssistantSession, createSession } from '../session.ts'
import { resultOf } from '../tool.ts'
import { applyConfirmation, fingerprintOf, requestConfirmation } from './confirmation.ts'
import { type ChangePlan, type FailingChange, type IntendedChange, type UndoPlan, holderOf } from './plan.ts'

/** The arguments that every write tool takes. */
export const guardInput = {
  dry_run: z.boolean().default(false).describe('Change nothing, return what would change'),
  confirmation: z.uuid().optional().describe('A confirmed `confirmation_id`'),
  reason: z.string().trim().max(500).optional().describe('For the person who confirms'),
}

const maxChangesShown = 20

/** Names only some fields, because each write tool repeats it in the list of tools. */
export const changeReport = resultOf({
  status: z.enum(['done', 'dry_run', 'confirmation_required']),
  changes: z.array(z.looseObject({})),
  change_id: z.string().optional(),
  confirmation_id: z.string().optional(),
}).loose()

export interface ChangeReport extends Readonly<Record<string, unknown>> {
  readonly summary: string
  readonly status: 'done' | 'dry_run' | 'confirmation_required'
  readonly changes: readonly ChangedObject[]
  /** What the operations returned, in short. */
  readonly result?: object
  /** For `undo`. */
  readonly change_id?: string
  readonly confirmation_id?: string
  readonly confirmation_url?: string
  readonly expires_at?: string
  readonly next?: string
}

interface GuardInput {
  readonly dry_run: boolean
  readonly confirmation?: string | undefined
  readonly reason?: string | undefined
}

export interface GuardedTool<Input> {
  readonly name: string
  plan(input: Input, session: AssistantSession): Promise<ChangePlan>
}

/** What a transaction found out before it was rolled back. */
class RolledBack extends Error {
  readonly plan: ChangePlan
  readonly result: object
  readonly failing: readonly FailingChange[]
  constructor(plan: ChangePlan, result: object, failing: readonly FailingChange[]) {
    super('rolled back')
    this.plan = plan
    this.result = result
    this.failing = failing
  }
}

export async function guard<Input extends object>(
  tool: GuardedTool<Input>,
  { dry_run: isDryRun, confirmation, reason, ...rest }: GuardInput & Input,
  session: AssistantSession,
): Promise<ChangeReport> {
  const { store, clock } = session.services
  const input = rest as unknown as Input
  const call = { tool: tool.name, fingerprint: fingerprintOf(tool.name, input), reason: reason || null, session }
  const id = newId(clock.now())
  try {
    return await store.transaction(async (tx) => {
      const inside = sessionIn(tx, session, { tool: tool.name, change_id: id })
      await lockCredential(tx, holderOf(session))
      const planned = await tool.plan(input, inside)
      await refuseBeyondLimit(tx, session, planned.changes)
      const before = await monitorsBefore(tx, session, planned.changes)
      const responses: unknown[] = []
      for (const { operationId, input } of planned.steps) responses.push(await inside.call(operationId, input))
      const silenced = [
        ...(await silencedSince(tx, session, before)),
        ...(await dependentSince(tx, session, before, responses)),
      ]
      const plan = { ...planned, changes: [...planned.changes, ...silenced] }
      if (silenced.length > 0) await refuseBeyondLimit(tx, session, plan.changes)
      const failing = failingAmong(await failingOf(tx, session, before, silenced), plan.changes)
      const isConfirmed =
        confirmation !== undefined && (await applyConfirmation(tx, confirmation, { ...call, failing }))
      if (isDryRun || (failing.length > 0 && !isConfirmed)) throw new RolledBack(plan, plan.result(responses), failing)
      return record(tx, { id, tool: tool.name, plan, responses, session })
    })
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error
    const { plan, failing } = error
    if (isDryRun) return reportDryRun(error)
    const confirmation = await requestConfirmation({ ...call, plan, failing })
    return {
      summary: `Not done: ${namesOf(failing)}. A person must confirm this in the dashboard: ${confirmation.url}`,
      status: 'confirmation_required',
      changes: shownChanges(plan.changes),
      confirmation_id: confirmation.id,
      confirmation_url: confirmation.url,
      expires_at: confirmation.expiresAt.toISOString(),
      next: 'When a person has confirmed, repeat the same call with `confirmation` set to the confirmation_id.',
    }
  }
}

/** The same session inside a transaction: everything that it calls is committed or rolled back together. */
function sessionIn(tx: Database, session: AssistantSession, mark: Record<string, string>): AssistantSession {
  const { call: _call, services, ...rest } = session
  return createSession({ ...rest, services: { ...services, store: { ...services.store, ...tx } }, mark })
}

async function refuseBeyondLimit(
  tx: Database,
  session: AssistantSession,
  changes: readonly IntendedChange[],
): Promise<void> {
  const counted = countOf(changes)
  if (counted === 0) return
  const now = session.services.clock.now()
  const holder = holderOf(session)
  const limit = await assistantLimitOf(tx, holder.organizationId)
  const earlier = await countedChanges(tx, { ...holder, since: new Date(now.getTime() - undoableMs) })
  const refusal = refusalByLimit({ counted, limit, earlier, now })
  if (!refusal) return
  if (refusal.retryAfterSeconds === null) throw new Fault('forbidden', refusal.message)
  throw rateLimited(refusal.message, refusal.retryAfterSeconds)
}

const countOf = (changes: readonly IntendedChange[]): number => changes.filter(({ effect }) => isLimited(effect)).length

/** The monitors that a change touches, before it is made. */
interface MonitorsBefore {
  readonly changes: readonly IntendedChange[]
  /** The state of those that are failing. */
  readonly failing: ReadonlyMap<string, string>
  readonly windows: readonly SilencingWindow[]
  readonly dependents: readonly DependentMonitor[]
}

/** Locks the monitors first, so that none of them starts to fail unnoticed. */
async function monitorsBefore(
  tx: Database,
  session: AssistantSession,
  planned: readonly IntendedChange[],
): Promise<MonitorsBefore> {
  const changes = planned.filter(({ object_type: type, object_id: id }) => type === 'monitor' && id !== null)
  const { organizationId } = holderOf(session)
  const ids = monitorIdsOf(changes)
  await lockMonitors(tx, organizationId, ids)
  const failing = await failingMonitors(tx, organizationId, ids)
  const dependents = await dependentMonitors(tx, organizationId, ids)
  return { changes, failing, windows: await windowsOver(tx, session, ids), dependents }
}

const monitorIdsOf = (changes: readonly IntendedChange[]): string[] => [
  ...new Set(changes.flatMap(({ object_id: id }) => id ?? [])),
]

const windowsOver = (tx: Database, session: AssistantSession, monitorIds: readonly string[]) =>
  silencingWindows(tx, holderOf(session).organizationId, { monitorIds, now: session.services.clock.now() })

/**
 * The monitors that are under a maintenance window now and were not before, whatever brought them there: a tag that
 * `undo` gives back silences as much as a new window. What a plan declares itself is not counted twice.
 */
async function silencedSince(
  tx: Database,
  session: AssistantSession,
  { changes, windows: before }: MonitorsBefore,
): Promise<IntendedChange[]> {
  const known = new Set(before.map(keyOf))
  const silenced = (await windowsOver(tx, session, monitorIdsOf(changes))).filter((window) => !known.has(keyOf(window)))
  const isSilenced = (id: string | null): boolean => silenced.some(({ monitorId }) => monitorId === id)
  const declared = new Set(monitorIdsOf(changes.filter(({ effect }) => effect === 'silence')))
  const found = new Map(changes.map((change) => [change.object_id, { ...change, effect: 'silence' as const }]))
  return [...found.values()].filter(({ object_id: id }) => isSilenced(id) && !declared.has(id!))
}

const keyOf = ({ monitorId, windowId }: SilencingWindow): string => `${monitorId} ${windowId}`

/** The monitors that depend on a changed or created one now, and did not before: its outages silence them. */
async function dependentSince(
  tx: Database,
  session: AssistantSession,
  { changes, dependents: before }: MonitorsBefore,
  responses: readonly unknown[],
): Promise<IntendedChange[]> {
  const parents = [...monitorIdsOf(changes), ...responses.flatMap((response) => monitorIdIn(response) ?? [])]
  const now = await dependentMonitors(tx, holderOf(session).organizationId, parents)
  const known = new Set(before.map(({ id, parentId }) => `${id} ${parentId}`))
  const added = now.filter(({ id, parentId }) => !known.has(`${id} ${parentId}`))
  return [...new Map(added.map(({ id, name }) => [id, name]))].map(([id, name]) => ({
    object_type: 'monitor',
    object_id: id,
    object_name: name,
    effect: 'silence',
  }))
}

function monitorIdIn(response: unknown): string | undefined {
  const shown = response as { readonly object?: string; readonly id: string } | null | undefined
  return shown?.object === 'monitor' ? shown.id : undefined
}

/** The state of the monitors that are failing, among those that a change touches or silences. */
async function failingOf(
  tx: Database,
  session: AssistantSession,
  { failing }: MonitorsBefore,
  silenced: readonly IntendedChange[],
): Promise<MonitorsBefore['failing']> {
  const others = await failingMonitors(tx, holderOf(session).organizationId, monitorIdsOf(silenced))
  return new Map([...others, ...failing])
}

const failingAmong = (failing: MonitorsBefore['failing'], changes: readonly IntendedChange[]): FailingChange[] =>
  changes.flatMap((change) => {
    const needsPerson = isLimited(change.effect) || change.mayHideFailure === true
    const state = change.object_type === 'monitor' && needsPerson && failing.get(change.object_id ?? '')
    return typeof state === 'string' ? [{ ...change, state }] : []
  })

interface CarriedOut {
  readonly id: string
  readonly tool: string
  readonly plan: ChangePlan
  readonly responses: readonly unknown[]
  readonly session: AssistantSession
}

async function record(tx: Database, { id, tool, plan, responses, session }: CarriedOut): Promise<ChangeReport> {
  const { vault, clock } = session.services
  const undo = plan.undo(responses)
  const done = { status: 'done', changes: shownChanges(plan.changes), result: plan.result(responses) } as const
  if (undo === null) return { summary: `Done: ${plan.summary}.`, ...done }
  const isReversible = typeof undo !== 'string'
  const createdAt = clock.now()
  await addChange(tx, {
    ...holderOf(session),
    id,
    tool,
    summary: plan.summary,
    counted: countOf(plan.changes),
    changes: plan.changes,
    undo: isReversible ? vault.seal(JSON.stringify(undo), undoContext(id)) : null,
    irreversible: isReversible ? null : undo,
    knownEvents: isReversible ? await eventsNear(tx, session, undo) : [],
    createdAt,
  })
  await plan.afterwards?.(tx, id)
  const until = new Date(createdAt.getTime() + undoableMs).toISOString()
  return {
    summary: `Done: ${plan.summary}.`,
    ...done,
    ...(isReversible ? { change_id: id, next: `\`undo\` takes this back until ${until}.` } : { next: undo }),
  }
}

/** Events around the change that do not count as later ones, even if clocks of processes differ. */
export const clockSlackMs = 60_000

async function eventsNear(tx: Database, { caller, services }: AssistantSession, undo: UndoPlan): Promise<string[]> {
  const since = new Date(services.clock.now().getTime() - clockSlackMs)
  const events = await eventsOfObjects(tx, caller.organization.id, { objects: undo.changes, since })
  return events.map(({ id }) => id)
}

const shownChanges = (changes: readonly ChangedObject[]): ChangedObject[] =>
  changes
    .slice(0, maxChangesShown)
    .map(({ object_type, object_id, object_name, effect }) => ({ object_type, object_id, object_name, effect }))

function reportDryRun({ plan, result, failing }: RolledBack): ChangeReport {
  const needs = failing.length > 0 ? ` A person would have to confirm it: ${namesOf(failing)}.` : ''
  return {
    summary: `Dry run, nothing changed. It would: ${plan.summary}.${needs}`,
    status: 'dry_run',
    changes: shownChanges(plan.changes),
    result,
  }
}

const maxNamed = 3

function namesOf(failing: readonly FailingChange[]): string {
  const named = failing.slice(0, maxNamed).map(({ object_name: name, state }) => `${name} is failing now (${state})`)
  const others = failing.length - named.length
  return `${named.join(', ')}${others > 0 ? ` and ${others} more are failing` : ''}`
}
