import { isDeepStrictEqual } from 'node:util'
import { type CheckType, deadlineSeconds } from '../../checks/define.ts'
import { readTarget } from '../../checks/targets.ts'
import { Fault } from '../../domain/fault.ts'
import { asSent, inRequest } from '../../domain/fields/monitor-fields.ts'
import type { Monitor, MonitorConfig, MonitorSettings } from '../../domain/monitor.ts'
import { ownerOfToken } from '../../store/accounts/address-tokens.ts'
import { isParentTag } from '../../store/monitors/dependencies.ts'
import { changeMonitors, touchMonitors } from '../../store/monitors/monitors.ts'
import { saveRules, saveRulesOf } from './alert-rules/save-rules.ts'
import { changesBetween } from '../registry/changes.ts'
import type { CallerContext } from '../registry/define.ts'
import { type StoredConfig, sealSecrets, secretChanges, mask } from '../../domain/stored-config.ts'
import { saveConfig, mergeConfig, openConfig, staleSecrets } from './config.ts'
import { parentsAfter } from './dependencies.ts'
import { monitorFacts } from './facts.ts'
import { monitors } from './monitor.ts'
import { renewAll } from './turns/renew-turns.ts'
import { followChanges } from './rules.ts'
import { type MonitorChange, updateBody } from './schema.ts'
import { checkOf, validateMonitor } from './validate.ts'

export const updateMonitor = monitors.update({
  id: 'updateMonitor',
  summary: 'Update a monitor',
  description:
    'Omitted fields keep their values. The config is merged key by key: null clears a key, an empty or masked secret ' +
    'keeps the stored one.',
  body: updateBody,
  faults: ['conflict'],
  bodyExample: { interval: 120, tags: ['env:prod', 'team:shop'] },
  change: changeWithRules,
})

/** Rules are changed after the monitor, whose new config may have added or removed some. */
async function changeWithRules(before: Monitor, { alertRules, ...body }: MonitorChange, context: CallerContext) {
  const changed = await changeOf(before, body, context)
  if (!alertRules) return changed
  const isChanged = Object.keys(changed.changes).length > 0
  if (isChanged) await changed.write()
  await saveRules(context, before, alertRules)
  return { changes: changed.changes, write: () => monitors.find(context, before) }
}

/** Validates an update of a locked monitor; returns the changes and how to write them. */
export async function changeOf(before: Monitor, body: MonitorChange, context: CallerContext) {
  const { after, changes } = await changed(context, { before, body, isFree: false })
  return {
    changes,
    async write() {
      await write(context, [{ before, after }])
      return monitors.find(context, before)
    },
  }
}

interface LockedUpdate {
  readonly before: Monitor
  readonly body: MonitorChange
}

const validatedAtOnce = 20

/** Validates and writes updates of locked monitors, many with few statements. */
export async function updateMonitors(
  context: CallerContext,
  updates: readonly LockedUpdate[],
  /** If it returns, this monitor stays as it is. */
  onRefused: (error: unknown, index: number) => void,
): Promise<void> {
  // Monitors that depend on each other could close a cycle together.
  const isFree =
    !updates.some(({ body }) => body.dependsOn) &&
    !(await isParentTag(
      context.db,
      context.caller.organization.id,
      updates.flatMap(({ body }) => body.tags ?? []),
    ))
  if (!isFree && updates.length > 1) {
    for (const [index, update] of updates.entries())
      await updateMonitors(context, [update], (error) => onRefused(error, index))
    return
  }
  const valid: (ValidUpdate & { readonly index: number })[] = []
  for (const [index, { before, body }] of updates.entries()) {
    // Validating hundreds takes a while, in which others want responses.
    if (index % validatedAtOnce === validatedAtOnce - 1) await new Promise(setImmediate)
    try {
      valid.push({ index, ...(await changed(context, { before, body, isFree })) })
    } catch (error) {
      onRefused(error, index)
    }
  }
  const different = valid.filter(({ changes }) => Object.keys(changes).length > 0)
  await write(context, different)
  const saves = valid.map(({ before, index }) => ({ monitor: before, saves: updates[index]!.body.alertRules ?? [] }))
  await saveRulesOf(context, saves, (error, index) => onRefused(error, valid[index]!.index))
  for (const { after, changes } of different) monitors.record(context, 'monitor.updated', after, changes)
}

interface WrittenUpdate {
  readonly before: Monitor
  readonly after: Monitor
}

interface ValidUpdate extends WrittenUpdate {
  /** For the activity log; empty if nothing differs. */
  readonly changes: Record<string, unknown>
}

