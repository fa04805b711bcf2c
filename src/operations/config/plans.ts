// Plans as a resource: computed on the server, bound to the state they saw, and applied in one transaction.
import { z } from 'zod'
import { newId } from '../../domain/id.ts'
import { addPlan, findPlan, findSealedPlan } from '../../store/config/config-plans.ts'
import type { Database } from '../../store/database/database.ts'
import { type CallerContext, accepted, created, defineOperation, ok } from '../registry/define.ts'
import { runApplication, runLater, startApplication } from './apply-plan.ts'
import { carryOut } from './carry-out.ts'
import { type Live, readLive } from './directory.ts'
import { maxConfigValues } from './document/yaml-text.ts'
import { withSent } from './document/sent-document.ts'
import type { Problems } from './problems.ts'
import { type ConfigPlan, type PlanRequest, makePlan } from './plan.ts'
import { planBody, planContents, planSchema } from './plan-schema.ts'
import { documentExample } from './read-config.ts'
import { driftOf } from './drift.ts'
import { rehearse } from './rehearsal.ts'
import { type SealedPlan, headOf, openPlan, planNotFound, sealPlan, viewOf } from './stored-plan.ts'

const lifetimeMs = 15 * 60_000
/** A plan with more is applied after the response. */
const maxChangesInRequest = 100
export const configLimits = { maxBytes: 1_048_576, maxValues: maxConfigValues }
const response = { description: 'The plan', schema: planSchema }
const params = z.object({ id: z.uuid() })

export const createConfigPlan = defineOperation({
  id: 'createConfigPlan',
  method: 'POST',
  path: '/config/plans',
  ownTransactions: true,
  alone: true,
  limits: configLimits,
  tag: 'Configuration',
  summary: 'Plan what applying a document would change',
  description:
    'Nothing changes yet. The plan is tried out, so that every problem is reported now, and can be applied for 15 ' +
    'minutes, unless what it changes is changed by others. Objects that are managed but missing from the document ' +
    'are deleted only with `prune`, and only if the source of the document manages them. Each difference says whether the document changed or someone changed the object ' +
    'elsewhere, and new or changed rules are evaluated against the checks of the last 30 days.',
  faults: ['conflict'],
  body: planBody,
  bodyExample: { document: documentExample },
  responses: { 201: response },
  handle: ({ body }, context) =>
    withSent(context, body, async ({ objects, sources, problems }) => {
      const { db, caller, now } = context
      const { prune, pruneLimit = null, takeOver } = body
      const request: PlanRequest = { objects, prune, pruneLimit, takeOver, sources }
      const live = await readLive(context)
      const plan = await makePlan(context, request, { live, problems })
      await tryOut(context, plan, { live, problems })
      const drift = await driftOf(context, plan, live)
      const rehearsal = await rehearse(context, plan)
      const id = newId(now)
      const shown = planContents({ plan, drift, rehearsal, request })
      const contents: SealedPlan = { request, changes: plan.changes, shown }
      const expiresAt = new Date(now.getTime() + lifetimeMs)
      const draft = { id, createdAt: now, expiresAt, head: headOf(shown), sealed: sealPlan(context, id, contents) }
      return created(viewOf(await addPlan(db, caller.organization.id, draft), shown, now))
    }),
})

export const getConfigPlan = defineOperation({
  id: 'getConfigPlan',
  method: 'GET',
  path: '/config/plans/{id}',
  tag: 'Configuration',
  summary: 'Get a plan',
  params,
  query: z.object({
    changes: z
      .enum(['true', 'false'])
      .default('true')
      .meta({ description: '`false` empties `changes`, `drift` and `rehearsal`, to follow a plan that is applied' }),
  }),
  responses: { 200: response },
  async handle({ params: { id }, query }, context) {
    const { db, caller, services } = context
    const organizationId = caller.organization.id
    const isBrief = query.changes === 'false'
    const followed = isBrief ? await findPlan(db, organizationId, id) : undefined
    if (followed?.head) return ok(viewOf(followed, followed.head, services.clock.now()))
    const stored = await findSealedPlan(db, organizationId, id)
    if (!stored) throw planNotFound()
    const { shown } = openPlan(context, stored)
    return ok(viewOf(stored, isBrief ? headOf(shown) : shown, services.clock.now()))
  },
})

export const applyConfigPlan = defineOperation({
  id: 'applyConfigPlan',
  method: 'POST',
  path: '/config/plans/{id}/apply',
  ownTransactions: true,
  alone: true,
  tag: 'Configuration',
  summary: 'Apply a plan in one transaction',
  description:
    'If the organization has changed since the plan was made, nothing is applied; make a new plan. A plan with more ' +
    `than ${maxChangesInRequest} changes is applied after the response: get it until its \`state\` is no longer ` +
    '`applying`. A plan that failed can be applied again until it expires.',
  faults: ['conflict'],
  params,
  responses: {
    200: { description: 'The applied plan', schema: planSchema },
    202: {
      description: 'The plan is being applied; request it again for its progress',
      schema: planSchema,
      example: { state: 'applying', applied_at: null },
      headers: { Location: 'Address of the plan' },
    },
  },
  async handle({ params: { id } }, context) {
    const application = await startApplication(context, id)
    const isLarge = application.plan.changes.length > maxChangesInRequest
    if (isLarge)
      context.services.background.start('applying a plan', (signal) => runLater(context, application, signal))
    else await runApplication(context, application)
    const { db, caller, services } = context
    const stored = (await findPlan(db, caller.organization.id, id))!
    const plan = viewOf(stored, application.plan.shown, services.clock.now())
    return isLarge ? { ...accepted(plan), headers: { location: `/v1/config/plans/${id}` } } : ok(plan)
  },
})

class TriedOut extends Error {}

/** Carries the plan out and rolls back, so that every limit and every reference is checked. */
export async function tryOut(
  context: CallerContext,
  plan: ConfigPlan,
  { live, problems }: { live: Live; problems: Problems },
): Promise<void> {
  const attempt = async (tx: Database): Promise<never> => {
    await carryOut({ ...context, db: tx }, plan, { live, trial: problems })
    throw new TriedOut()
  }
  if (plan.changes.length > 0)
    await context.services.store.transaction(attempt).catch((error: unknown) => {
      if (!(error instanceof TriedOut)) throw error
    })
  problems.throwIfAny()
}
