// Trying a script: run once, by the probes that run checks, shown to whoever asked. It is no check, and nobody is
// alarmed.
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
  testRunWaitsForMs,
} from '../../store/checking/tries.ts'
import { mergeConfig } from '../monitors/config.ts'
import { validateMonitor } from '../monitors/validate.ts'
import { type CallerContext, accepted, defineOperation, ok } from '../registry/define.ts'
import { maxTriesWaitingForBrowsers, refuseBeyondBrowserQueue, refuseBeyondMonth } from '../registry/plan-limit.ts'
import { maxWaitSeconds, waitUntilOver } from '../diagnostics/waiting.ts'
import { nameOfVariable, valueOfVariable } from '../variables/variables.ts'
import { type RunStatus, type ShownRun, playwrightRun, runExample, showEvidence, showMetrics, statusOf } from './run.ts'

const { script, timeoutSeconds, retry, runtime } = playwright.config

const body = z
  .strictObject({
    script: script!.schema.meta({ type: 'string', description: 'As `config.script` of a playwright monitor' }),
    target: z.string().max(2048).meta({ description: 'What the script reads as `process.env.TARGET_URL`' }),
    timeoutSeconds: timeoutSeconds!.schema.optional(),
    retry: retry!.schema.optional(),
    runtime: runtime!.schema.optional(),
    locationId: z.uuid().toLowerCase().optional().meta({ description: 'One that is up, unless it is named' }),
    variables: z
      .record(z.string(), valueOfVariable)
      .check(({ value, issues }) => void issues.push(...nameProblems(value)))
      .refine((all) => Object.keys(all).length <= maxVariables, `must be ${maxVariables} at most`)
      .default({})
      .meta({ description: 'For this run alone, before the variables of the organization' }),
  })
  .meta({ id: 'TestRunRequest' })

/** Of a key, the reader would only hear that it is invalid. */
function nameProblems(variables: Readonly<Record<string, string>>) {
  return Object.keys(variables).flatMap((name) => {
    const [problem] = nameOfVariable.safeParse(name).error?.issues ?? []
    return problem ? [{ code: 'custom' as const, path: [name], message: problem.message, input: name }] : []
  })
}

export const runScript = defineOperation({
  id: 'runPlaywrightTest',
  method: 'POST',
  path: '/playwright/test-runs',
  access: 'write',
  ownTransactions: true,
  waits: true,
  tag: 'Playwright',
  summary: 'Run a script once, to see what comes of it',
  description:
    'Never counted as a check, and nobody is alarmed; it is one of `playwright_runs_per_month`. ' +
    `With \`Prefer: wait=10\` the answer waits that many seconds for the result, ${maxWaitSeconds} at most. ` +
    `While ${maxTriesWaitingForBrowsers} runs of the organization wait for a browser, more are refused with 429 and \`Retry-After\`.`,
  body,
  bodyExample: {
    script: "import { test } from '@playwright/test'\ntest('home', async ({ page }) => { await page.goto('/') })",
    target: runExample.target,
  },
  faults: ['conflict'],
  responses: {
    200: { description: 'It is over', schema: playwrightRun, example: runExample },
    202: {
      description: 'It is on its way; ask for it again',
      schema: playwrightRun,
      example: {
        ...runExample,
        status: 'queued',
        error: null,
        tests: [],
        artifacts: [],
        metrics: [],
        finished_at: null,
      },
      headers: { Location: 'Where it is' },
    },
  },
  async handle({ body }, context) {
    const id = await begin(context, body)
    const found = await waitUntilOver(context, { look: () => show(context, id), isOver })
    return isOver(found) ? ok(found) : { ...accepted(found), headers: { location: `/v1/playwright/test-runs/${id}` } }
  },
})

