// Live diagnostics: one-off checks from several locations, run by the probes. They count in no statistics and open no
// incidents.
import { z } from 'zod'
import { deadlineSeconds } from '../../checks/define.ts'
import { readTarget } from '../../checks/targets.ts'
import { allowanceMs, refusalOf } from '../../domain/diagnostic/allowance.ts'
import { Fault } from '../../domain/fault.ts'
import { newId } from '../../domain/id.ts'
import { emptyConfig } from '../../domain/stored-config.ts'
import { lockOrganization } from '../../store/accounts/organizations.ts'
import { liveLocationIds } from '../../store/checking/locations.ts'
import {
  addTry,
  diagnosticsSince,
  findDiagnostic,
  listDiagnostics as diagnosticRows,
} from '../../store/checking/tries.ts'
import { mergeConfig } from '../monitors/config.ts'
import { validateMonitor } from '../monitors/validate.ts'
import { type OperationResponse, type CallerContext, accepted, defineOperation, ok } from '../registry/define.ts'
import { refuseBeyondBrowserQueue } from '../registry/plan-limit.ts'
import { list, listOf, pageNewestFirst, pageQuery } from '../registry/page.ts'
import { maxWaitSeconds, waitUntilOver } from './waiting.ts'
import { type ShownDiagnostic, diagnostic, diagnosticKind, showDiagnostic } from './schema.ts'
import { type DiagnosticType, checkOf, settingsOf } from './diagnostic-types.ts'
import { rateLimited } from '../registry/request-budget.ts'

const keptForMs = 24 * 3_600_000
const maxLocations = 10

const body = z
  .strictObject({
    type: diagnosticKind,
    target: z.string().max(2048),
    config: z
      .record(z.string(), z.unknown())
      .default({})
      .meta({ description: 'Same keys as for a monitor of this type' }),
    locations: z
      .array(z.uuid().toLowerCase())
      .min(1)
      .max(maxLocations)
      .optional()
      .meta({ description: 'An online location by default; all of them for `dns_propagation`' }),
  })
  .meta({ id: 'DiagnosticRequest' })

const runDiagnostic = defineOperation({
  id: 'runDiagnostic',
  method: 'POST',
  path: '/diagnostics',
  ownTransactions: true,
  waits: true,
  tag: 'Diagnostics',
  summary: 'Run a diagnostic now from several locations at once',
  description:
    'It counts in no statistics and sends no alerts. `Prefer: wait=10` delays the response for up to that many ' +
    'seconds, ' +
    `at most ${maxWaitSeconds}, until the results are there.`,
  body,
  bodyExample: { type: 'http', target: 'https://example.com/health' },
  faults: ['conflict'],
  responses: {
    200: { description: 'Finished', schema: diagnostic },
    202: {
      description: 'Started; request it again for the result',
      schema: diagnostic,
      example: { status: 'queued', results: [], finished_at: null },
      headers: { Location: 'Address of the result' },
    },
  },
  async handle({ body }, context) {
    const id = await begin(context, body)
    const found = await waitUntilOver(context, { read: () => show(context, id), isOver })
    return isOver(found) ? ok(found) : { ...accepted(found), headers: { location: `/v1/diagnostics/${id}` } }
  },
})

async function begin(context: CallerContext, request: z.output<typeof body>): Promise<string> {
  const { caller, now, services } = context
  const check = checkOf(request.type)
  refuseUnavailable(context, request.type)
  const target = readTarget(check.target, request.target)
  const config = mergeConfig(check, emptyConfig, request.config)
  return context.db.transaction(async (db) => {
    const inside = { ...context, db }
    const named = request.locations && [...new Set(request.locations)]
    await validateMonitor(inside, check, { target, locationIds: named, config: { values: config, target } })
    if (check.needsBrowser(config)) await refuseBeyondBrowserQueue(inside)
    const locationIds = named ?? (await liveLocations(inside, request.type))
    await takeAllowance(inside, request.type, target.text)
    const id = newId(now)
    const sealed = services.vault.seal(JSON.stringify(config), id)
    const seconds = deadlineSeconds(check, config)!
    const draft = {
      id,
      organizationId: caller.organization.id,
      type: check.type,
      target: target.text,
      config: sealed,
      locationIds,
    }
    await addTry(
      db,
      { ...draft, deadlineSeconds: seconds, needsBrowser: check.needsBrowser(config), diagnostic: request.type },
      now,
    )
    return id
  })
}

