// Carries out an import: channels, monitors, and then what belongs to monitors, each in a transaction of its own.
import { findCheck } from '../../checks/index.ts'
import { Fault } from '../../domain/fault.ts'
import type { MonitorConfig } from '../../domain/monitor.ts'
import { problems, wording } from '../../domain/validation.ts'
import type { ImportChange, ImportedMonitor, ImportedSetup, SkippedItem } from '../../importers/setup.ts'
import type { ActivityDraft } from '../../store/accounts/activity.ts'
import { ownerOfToken } from '../../store/accounts/address-tokens.ts'
import { usageOf } from '../../store/accounts/organizations.ts'
import { listRules } from '../../store/monitors/alert-rules.ts'
import { type ImportedMonitorRow, importedMonitors } from '../../store/monitors/imported-monitors.ts'
import { lockMonitor, setImportKey } from '../../store/monitors/monitors.ts'
import { saveRules } from '../monitors/alert-rules/save-rules.ts'
import { makeMonitor } from '../monitors/create.ts'
import { monitors } from '../monitors/monitor.ts'
import { type MonitorDraft, createBody } from '../monitors/schema.ts'
import { changeOf } from '../monitors/update.ts'
import type { CallerContext } from '../registry/define.ts'
import { type AppliedChannel, applyChannels } from './apply-channels.ts'
import type { AppliedResource } from './apply-each.ts'
import { applyPages } from './apply-pages.ts'
import { applyWindows } from './apply-windows.ts'
import { writeItem } from './rehearsal.ts'

export interface ImportChoices {
  readonly source: string
  /** The name of the tool. */
  readonly title: string
  readonly dryRun: boolean
  readonly shadow: boolean
  readonly channels: boolean
  readonly locations: readonly string[]
}

export interface AppliedMonitor {
  readonly imported: ImportedMonitor
  readonly intervalSeconds: number
  readonly action: 'create' | 'update' | 'keep'
  readonly monitorId: string | null
  readonly changes: readonly ImportChange[]
}

export interface AppliedImport {
  readonly channels: readonly AppliedChannel[]
  readonly applied: readonly AppliedMonitor[]
  readonly resources: readonly AppliedResource[]
  readonly skipped: readonly SkippedItem[]
}

export async function applyImport(
  context: CallerContext,
  setup: ImportedSetup,
  choices: ImportChoices,
): Promise<AppliedImport> {
  const { db, caller } = context
  const known = new Map(
    (await importedMonitors(db, caller.organization.id, choices.source)).map((one) => [one.key, one]),
  )
  const limit = caller.organization.limits.monitors
  let room = limit < 0 ? Infinity : limit - (await usageOf(db, caller.organization.id)).monitors
  const channels = await applyChannels(context, choices.channels ? setup.channels : [], choices)
  const groups = new Map(channels.applied.map(({ imported, group }) => [imported.key, group.id]))
  const applied: AppliedMonitor[] = []
  const skipped: SkippedItem[] = [...setup.skipped, ...channels.skipped]
  const seen = new Set<string>()
  for (const imported of setup.monitors) {
    const before = known.get(imported.key)
    const skip = (reason: string): unknown => skipped.push(skippedOf(imported, reason))
    if (seen.has(imported.key)) skip('another monitor of the document has the same key')
    else if (!before && room <= 0) skip(`your plan allows ${limit} monitors`)
    else {
      const result = await applyOne(context, { imported, before, choices, groups })
      if ('reason' in result) skipped.push(result)
      else applied.push(result)
      if (!before && 'action' in result) room--
    }
    seen.add(imported.key)
  }
  const monitors = new Map(applied.map(({ imported, monitorId }) => [imported.key, monitorId]))
  const results = [
    ...(await applyWindows(context, setup.windows, { ...choices, monitors })),
    ...(await applyPages(context, setup.pages, { ...choices, monitors })),
  ]
  const resources = results.filter((one) => 'action' in one)
  return {
    channels: channels.applied,
    applied,
    resources,
    skipped: [...skipped, ...results.filter((one) => 'reason' in one)],
  }
}

interface MonitorStep {
  readonly imported: ImportedMonitor
  readonly before: ImportedMonitorRow | undefined
  readonly choices: ImportChoices
  /** The contact groups of the import by the key of their channel; null if a dry run would create it. */
  readonly groups: ReadonlyMap<string, string | null>
}

const skippedOf = ({ key, name, sourceType }: ImportedMonitor, reason: string): SkippedItem => ({
  kind: 'monitor',
  key,
  name,
  sourceType,
  reason,
  nearest: null,
})

async function applyOne(context: CallerContext, step: MonitorStep): Promise<AppliedMonitor | SkippedItem> {
  const { imported, before, choices } = step
  if (before && !before.shadow)
    return { imported, intervalSeconds: imported.intervalSeconds, action: 'keep', monitorId: before.id, changes: [] }
  try {
    const result = await writeItem(context, choices, (inside) => write(inside, step))
    return choices.dryRun ? { ...result, monitorId: before?.id ?? null } : result
  } catch (error) {
    if (error instanceof Fault && error.code !== 'internal_error') return skippedOf(imported, error.message)
    throw error
  }
}

