// Runs the check of an unsaved monitor from the chosen locations. Results are kept for minutes and count nowhere.
import { z } from 'zod'
import { type CheckType, deadlineSeconds } from '../../../checks/define.ts'
import { type NamedTarget, readTarget } from '../../../checks/targets.ts'
import { Fault } from '../../../domain/fault.ts'
import { newId } from '../../../domain/id.ts'
import type { MonitorConfig } from '../../../domain/monitor.ts'
import { emptyConfig } from '../../../domain/stored-config.ts'
import { addTry, findTry } from '../../../store/checking/tries.ts'
import { type CallerContext, accepted, defineOperation, ok } from '../../registry/define.ts'
import { refuseBeyondBrowserQueue, refuseBeyondMonth } from '../../registry/plan-limit.ts'
import { takeTry, triesPerMinute } from '../../registry/take-try.ts'
import { mergeConfig, openConfig, staleSecrets } from '../config.ts'
import { monitors } from '../monitor.ts'
import { checkOf, validateMonitor } from '../validate.ts'
import { showRun, triedRun } from './tried-run.ts'
import { exampleId } from '../../registry/fields/example.ts'

const maxLocations = 20

const tryBody = z
  .strictObject({
    type: z.string(),
    target: z.string().max(2048),
    config: z.record(z.string(), z.unknown()).default({}),
    locations: z.array(z.uuid().toLowerCase()).min(1).max(maxLocations),
    monitorId: z.uuid().optional().meta({
      description: 'Omitted secrets are those of this monitor, if the origin is the same',
    }),
  })
  .meta({ id: 'MonitorTry' })

const tried = z
  .object({
    object: z.literal('try'),
    id: z.uuid(),
    type: z.string(),
    target: z.string(),
    created_at: z.iso.datetime(),
    done: z.boolean(),
    results: z.array(triedRun),
  })
  .meta({ id: 'Try' })

export const tryMonitor = defineOperation({
  id: 'tryMonitor',
  method: 'POST',
  path: '/dashboard/monitors/try',
  access: 'write',
  audience: 'dashboard',
  tag: 'Monitors',
  summary: 'Test an unsaved monitor',
  description: `Counts in no statistics and sends no alerts. Each user has ${triesPerMinute} test runs a minute.`,
  body: tryBody,
  bodyExample: { type: 'http', target: 'https://example.com/health', locations: [exampleId] },
  responses: {
    202: {
      description: 'Started; the event `try` announces results',
      schema: tried.extend({ tries_left: z.int().meta({ description: 'Test runs left in this minute' }) }),
    },
  },
  async handle({ body }, context) {
    const { db, caller, now, services } = context
    const check = checkOf(body.type)
    const target = readTarget(check.target, body.target)
    const locationIds = [...new Set(body.locations)]
    const values = await configToTry(context, check, { ...body, target })
    await validateMonitor(context, check, { target, locationIds, config: { values, target } })
    const seconds = deadlineSeconds(check, values)
    if (seconds === null)
      throw new Fault('invalid_request', `type: Lapwing does not check ${check.type} monitors; they wait for reports`)
    await refuseBeyondMonth(context, check)
    if (check.needsBrowser(values)) await refuseBeyondBrowserQueue(context)
    const triesLeft = await takeTry(context)
    const id = newId(now)
    const organizationId = caller.organization.id
    const config = services.vault.seal(JSON.stringify(values), id)
    await addTry(
      db,
      {
        id,
        organizationId,
        type: check.type,
        target: target.text,
        config,
        deadlineSeconds: seconds,
        needsBrowser: check.needsBrowser(values),
        locationIds,
      },
      now,
    )
    return accepted({ ...(await show(context, id)), tries_left: triesLeft })
  },
})

export const getTry = defineOperation({
  id: 'getTry',
  method: 'GET',
  path: '/dashboard/monitors/try/{id}',
  access: 'read',
  audience: 'dashboard',
  tag: 'Monitors',
  summary: 'Get the results of a test run so far',
  params: z.object({ id: z.uuid() }),
  responses: { 200: { description: 'The try', schema: tried } },
  handle: async ({ params }, context) => ok(await show(context, params.id)),
})

/** Stored secrets are only sent to the origin they were entered for, even in test runs. */
async function configToTry(
  context: CallerContext,
  check: CheckType,
  { monitorId, target, config: sent }: { monitorId?: string; target: NamedTarget; config: MonitorConfig },
): Promise<MonitorConfig> {
  if (monitorId === undefined) return mergeConfig(check, emptyConfig, sent)
  const monitor = await monitors.lock(context, { id: monitorId })
  if (monitor.type !== check.type) throw new Fault('invalid_request', `monitorId: is a ${monitor.type} monitor`)
  const { stored } = openConfig(context.services.vault, check, monitor)
  // A draft has everything except its secrets, so a partly masked list that it lacks was removed.
  const readable = Object.keys(check.config).filter((key) => check.config[key]?.partlySecret)
  const draft: MonitorConfig = { ...Object.fromEntries(readable.map((key) => [key, null])), ...sent }
  const from = readTarget(check.target, monitor.target)
  const stale = staleSecrets(check, { stored, sent: draft, from, to: target })
  if (stale.length > 0) throw new Fault('invalid_request', stale)
  return mergeConfig(check, { config: {}, secrets: stored.secrets }, draft)
}

async function show({ db, caller, now }: CallerContext, id: string): Promise<z.output<typeof tried>> {
  const found = await findTry(db, { organizationId: caller.organization.id, id, now })
  if (!found) throw new Fault('not_found', 'Test run not found; results are kept for ten minutes')
  const { type, target, created_at: createdAt, runs } = found
  const results = runs.map((one) => showRun(checkOf(type), one))
  return {
    object: 'try',
    id,
    type,
    target,
    created_at: createdAt.toISOString(),
    done: results.every(({ status }) => status === 'done'),
    results,
  }
}