/** With `isFree`, the update closes no cycle of dependencies. */
async function changed(
  context: CallerContext,
  { before, body, isFree }: LockedUpdate & { readonly isFree: boolean },
): Promise<ValidUpdate> {
  const check = checkOf(before.type)
  const opened = openConfig(context.services.vault, check, before)
  // Secrets that cannot be decrypted stay unchanged while nothing they are bound to changes.
  const keepsLost = opened.stored.lost !== undefined && body.config === undefined && body.target === undefined
  const { stored, isSealed } = keepsLost ? { stored: { config: before.config, secrets: {} }, isSealed: true } : opened
  const { values, fields } = await validated(context, check, { before, stored, body, isFree })
  const next = saveConfig(check, values)
  const after: Monitor = {
    ...before,
    ...fields,
    config: keepsLost ? before.config : next.config,
    secrets:
      body.config === undefined && isSealed ? before.secrets : sealSecrets(context.services.vault, before.id, next),
    deadlineSeconds: deadlineSeconds(check, next.config),
    needsBrowser: check.needsBrowser(next.config),
  }
  const facts = monitorFacts({ ...before, config: stored.config })
  return { before, after, changes: { ...changesBetween(facts, monitorFacts(after)), ...secretChanges(stored, next) } }
}

interface MonitorUpdate extends LockedUpdate {
  readonly stored: StoredConfig
  readonly isFree: boolean
}

/** The validated values of a monitor after an update; its config includes decrypted secrets. */
async function validated(context: CallerContext, check: CheckType, { before, stored, body, isFree }: MonitorUpdate) {
  const newTarget = (await isPingAddress(context, before, body.target)) ? undefined : body.target
  const from = readTarget(check.target, before.target)
  const target = newTarget === undefined ? from : readTarget(check.target, newTarget)
  const sent = body.config ?? {}
  const values = mergeConfig(check, stored, sent)
  const locationIds = check.requiresLocations && body.locations ? body.locations : undefined
  const intervalSeconds = intervalAfter(check, { before, body, values })
  const slugs = await validateMonitor(context, check, {
    target: newTarget === undefined ? undefined : target,
    intervalSeconds,
    locationIds,
    config: body.config !== undefined || newTarget !== undefined ? { values, target } : undefined,
  })
  refuseStaleSecrets(check, { stored, sent, from, to: target })
  const fields: Omit<MonitorSettings, 'config' | 'type'> & Pick<Monitor, 'slugs'> = {
    ...asSent({ ...inRequest(before), ...body }),
    target: target.text,
    intervalSeconds: intervalSeconds ?? before.intervalSeconds,
    locationIds: locationIds ?? before.locationIds,
    slugs: slugs ?? before.slugs,
    dependsOn: isFree ? before.dependsOn : await parentsAfter(context, before, body),
  }
  return { values, fields }
}

interface IntervalUpdate extends LockedUpdate {
  readonly values: MonitorConfig
}

/** Undefined if unchanged. Monitors that receive reports have their interval in the config. */
function intervalAfter(check: CheckType, { before, body, values }: IntervalUpdate): number | undefined {
  const own = check.intervalOf(values)
  if (own === null) return body.interval
  if (body.interval !== undefined && body.interval !== own)
    throw new Fault('invalid_request', `interval: ${check.type} monitors use config.reportIntervalSeconds instead`)
  return own === before.intervalSeconds ? undefined : own
}

async function write(context: CallerContext, updates: readonly WrittenUpdate[]): Promise<void> {
  const { db, caller, now } = context
  if (updates.length === 0) return
  const organizationId = caller.organization.id
  const after = updates.map((update) => update.after)
  await changeMonitors(db, organizationId, after, now)
  await followChanges(
    context,
    updates.map((update) => ({ id: update.before.id, check: checkOf(update.before.type), ...update })),
  )
  const ids = after.map(({ id }) => id)
  await touchMonitors(db, organizationId, ids)
  const rescheduled = updates.filter(isScheduledDifferently).map(({ before }) => before.id)
  if (rescheduled.length > 0) await renewAll(context, rescheduled)
}

/** Whether its schedule or its locations change. */
function isScheduledDifferently({ before, after }: WrittenUpdate): boolean {
  const schedule = ({ intervalSeconds, strategy, locationIds, deadlineSeconds, needsBrowser, config }: Monitor) =>
    // Monitors that are not probed have their schedule in the config.
    deadlineSeconds === null
      ? [intervalSeconds, config]
      : [intervalSeconds, strategy, locationIds, deadlineSeconds, needsBrowser]
  return !isDeepStrictEqual(schedule(before), schedule(after))
}

/** A heartbeat can be sent back unchanged: its shown address is a secret and not stored as its target. */
async function isPingAddress(
  { db }: CallerContext,
  { id, deadlineSeconds }: Monitor,
  target?: string,
): Promise<boolean> {
  if (deadlineSeconds !== null || target === undefined) return false
  const [, token] = /\/ping\/([\w-]+)/.exec(target) ?? []
  return target === mask || (token !== undefined && (await ownerOfToken(db, token))?.monitorId === id)
}

function refuseStaleSecrets(check: CheckType, change: Parameters<typeof staleSecrets>[1]): void {
  const stale = staleSecrets(check, change)
  if (stale.length > 0) throw new Fault('invalid_request', stale)
}
