import { isDeepStrictEqual } from 'node:util'
import { type CheckType, deadlineSeconds } from '../../checks/define.ts'
import { Fault } from '../../domain/fault.ts'
import { newId } from '../../domain/id.ts'
import type { Monitor } from '../../domain/monitor.ts'
import { allows } from '../../domain/plan.ts'
import { newToken } from '../../domain/secret.ts'
import { addRules } from '../../store/monitors/alert-rules.ts'
import { addMonitor, changeMonitor, holdMonitor } from '../../store/monitors/monitors.ts'
import { holdOrganization, usageOf } from '../../store/accounts/organizations.ts'
import { touchMonitor } from '../../store/checking/turns.ts'
import { changesBetween } from '../registry/changes.ts'
import { type OrganizationContext, created, defineOperation, ok } from '../registry/define.ts'
import { emptyConfig, openSecrets, sealSecrets, secretChanges } from '../registry/stored-config.ts'
import { keepConfig, mergeConfig, staleCredentials } from './config.ts'
import { checkOf, validateMonitor, keptTarget } from './validate.ts'
import { monitorText, noSuchMonitor } from './read.ts'
import { defaultRules, followChange } from './rules.ts'
import { type MonitorDraft, createBody, createExample, example, monitor, params, updateBody } from './schema.ts'
import { renewAll } from './renew-turns.ts'

export const createMonitor = defineOperation({
  id: 'createMonitor',
  method: 'POST',
  path: '/monitors',
  access: 'write',
  creating: true,
  tag: 'Monitors',
  summary: 'Create a monitor with its default alert rules',
  body: createBody,
  bodyExample: createExample,
  responses: {
    201: { description: 'The monitor', schema: monitor, example: { ...example, status: 'unknown', state: 'unknown' } },
  },
  async handle({ body }, context) {
    return created(await monitorText(context, (await makeMonitor(context, body)).id))
  },
})

/** With its default rules and its first turn. */
export async function makeMonitor(context: OrganizationContext, body: MonitorDraft): Promise<Monitor> {
  const { db, caller, now, services } = context
  const check = checkOf(body.type)
  if (body.target === undefined && !check.targetOptional) throw new Fault('invalid_request', 'target: Required')
  const target = keptTarget(check, body.target ?? '')
  const locationIds = [...new Set(body.locations ?? [])]
  const values = mergeConfig(check, emptyConfig, body.config)
  const config = { values, target }
  const slugs = await validateMonitor(context, check, {
    target: body.target,
    intervalSeconds: body.interval,
    locationIds,
    config,
  })
  await takeSlot(context)
  const id = newId(now)
  const kept = keepConfig(check, values)
  const made: Monitor = {
    id,
    name: body.name,
    type: check.type,
    target,
    pingToken: check.targetOptional ? newToken() : null,
    description: body.description,
    intervalSeconds: body.interval,
    strategy: body.schedulingStrategy,
    locationIds,
    tags: [...new Set(body.tags)],
    config: kept.config,
    secrets: sealSecrets(services.vault, id, kept),
    slugs: slugs ?? [],
    deadlineSeconds: deadlineSeconds(check, kept.config),
    state: body.isPaused ? 'paused' : 'unknown',
  }
  await addMonitor(db, caller.organization.id, made, now)
  await addRules(db, { organizationId: caller.organization.id, monitorId: id }, defaultRules(check, made), now)
  await renewAll(context, [id])
  context.record({ ...entity(made), action: 'monitor.created', changes: changesBetween({}, facts(made)) })
  return made
}

