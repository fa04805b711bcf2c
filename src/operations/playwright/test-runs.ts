// Test runs of scripts, by the probes that run checks. They count in no statistics and send no alerts.
import { z } from 'zod'
import { playwright } from '../../checks/browser/playwright.ts'
import { readScript } from '../../checks/browser/script/read.ts'
import { deadlineSeconds } from '../../checks/define.ts'
import { readTarget } from '../../checks/targets.ts'
import { Fault } from '../../domain/fault.ts'
import { newId } from '../../domain/id.ts'
import { emptyConfig } from '../../domain/stored-config.ts'
import { maxVariables } from '../../domain/checking/variable.ts'
import { liveLocationIds, unknownLocations } from '../../store/checking/locations.ts'
import {
  type ShownTry,
  addTry,
  cancelTestRun as cancelRow,
  findTestRun,
  longWaitMs,
} from '../../store/checking/tries.ts'
import { mergeConfig } from '../monitors/config.ts'
import { validateMonitor } from '../monitors/validate.ts'
import { type CallerContext, accepted, defineOperation, ok } from '../registry/define.ts'
import { maxTriesWaitingForBrowsers, refuseBeyondBrowserQueue, refuseBeyondMonth } from '../registry/plan-limit.ts'
import { maxWaitSeconds, waitUntilOver } from '../diagnostics/waiting.ts'
import { nameOfVariable, valueOfVariable } from '../variables/variables.ts'
import { type RunStatus, type ShownRun, playwrightRun, showEvidence, statusOf } from './run.ts'
import { showMetrics } from '../registry/fields/measured-metric.ts'

const { script, timeoutSeconds, retry, runtime } = playwright.config

const body = z
  .strictObject({
    script: script!.schema.meta({ type: 'string', description: 'Same as `config.script` of a playwright monitor' }),
    target: z.string().max(2048).meta({ description: 'The script reads it as `process.env.TARGET_URL`' }),
    timeoutSeconds: timeoutSeconds!.schema.optional(),
    retry: retry!.schema.optional(),
    runtime: runtime!.schema.optional(),
    locationId: z.uuid().toLowerCase().optional().meta({ description: 'An online location by default' }),
    variables: z
      .record(z.string(), valueOfVariable)
      .check(({ value, issues }) => void issues.push(...nameProblems(value)))
      .refine((all) => Object.keys(all).length <= maxVariables, `must be ${maxVariables} at most`)
      .default({})
      .meta({ description: 'Only for this run; they override the variables of the organization' }),
  })
  .meta({ id: 'TestRunRequest' })

/** Checked here, because the error of a record key would only say that it is invalid. */
function nameProblems(variables: Readonly<Record<string, string>>) {
  return Object.keys(variables).flatMap((name) => {
    const [problem] = nameOfVariable.safeParse(name).error?.issues ?? []
    return problem ? [{ code: 'custom' as const, path: [name], message: problem.message, input: name }] : []
  })
}

const runScript = defineOperation({
  id: 'runPlaywrightTest',
  method: 'POST',
  path: '/playwright/test-runs',
  ownTransactions: true,
  waits: true,
  tag: 'Playwright',
  summary: 'Run a script once',
  description:
    'Counts in no statistics and sends no alerts, but counts against `playwright_runs_per_month`. ' +
    '`Prefer: wait=10` delays the response for up to that many seconds, ' +
    `at most ${maxWaitSeconds}, until the result is there. ` +
    `While ${maxTriesWaitingForBrowsers} runs of the organization wait for a browser, further runs get 429 with ` +
    '`Retry-After`.',
  body,
  bodyExample: {
    script: "import { test } from '@playwright/test'\ntest('home', async ({ page }) => { await page.goto('/') })",
    target: 'https://shop.example.com/',
  },
  faults: ['conflict'],
  responses: {
    200: { description: 'Finished', schema: playwrightRun },
    202: {
      description: 'Started; request it again for the result',
      schema: playwrightRun,
      example: { status: 'queued', error: null, tests: [], artifacts: [], metrics: [], finished_at: null },
      headers: { Location: 'Address of the result' },
    },
  },
  async handle({ body }, context) {
    const id = await begin(context, body)
    const found = await waitUntilOver(context, { read: () => show(context, id), isOver })
    return isOver(found) ? ok(found) : { ...accepted(found), headers: { location: `/v1/playwright/test-runs/${id}` } }
  },
})

