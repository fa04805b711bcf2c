import { isDeepStrictEqual } from 'node:util'
import { type CheckType, deadlineSeconds } from '../../checks/define.ts'
import { readTarget } from '../../checks/targets.ts'
import { Fault } from '../../domain/fault.ts'
import type { MonitorConfig, Monitor } from '../../domain/monitor.ts'
import { ownerOfToken } from '../../store/accounts/address-tokens.ts'
import { changeMonitor, touchMonitor } from '../../store/monitors/monitors.ts'
import { saveRules } from '../alert-rules/save-rules.ts'
import { changesBetween } from '../registry/changes.ts'
import type { CallerContext } from '../registry/define.ts'
import { type StoredConfig, sealSecrets, secretChanges, mask } from '../../domain/stored-config.ts'
import { saveConfig, mergeConfig, openConfig, staleSecrets } from './config.ts'
import { monitorFacts } from './facts.ts'
import { monitors } from './monitor.ts'
import { renewAll } from './turns/renew-turns.ts'
import { followChange } from './rules.ts'
import { type MonitorChange, updateBody } from './schema.ts'
import { checkOf, validateMonitor } from './validate.ts'

export const updateMonitor = monitors.update({
  id: 'updateMonitor',
  summary: 'Change a monitor',
  description:
    'What is left out stays. A config is merged key by key; null clears a key, an empty or masked secret keeps the stored one.',
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
  return { changes: changed.changes, write: () => monitors.found(context, before) }
}

/** What a change makes of a monitor that the caller holds, and how it is written. */
export async function changeOf(before: Monitor, body: MonitorChange, context: CallerContext) {
  const check = checkOf(before.type)
  const opened = openConfig(context.services.vault, check, before)
  // Secrets that cannot be decrypted stay as they are while nothing that they belong to changes.
  const keepsLost = opened.stored.lost !== undefined && body.config === undefined && body.target === undefined
  const { stored, isSealed } = keepsLost ? { stored: { config: before.config, secrets: {} }, isSealed: true } : opened
  const changed = await validated(context, check, { before, stored, body })
  const next = saveConfig(check, changed.values)
  const after: Monitor = {
    ...before,
    ...changed.fields,
    config: keepsLost ? before.config : next.config,
    secrets:
      body.config === undefined && isSealed ? before.secrets : sealSecrets(context.services.vault, before.id, next),
    deadlineSeconds: deadlineSeconds(check, next.config),
    needsBrowser: check.needsBrowser(next.config),
  }
  const facts = monitorFacts({ ...before, config: stored.config })
  return {
    changes: { ...changesBetween(facts, monitorFacts(after)), ...secretChanges(stored, next) },
    async write() {
      await write(context, check, { before, after })
      return monitors.found(context, before)
    },
  }
}

interface MonitorUpdate {
  readonly before: Monitor
  readonly stored: StoredConfig
  readonly body: MonitorChange
}

/** What a monitor has after a change that may be made; its config with the secrets in hand. */
async function validated(context: CallerContext, check: CheckType, { before, stored, body }: MonitorUpdate) {
  const asked = (await isPingAddress(context, before, body.target)) ? undefined : body.target
  const from = readTarget(check.target, before.target)
  const target = asked === undefined ? from : readTarget(check.target, asked)
  const sent = body.config ?? {}
  const values = mergeConfig(check, stored, sent)
  const locationIds = body.locations && [...new Set(body.locations)]
  const intervalSeconds = intervalAfter(check, { before, body, values })
  const slugs = await validateMonitor(context, check, {
    target: asked === undefined ? undefined : target,
    intervalSeconds,
    locationIds,
    config: body.config !== undefined || asked !== undefined ? { values, target } : undefined,
  })
  refuseStaleSecrets(check, { stored, sent, from, to: target })
  const fields = {
    name: body.name ?? before.name,
    target: target.text,
    description: body.description === undefined ? before.description : body.description,
    intervalSeconds: intervalSeconds ?? before.intervalSeconds,
    strategy: body.schedulingStrategy ?? before.strategy,
    locationIds: locationIds ?? before.locationIds,
    tags: body.tags ? [...new Set(body.tags)] : before.tags,
    slugs: slugs ?? before.slugs,
  }
  return { values, fields }
}

interface IntervalUpdate extends Pick<MonitorUpdate, 'before' | 'body'> {
  readonly values: MonitorConfig
}

/** Undefined when it stays. What reports by itself does so as its config says. */
function intervalAfter(check: CheckType, { before, body, values }: IntervalUpdate): number | undefined {
  const own = check.intervalOf(values)
  if (own === null) return body.interval
  if (body.interval !== undefined && body.interval !== own)
    throw new Fault('invalid_request', `interval: ${check.type} monitors go by config.reportIntervalSeconds`)
  return own === before.intervalSeconds ? undefined : own
}

async function write(
  context: CallerContext,
  check: CheckType,
  { before, after }: { before: Monitor; after: Monitor },
): Promise<void> {
  const { db, caller, now } = context
  await changeMonitor(db, caller.organization.id, after, now)
  await followChange(context, check, { id: before.id, before, after })
  await touchMonitor(db, caller.organization.id, before.id)
  if (isScheduledDifferently(before, after)) await renewAll(context, [before.id])
}

/** Whether it has to be checked at other times or from other places than before. */
function isScheduledDifferently(before: Monitor, after: Monitor): boolean {
  const schedule = ({ intervalSeconds, strategy, locationIds, deadlineSeconds, needsBrowser, config }: Monitor) =>
    // What is not probed goes by its config.
    deadlineSeconds === null
      ? [intervalSeconds, config]
      : [intervalSeconds, strategy, locationIds, deadlineSeconds, needsBrowser]
  return !isDeepStrictEqual(schedule(before), schedule(after))
}

/** A heartbeat that was read can be sent back as it is: the address it shows is no label to keep, and a secret. */
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
  if (stale.length > 0) throw new Fault('invalid_request', stale.join('; '))
}