async function write(context: CallerContext, step: MonitorStep): Promise<AppliedMonitor> {
  const { imported, before } = step
  const changes = [...imported.changes]
  const draft = draftOf(context, step, changes)
  const result = { imported, intervalSeconds: draft.interval, changes }
  if (before) {
    const isChanged = await update(context, step, draft)
    return { ...result, action: isChanged ? 'update' : 'keep', monitorId: before.id }
  }
  const made = await makeMonitor(context, draft, await freeToken(context, step, changes))
  await saveRules(context, made, draft.alertRules ?? [])
  await setImportKey(context.db, context.caller.organization.id, { id: made.id, key: imported.key })
  return { ...result, action: 'create', monitorId: made.id }
}

function draftOf(context: CallerContext, step: MonitorStep, changes: ImportChange[]): MonitorDraft {
  const { imported, choices } = step
  const check = findCheck(imported.type)!
  const groups = linkedGroups(step).filter((id) => id !== null)
  const interval = allowedInterval(context, imported, changes)
  const parsed = createBody.safeParse(
    {
      name: imported.name,
      type: imported.type,
      ...(imported.target !== null && { target: imported.target }),
      interval,
      ...(check.requiresLocations && { locations: choices.locations }),
      tags: imported.tags,
      description: imported.description,
      config: { ...imported.config, ...(groups.length > 0 && { notificationGroupIds: groups }) },
      isPaused: imported.isPaused,
      shadow: choices.shadow,
      alertRules: imported.rules,
    },
    { error: wording },
  )
  if (!parsed.success) throw new Fault('invalid_request', problems(parsed.error, [], 'monitor'))
  return parsed.data
}

function allowedInterval(
  { caller, services }: CallerContext,
  { type, intervalSeconds }: ImportedMonitor,
  changes: ImportChange[],
): number {
  const floor = services.intervalFloorOf(findCheck(type)!)
  const ofPlan = caller.organization.limits.min_interval_seconds
  const minSeconds = Math.max(floor, ofPlan)
  if (intervalSeconds >= minSeconds) return intervalSeconds
  const whose = ofPlan >= floor ? 'your plan' : `${type} monitors`
  changes.push({
    field: 'interval',
    from: `${intervalSeconds} s`,
    to: `${minSeconds} s`,
    reason: `the shortest interval of ${whose} is ${minSeconds} s`,
  })
  return minSeconds
}

/** A token that another heartbeat has cannot be taken over. */
async function freeToken(
  { db }: CallerContext,
  { imported: { token }, before }: MonitorStep,
  changes: ImportChange[],
): Promise<string | undefined> {
  if (token === null || before) return undefined
  if (!(await ownerOfToken(db, token))) return token
  changes.push({
    field: 'token',
    from: 'the old check-in address',
    to: 'a new one',
    reason: 'another heartbeat of this Lapwing has that token; change the address in the job',
  })
  return undefined
}

const linkedGroups = ({ imported, groups }: MonitorStep): (string | null)[] =>
  imported.channels.map((key) => groups.get(key)).filter((id) => id !== undefined)

/** Groups that the import does not know stay; with those that it knows, the monitor follows the other tool. */
function groupsAfter(
  { groups }: MonitorStep,
  before: MonitorConfig,
  { notificationGroupIds: linked = [] }: MonitorConfig,
) {
  const imported = new Set(groups.values())
  const { notificationGroupIds: present = [] } = before as { notificationGroupIds?: string[] }
  const next = [...present.filter((id) => !imported.has(id)), ...(linked as string[])]
  return next.length > 0 ? { notificationGroupIds: next } : present.length > 0 ? { notificationGroupIds: null } : {}
}

/** Returns whether anything changed. Only for monitors in shadow mode, where the other tool is in charge. */
async function update(context: CallerContext, step: MonitorStep, draft: MonitorDraft): Promise<boolean> {
  const { id, type } = step.before!
  if (type !== draft.type)
    throw new Fault('conflict', `it is now a ${draft.type} monitor; delete the ${type} monitor and import it again`)
  const { db, caller } = context
  const before = (await lockMonitor(db, caller.organization.id, id))!
  const cleared = Object.keys(before.config).filter((key) => !(key in draft.config) && key !== 'notificationGroupIds')
  const { name, target, description, interval, tags, alertRules = [] } = draft
  const groups = groupsAfter(step, before.config, draft.config)
  const config = { ...Object.fromEntries(cleared.map((key) => [key, null])), ...draft.config, ...groups }
  const body = { name, description, interval, tags, config, ...(target !== undefined && { target }) }
  const { changes, write: save } = await changeOf(before, body, context)
  const isChanged = Object.keys(changes).length > 0
  if (isChanged) monitors.record(context, 'monitor.updated', await save(), changes)
  const events: ActivityDraft[] = []
  const inner = { ...context, record: (event: ActivityDraft): unknown => events.push(event) } as CallerContext
  const present = await listRules(db, { organizationId: caller.organization.id, monitorId: id })
  const named = alertRules.map((rule) =>
    rule.defaultRule ? rule : { ...rule, id: present.find((one) => one.name === rule.name)?.id },
  )
  await saveRules(inner, before, named)
  for (const event of events) context.record(event)
  return isChanged || events.length > 0 || linkedGroups(step).includes(null)
}