function refuseUnavailable({ caller: { organization } }: CallerContext, type: DiagnosticType): void {
  const { plan, limits } = organization
  if (limits.diagnostics_per_hour === 0)
    throw new Fault('forbidden', `The ${plan} plan's limit diagnostics_per_hour is 0: change the plan`)
  if (settingsOf(type).notOn?.includes(plan))
    throw new Fault('forbidden', `type: the ${plan} plan does not include ${type}`)
}

async function liveLocations({ db, caller, now }: CallerContext, type: DiagnosticType): Promise<string[]> {
  const { locations_per_monitor: allowed } = caller.organization.limits
  const maxCount = allowed < 0 ? maxLocations : Math.min(allowed, maxLocations)
  const limit = settingsOf(type).everywhere ? maxCount : 1
  const live = await liveLocationIds(db, caller.organization.id, { limit, now })
  if (live.length > 0) return live
  throw new Fault('conflict', 'No location is online; choose the ones to wait for in `locations`')
}

/** Runs of the last hour count against the limit. */
async function takeAllowance({ db, caller, now }: CallerContext, type: DiagnosticType, target: string): Promise<void> {
  const { id, limits } = caller.organization
  const allowance = { perType: limits.diagnostics_per_hour, targets: limits.diagnostics_targets_per_hour }
  if (allowance.perType < 0 && allowance.targets < 0) return
  await lockOrganization(db, id)
  const recent = await diagnosticsSince(db, id, new Date(now.getTime() - allowanceMs))
  const refusal = refusalOf(recent, { diagnostic: type, target, now }, allowance)
  if (refusal === null) return
  const { limit, freesInSeconds } = refusal
  throw rateLimited(`${limit} is ${limits[limit]}; try again in ${freesInSeconds} s`, freesInSeconds)
}

const isOver = ({ status }: ShownDiagnostic): boolean => status === 'done' || status === 'failed'

async function show({ db, caller, services }: CallerContext, id: string): Promise<ShownDiagnostic> {
  const now = services.clock.now()
  const found = await findDiagnostic(db, { organizationId: caller.organization.id, id, now })
  if (!found) throw new Fault('not_found', 'Diagnostic not found; diagnostics are kept for a day')
  return showDiagnostic(found, now)
}

const getDiagnostic = defineOperation({
  id: 'getDiagnostic',
  method: 'GET',
  path: '/diagnostics/{id}',
  tag: 'Diagnostics',
  summary: 'Get the results of a diagnostic so far',
  params: z.object({ id: z.uuid() }),
  responses: { 200: { description: 'The diagnostic', schema: diagnostic } },
  handle: async ({ params }, context) => ok(await show(context, params.id)),
})

const listDiagnostics = defineOperation({
  id: 'listDiagnostics',
  method: 'GET',
  path: '/diagnostics',
  tag: 'Diagnostics',
  summary: 'List the diagnostics of the last day, newest first',
  query: pageQuery,
  responses: { 200: { description: 'A page of results', schema: listOf(diagnostic) } },
  async handle({ query }, context): Promise<OperationResponse> {
    const { db, caller, now } = context
    const since = new Date(now.getTime() - keptForMs)
    const page = await pageNewestFirst(query, context, {
      list: 'diagnostics',
      rows: (after, limit) => diagnosticRows(db, caller.organization.id, { since, after, limit, now }),
    })
    return list(page, (row) => showDiagnostic(row, now))
  },
})

export const diagnosticRunOperations = [listDiagnostics, runDiagnostic, getDiagnostic]
