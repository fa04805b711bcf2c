// Tries of whole documents: the monitors are checked as they would be after an apply, and nothing is created.
import { z } from 'zod'
import { Fault } from '../../domain/fault.ts'
import { newId } from '../../domain/id.ts'
import { lockOrganization } from '../../store/accounts/organizations.ts'
import { liveLocationIds } from '../../store/checking/locations.ts'
import { addTry, countWaitingOfDocuments, triesOfDocument } from '../../store/checking/tries.ts'
import { type TriedMonitor, addConfigTry, findConfigTry } from '../../store/config/config-tries.ts'
import { type CallerContext, accepted, defineOperation, ok } from '../registry/define.ts'
import { refuseBeyondBrowserQueue, refuseBeyondMonth } from '../registry/plan-limit.ts'
import { rateLimited } from '../registry/request-budget.ts'
import { takeTry, triesPerMinute } from '../registry/take-try.ts'
import { readLive } from './directory.ts'
import { withSent } from './document/sent-document.ts'
import { makePlan } from './plan.ts'
import { configLimits, tryOut } from './plans.ts'
import { objectPath } from './problems.ts'
import { documentExample } from './read-config.ts'
import { type MonitorToTry, chooseMonitors, readMonitor } from './try-drafts.ts'
import { configTry, showConfigTry, tryBody } from './try-schema.ts'

const maxChecks = 500
const maxWaiting = 1000
const retrySeconds = 30
const allLocations = 100_000

export const createConfigTry = defineOperation({
  id: 'createConfigTry',
  method: 'POST',
  path: '/config/tries',
  ownTransactions: true,
  alone: true,
  limits: configLimits,
  tag: 'Configuration',
  summary: 'Check the monitors of a document without creating them',
  description:
    'The document is validated as for a plan. Then each of its monitors is checked once from each of its locations. ' +
    'That counts in no statistics and sends no alerts. Monitors that wait for reports, and paused ones, are skipped. ' +
    `A request runs at most ${maxChecks} checks and counts as one of ${triesPerMinute} test runs a minute. Results ` +
    'are kept for an hour.',
  faults: ['conflict'],
  body: tryBody,
  bodyExample: { document: documentExample, only: ['shop'] },
  responses: {
    202: {
      description: 'Started; request it again for the results',
      schema: configTry,
      example: { done: false, passed: null, monitors: [] },
      headers: { Location: 'Address of the results' },
    },
  },
  handle: ({ body }, context) =>
    withSent(context, body, async ({ objects, sources, problems, placesOf, fileOf }) => {
      const request = { objects, prune: false, pruneLimit: null, takeOver: 'all' as const, sources }
      const live = await readLive(context)
      const plan = await makePlan(context, request, { live, problems })
      await tryOut(context, plan, { live, problems })
      const chosen = chooseMonitors(plan.desired, body)
      const places = await placesOf(
        chosen.map((object) => ({ document: object.document, path: `${objectPath(object)}.key` })),
      )
      const monitors = chosen.map((object, index) =>
        readMonitor(object, {
          directory: live.directory,
          file: fileOf(object.document),
          line: places[index]?.line ?? null,
          locations: body.locations,
        }),
      )
      refuseTooMany(countChecks(monitors))
      const id = await begin(context, monitors)
      return { ...accepted(await show(context, id)), headers: { location: `/v1/config/tries/${id}` } }
    }),
})

export const getConfigTry = defineOperation({
  id: 'getConfigTry',
  method: 'GET',
  path: '/config/tries/{id}',
  tag: 'Configuration',
  summary: 'Get the results of a try so far',
  params: z.object({ id: z.uuid() }),
  responses: { 200: { description: 'The try', schema: configTry } },
  handle: async ({ params: { id } }, context) => ok(await show(context, id)),
})

async function begin(context: CallerContext, monitors: readonly MonitorToTry[]): Promise<string> {
  const { caller, now, services } = context
  const organizationId = caller.organization.id
  const live = new Set(await liveLocationIds(context.db, organizationId, { limit: allLocations, now }))
  const id = newId(now)
  await context.db.transaction(async (db) => {
    const inside = { ...context, db }
    await refuseWithoutRoom(inside, monitors)
    await takeTry(inside)
    await addConfigTry(db, organizationId, {
      id,
      monitors: monitors.map((one) => triedMonitor(one, live)),
      createdAt: now,
    })
    for (const [index, { shown, locations, run }] of monitors.entries()) {
      if (!run) continue
      const { check, config, deadlineSeconds } = run
      const tryId = newId(now)
      const draft = { id: tryId, organizationId, type: check.type, target: shown.target, deadlineSeconds }
      await addTry(
        db,
        {
          ...draft,
          config: services.vault.seal(JSON.stringify(config), tryId),
          needsBrowser: check.needsBrowser(config),
          locationIds: locations.map((location) => location.id).filter((location) => live.has(location)),
          configTryId: id,
          position: index + 1,
        },
        now,
      )
    }
  })
  return id
}

function triedMonitor({ shown, locations }: MonitorToTry, live: ReadonlySet<string>): TriedMonitor {
  return { ...shown, silent: locations.filter((location) => !live.has(location.id)) }
}

const countChecks = (monitors: readonly MonitorToTry[]): number =>
  monitors.reduce((sum, { locations }) => sum + locations.length, 0)

function refuseTooMany(checks: number): void {
  if (checks <= maxChecks) return
  throw new Fault(
    'invalid_request',
    `document: has ${checks} checks (monitors × locations), and at most ${maxChecks} run at once; choose monitors ` +
      'with only or tags, or locations',
  )
}

/** Throws if the queue of the organization, its month or its browsers have no room for the checks. */
async function refuseWithoutRoom(context: CallerContext, monitors: readonly MonitorToTry[]): Promise<void> {
  const { db, caller, now } = context
  const organizationId = caller.organization.id
  await lockOrganization(db, organizationId)
  if ((await countWaitingOfDocuments(db, { organizationId, now })) + countChecks(monitors) > maxWaiting)
    throw rateLimited('Other documents are being tested; try again when they are done', retrySeconds)
  const types = new Set(monitors.flatMap(({ run }) => run?.check ?? []))
  for (const check of types) await refuseBeyondMonth(context, check)
  const browserChecks = countChecks(monitors.filter(({ run }) => run?.check.needsBrowser(run.config)))
  if (browserChecks > 0) await refuseBeyondBrowserQueue(context, browserChecks)
}

async function show({ db, caller, services }: CallerContext, id: string): Promise<z.output<typeof configTry>> {
  const now = services.clock.now()
  const organizationId = caller.organization.id
  const found = await findConfigTry(db, organizationId, id)
  if (!found) throw new Fault('not_found', 'Test run not found; results are kept for an hour')
  return showConfigTry(found, await triesOfDocument(db, { organizationId, id, now }), now)
}
