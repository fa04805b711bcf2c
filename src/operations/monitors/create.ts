import { deadlineSeconds } from '../../checks/define.ts'
import { readTarget } from '../../checks/targets.ts'
import { sealToken } from '../../domain/address-token.ts'
import { Fault } from '../../domain/fault.ts'
import { newId } from '../../domain/id.ts'
import { asSent } from '../../domain/fields/monitor-fields.ts'
import type { Monitor } from '../../domain/monitor.ts'
import { newToken } from '../../domain/secret.ts'
import { addToken } from '../../store/accounts/address-tokens.ts'
import { addRules } from '../../store/monitors/alert-rules.ts'
import { addMonitor } from '../../store/monitors/monitors.ts'
import { saveRules } from './alert-rules/save-rules.ts'
import { changesBetween } from '../registry/changes.ts'
import { type OrganizationContext, created, defineOperation } from '../registry/define.ts'
import { refuseBeyondLimit } from '../registry/plan-limit.ts'
import { emptyConfig, sealSecrets } from '../../domain/stored-config.ts'
import { saveConfig, mergeConfig } from './config.ts'
import { validParents } from './dependencies.ts'
import { monitorFacts } from './facts.ts'
import { monitorText, monitors } from './monitor.ts'
import { renewAll } from './turns/renew-turns.ts'
import { defaultRules } from './rules.ts'
import { type MonitorDraft, createBody, createExample, monitor } from './schema.ts'
import { checkOf, validateMonitor } from './validate.ts'

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
  faults: ['conflict'],
  responses: { 201: { description: 'The monitor', schema: monitor, example: { status: 'unknown', state: 'unknown' } } },
  async handle({ body }, context) {
    const { type, enrolledWith } = checkOf(body.type)
    if (enrolledWith !== null)
      throw new Fault('invalid_request', `type: ${type} monitors cannot be created here; use POST ${enrolledWith}`)
    const made = await makeMonitor(context, body)
    await saveRules(context, made, body.alertRules ?? [])
    return created(await monitorText(context, made.id))
  },
})

/** Creates the monitor with its default rules and its first turn. `token` is the check-in token of a heartbeat. */
export async function makeMonitor(
  context: OrganizationContext,
  body: MonitorDraft,
  token = newToken(),
): Promise<Monitor> {
  const { db, caller, now, services } = context
  const check = checkOf(body.type)
  const missing = body.target === undefined && !check.targetOptional
  const target = missing ? { text: '', problem: 'Required' } : readTarget(check.target, body.target ?? '')
  const locationIds = check.requiresLocations ? (body.locations ?? []) : []
  const values = mergeConfig(check, emptyConfig, body.config)
  const config = { values, target }
  const slugs = await validateMonitor(context, check, {
    target: body.target === undefined && !missing ? undefined : target,
    intervalSeconds: body.interval,
    locationIds,
    config,
  })
  await refuseBeyondLimit(context, 'monitors')
  const id = context.restores?.id ?? newId(now)
  const stored = saveConfig(check, values)
  const monitor: Monitor = {
    ...asSent(body),
    id,
    type: check.type,
    target: target.text,
    intervalSeconds: body.interval,
    locationIds,
    config: stored.config,
    secrets: sealSecrets(services.vault, id, stored),
    slugs: slugs ?? [],
    deadlineSeconds: deadlineSeconds(check, stored.config),
    needsBrowser: check.needsBrowser(stored.config),
    state: body.isPaused ? 'paused' : 'unknown',
    dependsOn: await validParents(context, { id, ...body }),
  }
  await addMonitor(db, caller.organization.id, { ...monitor, monitorNumber: context.restores?.monitorNumber }, now)
  const owner = { organizationId: caller.organization.id, monitorId: id }
  if (check.targetOptional) await addToken(db, owner, sealToken(services.vault, owner, token))
  await addRules(db, { organizationId: caller.organization.id, monitorId: id }, defaultRules(check, monitor), now)
  await renewAll(context, [id])
  monitors.record(context, 'monitor.created', monitor, changesBetween({}, monitorFacts(monitor)))
  return monitor
}