async function begin(context: CallerContext, asked: z.output<typeof body>): Promise<string> {
  const { caller, now, services } = context
  const { target: given, locationId, variables, ...sent } = asked
  const target = readTarget(playwright.target, given)
  const config = mergeConfig(playwright, emptyConfig, sent)
  return context.db.transaction(async (db) => {
    const inside = { ...context, db }
    await refuseWrong(inside, asked)
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

/** What is wrong is named as it was sent. */
async function refuseWrong({ db }: CallerContext, asked: z.output<typeof body>): Promise<void> {
  const { problems } = await readScript(asked.script as string)
  const found = problems.map(({ line, message }) => `script: line ${line}: ${message}`)
  const unknown = asked.locationId ? await unknownLocations(db, [asked.locationId]) : []
  if (unknown.length > 0) found.push(`locationId: unknown location id: ${unknown[0]}`)
  if (found.length > 0) throw new Fault('invalid_request', found.join('; '))
}

async function liveLocation({ db, now }: CallerContext): Promise<string[]> {
  const live = await liveLocationIds(db, { limit: 1, now })
  if (live.length > 0) return live
  throw new Fault('conflict', 'No location is up at the moment; name the one to wait for in `locationId`')
}

const params = z.object({ id: z.uuid() })

export const getTestRun = defineOperation({
  id: 'getPlaywrightTestRun',
  method: 'GET',
  path: '/playwright/test-runs/{id}',
  access: 'read',
  tag: 'Playwright',
  summary: 'What came of a test run so far',
  description: 'Kept for a day.',
  params,
  responses: { 200: { description: 'The run', schema: playwrightRun, example: runExample } },
  handle: async ({ params }, context) => ok(await show(context, params.id)),
})

export const cancelTestRun = defineOperation({
  id: 'cancelPlaywrightTestRun',
  method: 'POST',
  path: '/playwright/test-runs/{id}/cancel',
  access: 'write',
  tag: 'Playwright',
  summary: 'End a test run before its time',
  description: 'One that is cancelled already stays so; one that has ended is a 409.',
  params,
  faults: ['conflict'],
  responses: {
    200: {
      description: 'It is cancelled; its browser is being closed',
      schema: playwrightRun,
      example: { ...runExample, status: 'cancelled', error: null, tests: [], artifacts: [], metrics: [] },
    },
  },
  async handle({ params }, context) {
    const { db, caller, now } = context
    const { status } = await show(context, params.id)
    if (status === 'cancelled') return ok(await show(context, params.id))
    if (!(await cancelRow(db, { organizationId: caller.organization.id, id: params.id, now })))
      throw new Fault('conflict', `The run has ended already: ${status}`)
    return ok(await show(context, params.id))
  },
})

const isOver = ({ finished_at }: ShownRun): boolean => finished_at !== null

async function show({ db, caller, services }: CallerContext, id: string): Promise<ShownRun> {
  const now = services.clock.now()
  const found = await findTestRun(db, { organizationId: caller.organization.id, id, now })
  if (!found) throw new Fault('not_found', 'There is no such test run; they are kept for a day')
  return showTestRun(found, now)
}

const noProbe = 'No probe of this location took it; try again, or choose another location'

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
    metrics: showMetrics(outcome?.metrics ?? {}),
    created_at: createdAt.toISOString(),
    finished_at: isUnderWay ? null : endOf(found).toISOString(),
  }
}

function statusOfTry({ created_at: createdAt, cancelled_at: cancelledAt, runs }: ShownTry, now: Date): RunStatus {
  const [{ started, outcome } = nowhere] = runs
  if (cancelledAt) return 'cancelled'
  if (outcome) return statusOf({ infrastructure: false, ...outcome })
  if (started) return 'running'
  return now.getTime() - createdAt.getTime() > testRunWaitsForMs ? 'infrastructure_error' : 'queued'
}

function endOf({ created_at: createdAt, runs }: ShownTry): Date {
  const finishedAt = runs[0]?.finishedAt
  return finishedAt ? new Date(finishedAt) : new Date(createdAt.getTime() + testRunWaitsForMs)
}

const nowhere = { location: null, started: false, finishedAt: null, outcome: null }