async function begin(context: CallerContext, request: z.output<typeof body>): Promise<string> {
  const { caller, now, services } = context
  const { target: targetText, locationId, variables, ...sent } = request
  const target = readTarget(playwright.target, targetText)
  const config = mergeConfig(playwright, emptyConfig, sent)
  return context.db.transaction(async (db) => {
    const inside = { ...context, db }
    await refuseWrong(inside, request)
    const named = locationId === undefined ? undefined : [locationId]
    await validateMonitor(inside, playwright, { target, locationIds: named, config: { values: config, target } })
    await refuseBeyondMonth(inside, playwright)
    await refuseBeyondBrowserQueue(inside)
    const locationIds = named ?? (await liveLocation(inside))
    const id = newId(now)
    const sealed = (value: object): Buffer => services.vault.seal(JSON.stringify(value), id)
    const draft = {
      id,
      organizationId: caller.organization.id,
      type: playwright.type,
      target: target.text,
      locationIds,
    }
    const secrets = { config: sealed(config), variables: sealed(variables) }
    await addTry(
      db,
      {
        ...draft,
        ...secrets,
        deadlineSeconds: deadlineSeconds(playwright, config)!,
        isTestRun: true,
        needsBrowser: true,
      },
      now,
    )
    return id
  })
}

/** Names errors by the fields of the request. */
async function refuseWrong({ db, caller }: CallerContext, request: z.output<typeof body>): Promise<void> {
  const { problems } = await readScript(request.script as string)
  const found = problems.map(({ line, message }) => `script: line ${line}: ${message}`)
  const unknown = request.locationId ? await unknownLocations(db, caller.organization.id, [request.locationId]) : []
  if (unknown.length > 0) found.push(`locationId: unknown location id: ${unknown[0]}`)
  if (found.length > 0) throw new Fault('invalid_request', found)
}

async function liveLocation({ db, caller, now }: CallerContext): Promise<string[]> {
  const live = await liveLocationIds(db, caller.organization.id, { limit: 1, now })
  if (live.length > 0) return live
  throw new Fault('conflict', 'No location is online; choose the one to wait for in `locationId`')
}

const params = z.object({ id: z.uuid() })

const getTestRun = defineOperation({
  id: 'getPlaywrightTestRun',
  method: 'GET',
  path: '/playwright/test-runs/{id}',
  tag: 'Playwright',
  summary: 'Get the result of a test run so far',
  description: 'Kept for a day.',
  params,
  responses: { 200: { description: 'The run', schema: playwrightRun } },
  handle: async ({ params }, context) => ok(await show(context, params.id)),
})

const cancelTestRun = defineOperation({
  id: 'cancelPlaywrightTestRun',
  method: 'POST',
  path: '/playwright/test-runs/{id}/cancel',
  tag: 'Playwright',
  summary: 'Cancel a test run',
  description: 'Cancelling a cancelled run changes nothing; a finished run returns 409.',
  params,
  faults: ['conflict'],
  responses: {
    200: {
      description: 'Cancelled; its browser is being closed',
      schema: playwrightRun,
      example: { status: 'cancelled', error: null, tests: [], artifacts: [], metrics: [] },
    },
  },
  async handle({ params }, context) {
    const { db, caller, now } = context
    const { status } = await show(context, params.id)
    if (status === 'cancelled') return ok(await show(context, params.id))
    if (!(await cancelRow(db, { organizationId: caller.organization.id, id: params.id, now })))
      throw new Fault('conflict', `The run has already ended: ${status}`)
    return ok(await show(context, params.id))
  },
})

const isOver = ({ finished_at }: ShownRun): boolean => finished_at !== null

async function show({ db, caller, services }: CallerContext, id: string): Promise<ShownRun> {
  const now = services.clock.now()
  const found = await findTestRun(db, { organizationId: caller.organization.id, id, now })
  if (!found) throw new Fault('not_found', 'Test run not found; test runs are kept for a day')
  return showTestRun(found, now)
}

const noProbe = 'No probe of this location picked it up; try again, or choose another location'

function showTestRun(found: ShownTry, now: Date): ShownRun {
  const { id, target, created_at: createdAt } = found
  const [{ location, outcome } = nowhere] = found.runs
  const status = statusOfTry(found, now)
  const isUnderWay = status === 'queued' || status === 'running'
  return {
    object: 'playwright_run',
    id,
    monitor_id: null,
    location,
    target,
    status,
    error: outcome?.error ?? (status === 'infrastructure_error' ? noProbe : null),
    ...showEvidence(outcome?.evidence),
    metrics: showMetrics(playwright, outcome?.metrics ?? {}),
    created_at: createdAt.toISOString(),
    finished_at: isUnderWay ? null : endOf(found).toISOString(),
  }
}

function statusOfTry({ created_at: createdAt, cancelled_at: cancelledAt, runs }: ShownTry, now: Date): RunStatus {
  const [{ started, outcome } = nowhere] = runs
  if (cancelledAt) return 'cancelled'
  if (outcome) return statusOf({ infrastructure: false, ...outcome })
  if (started) return 'running'
  return now.getTime() - createdAt.getTime() > longWaitMs ? 'infrastructure_error' : 'queued'
}

function endOf({ created_at: createdAt, runs }: ShownTry): Date {
  const finishedAt = runs[0]?.finishedAt
  return finishedAt ? new Date(finishedAt) : new Date(createdAt.getTime() + longWaitMs)
}

const nowhere = { location: null, started: false, finishedAt: null, outcome: null }

export const testRunOperations = [runScript, getTestRun, cancelTestRun]
