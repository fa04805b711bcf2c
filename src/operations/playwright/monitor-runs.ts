// The runs of a playwright monitor, read from its stored checks.
import { playwright } from '../../checks/browser/playwright.ts'
import { Fault } from '../../domain/fault.ts'
import { locationsNumbered, type NumberedLocation } from '../../store/checking/locations.ts'
import { type CheckWithEvidence, checksWithEvidence } from '../../store/results/check-rows.ts'
import { unpackedAll } from '../../store/results/metric-names.ts'
import { checkId } from '../monitors/check-row.ts'
import { type MonitorMeasurements, measured } from '../monitors/measurements.ts'
import { monitors } from '../monitors/monitor.ts'
import { params } from '../monitors/schema.ts'
import { type CallerContext, defineOperation, ok } from '../registry/define.ts'
import { list, listOf, pageByPosition, pageQuery } from '../registry/page.ts'
import { type ShownRun, playwrightRun, showEvidence, statusOf } from './run.ts'
import { showMetrics } from '../registry/fields/measured-metric.ts'

const keeps = 'Failed runs and the latest run have tests, steps and errors; the others only have metrics.'

export const listMonitorRuns = defineOperation({
  id: 'listMonitorRuns',
  method: 'GET',
  path: '/monitors/{id}/runs',
  tag: 'Playwright',
  summary: 'List the runs of a playwright monitor, newest first',
  description: `${keeps} Monitors of other types have none.`,
  params,
  query: pageQuery,
  responses: { 200: { description: 'A page of runs', schema: listOf(playwrightRun) } },
  async handle({ params, query }, context) {
    const monitor = await measured(context, params.id)
    const page = await pageByPosition(query, context, {
      list: `runs of ${monitor.id}`,
      position: ({ at, location }: CheckWithEvidence) => [at.toISOString(), String(location)],
      rows: async (after, limit) => {
        if (monitor.type !== playwright.type) return []
        const before = after && { at: new Date(after[0] ?? ''), location: Number(after[1]) }
        return checksWithEvidence(context.db, monitor.monitorNumber, { before, limit })
      },
    })
    const runs = await showRuns(context, monitor, page.rows)
    return list({ ...page, rows: runs }, (run) => run)
  },
})

export const getMonitorRun = defineOperation({
  id: 'getMonitorRun',
  method: 'GET',
  path: '/monitors/{id}/runs/{runId}',
  tag: 'Playwright',
  summary: 'Get a run of a playwright monitor',
  description: keeps,
  params: params.extend({ runId: checkId }),
  responses: { 200: { description: 'The run', schema: playwrightRun } },
  async handle({ params }, context) {
    const monitor = await measured(context, params.id)
    const rows =
      monitor.type === playwright.type
        ? await checksWithEvidence(context.db, monitor.monitorNumber, { place: params.runId, limit: 1 })
        : []
    const [run] = await showRuns(context, monitor, rows)
    if (!run) throw new Fault('not_found', 'Run not found; it may have been deleted after its retention period')
    return ok(run)
  },
})

async function showRuns(
  context: CallerContext,
  { id }: MonitorMeasurements,
  rows: readonly CheckWithEvidence[],
): Promise<ShownRun[]> {
  const { db, now } = context
  const { target } = await monitors.find(context, { id })
  const numbers = rows.map(({ location }) => location)
  const locations = await locationsNumbered(db, numbers, now)
  return Promise.all(
    rows.map(async (row) => {
      const metrics = await unpackedAll(db, row.metrics)
      return { monitor_id: id, target, ...showRun(row, metrics, locations.get(row.location)) }
    }),
  )
}

function showRun(
  row: CheckWithEvidence,
  metrics: Readonly<Record<string, number>>,
  location: NumberedLocation | undefined,
): Omit<ShownRun, 'monitor_id' | 'target'> {
  const { at, durationMs, error, evidence } = row
  return {
    object: 'playwright_run',
    id: `${at.getTime()}-${row.location}`,
    location: location ? { id: location.id, name: location.name } : null,
    status: statusOf({ ...row, metrics }),
    error,
    ...showEvidence(evidence),
    metrics: showMetrics(playwright, metrics),
    created_at: new Date(at.getTime() - durationMs).toISOString(),
    finished_at: at.toISOString(),
  }
}