export const updateMonitor = defineOperation({
  id: 'updateMonitor',
  method: 'PATCH',
  path: '/monitors/{id}',
  access: 'write',
  tag: 'Monitors',
  summary: 'Change a monitor',
  description:
    'What is left out stays. A config is merged key by key; null clears a key, an empty or masked secret keeps the stored one.',
  params,
  body: updateBody,
  bodyExample: { interval: 120, tags: ['env:prod', 'team:shop'] },
  responses: { 200: { description: 'The monitor', schema: monitor, example } },
  async handle({ params, body }, context) {
    const { db, caller, now, services } = context
    const before = await holdMonitor(db, caller.organization.id, params.id)
    if (!before) throw noSuchMonitor()
    const check = checkOf(before.type)
    const asked = isPingAddress(before, body.target) ? undefined : body.target
    const target = asked === undefined ? before.target : keptTarget(check, asked)
    const kept = openSecrets(services.vault, before.id, before)
    const sent = body.config ?? {}
    const values = mergeConfig(check, kept, sent)
    const locationIds = body.locations && [...new Set(body.locations)]
    const validated = body.config !== undefined || asked !== undefined ? { values, target } : undefined
    const slugs = await validateMonitor(context, check, {
      target: asked,
      intervalSeconds: body.interval,
      locationIds,
      config: validated,
    })
    refuseStaleCredentials(check, { kept, sent, targetChanged: target !== before.target })
    const next = keepConfig(check, values)
    const after: Monitor = {
      ...before,
      name: body.name ?? before.name,
      target,
      description: body.description === undefined ? before.description : body.description,
      intervalSeconds: body.interval ?? before.intervalSeconds,
      strategy: body.schedulingStrategy ?? before.strategy,
      locationIds: locationIds ?? before.locationIds,
      tags: body.tags ? [...new Set(body.tags)] : before.tags,
      config: next.config,
      secrets: body.config === undefined ? before.secrets : sealSecrets(services.vault, before.id, next),
      slugs: slugs ?? before.slugs,
      deadlineSeconds: deadlineSeconds(check, next.config),
    }
    const changes = { ...changesBetween(facts(before), facts(after)), ...secretChanges(kept, next) }
    if (Object.keys(changes).length > 0) {
      await changeMonitor(db, caller.organization.id, after, now)
      await followChange(context, check, { id: before.id, before, after })
      await touchMonitor(db, caller.organization.id, before.id)
      if (isScheduledDifferently(before, after)) await renewAll(context, [before.id])
      context.record({ ...entity(after), action: 'monitor.updated', changes })
    }
    return ok(await monitorText(context, before.id))
  },
})

/** Whether it has to be checked at other times or from other places than before. */
function isScheduledDifferently(before: Monitor, after: Monitor): boolean {
  const schedule = ({ intervalSeconds, strategy, locationIds, deadlineSeconds, config }: Monitor) =>
    // What is not probed goes by its config.
    deadlineSeconds === null ? [intervalSeconds, config] : [intervalSeconds, strategy, locationIds, deadlineSeconds]
  return !isDeepStrictEqual(schedule(before), schedule(after))
}

/** A heartbeat that was read can be sent back as it is: the address it shows is no label to keep, and a secret. */
function isPingAddress({ pingToken }: Monitor, target: string | undefined): boolean {
  return pingToken !== null && target !== undefined && target.includes(pingToken)
}

async function takeSlot({ db, caller }: OrganizationContext): Promise<void> {
  const { id, plan, limits } = caller.organization
  if (limits.monitors < 0) return
  await holdOrganization(db, id)
  const { monitors } = await usageOf(db, id)
  if (!allows(limits.monitors, monitors))
    throw new Fault(
      'forbidden',
      `The ${plan} plan's limit monitors is ${limits.monitors}: delete a monitor or change the plan`,
    )
}

function refuseStaleCredentials(check: CheckType, change: Parameters<typeof staleCredentials>[1]): void {
  const stale = staleCredentials(check, change)
  if (stale.length > 0) throw new Fault('invalid_request', stale.join('; '))
}

function entity({ id, name }: Monitor) {
  return { entityType: 'monitor', entityId: id, entityName: name }
}

/** What the activity log shows of a monitor; the ping address is a secret and stays out. */
function facts({
  name,
  type,
  target,
  description,
  intervalSeconds,
  strategy,
  locationIds,
  tags,
  config,
}: Monitor): object {
  return {
    name,
    type,
    target,
    description,
    interval_seconds: intervalSeconds,
    scheduling_strategy: strategy,
    locations: locationIds,
    tags,
    config,
  }
}
