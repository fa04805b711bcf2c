import { type CheckType, deadlineSeconds } from '../../checks/define.ts'
import { readTarget } from '../../checks/targets.ts'
import { sealToken } from '../../domain/address-token.ts'
import { Fault } from '../../domain/fault.ts'
import { newId } from '../../domain/id.ts'
import { asSent } from '../../domain/fields/monitor-fields.ts'
import type { Monitor } from '../../domain/monitor.ts'
import { newToken } from '../../domain/secret.ts'
import { addToken } from '../../store/accounts/address-tokens.ts'
import { addRulesOf } from '../../store/monitors/alert-rules.ts'
import { isInvolved } from '../../store/monitors/dependencies.ts'
import { addMonitors } from '../../store/monitors/monitors.ts'
import { saveRules } from './alert-rules/save-rules.ts'
import { changesBetween } from '../registry/changes.ts'
import { type OrganizationContext, type RestoredMonitor, created, defineOperation } from '../registry/define.ts'
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
    refuseEnrolled(checkOf(body.type))
    const made = await makeMonitor(context, body)
    await saveRules(context, made, body.alertRules ?? [])
    return created(await monitorText(context, made.id))
  },
})

export function refuseEnrolled({ type, enrolledWith }: CheckType): void {
  if (enrolledWith !== null)
    throw new Fault('invalid_request', `type: ${type} monitors cannot be created here; use POST ${enrolledWith}`)
}

export interface NewMonitor {
  readonly body: MonitorDraft
  readonly restores?: RestoredMonitor | undefined
  /** The check-in token of a heartbeat. */
  readonly token?: string
}

export const makeMonitor = async (context: OrganizationContext, body: MonitorDraft, token?: string): Promise<Monitor> =>
  (await makeMonitors(context, [{ body, restores: context.restores, ...(token && { token }) }], raise))[0]!

const raise = (error: unknown): never => {
  throw error
}

/** Creates monitors with their default rules and first turns. None of several may have a parent. */
export async function makeMonitors(
  context: OrganizationContext,
  drafts: readonly NewMonitor[],
  /** If it returns, the monitor is left out. */
  onRefused: (error: unknown, index: number) => void,
): Promise<(Monitor | undefined)[]> {
  const { db, caller, now, services } = context
  const organizationId = caller.organization.id
  const made = new Map<NewMonitor, Monitor>()
  const ids = drafts.map(({ restores }) => restores?.id ?? newId(now))
  const named = drafts.map(({ body }, index) => ({ id: ids[index]!, tags: body.tags }))
  const isAlone = drafts.length > 1 && !(await isInvolved(db, organizationId, named))
  for (const [index, draft] of drafts.entries()) {
    // Validating hundreds takes a while, in which others want responses.
    if (index % validatedAtOnce === validatedAtOnce - 1) await new Promise(setImmediate)
    try {
      made.set(draft, await validMonitor(context, draft.body, { id: ids[index]!, isAlone }))
    } catch (error) {
      onRefused(error, index)
    }
  }
  const rows = [...made].map(([{ restores }, monitor]) => ({ ...monitor, monitorNumber: restores?.monitorNumber }))
  await addMonitors(db, organizationId, rows, now)
  for (const [draft, monitor] of made) {
    const owner = { organizationId, monitorId: monitor.id }
    const { token = newToken() } = draft
    if (checkOf(monitor.type).targetOptional) await addToken(db, owner, sealToken(services.vault, owner, token))
  }
  const rules = rows.map((monitor) => ({
    monitorId: monitor.id,
    drafts: defaultRules(checkOf(monitor.type), monitor),
  }))
  await addRulesOf(db, organizationId, rules, now)
  await renewAll(
    context,
    rows.map(({ id }) => id),
  )
  for (const monitor of made.values())
    monitors.record(context, 'monitor.created', monitor, changesBetween({}, monitorFacts(monitor)))
  return drafts.map((draft) => made.get(draft))
}

const validatedAtOnce = 20

async function validMonitor(
  context: OrganizationContext,
  body: MonitorDraft,
  { id, isAlone }: { id: string; isAlone: boolean },
): Promise<Monitor> {
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
  const stored = saveConfig(check, values)
  return {
    ...asSent(body),
    id,
    type: check.type,
    target: target.text,
    intervalSeconds: body.interval,
    locationIds,
    config: stored.config,
    secrets: sealSecrets(context.services.vault, id, stored),
    slugs: slugs ?? [],
    deadlineSeconds: deadlineSeconds(check, stored.config),
    needsBrowser: check.needsBrowser(stored.config),
    state: body.isPaused ? 'paused' : 'unknown',
    dependsOn: isAlone ? body.dependsOn : await validParents(context, { id, ...body }),
  }
}
