// The single checks of a monitor.
import { z } from 'zod'
import { findCheck } from '../../checks/index.ts'
import { Fault } from '../../domain/fault.ts'
import { locationsNumbered } from '../../store/checking/locations.ts'
import {
  type CheckInFull,
  type CheckRecord,
  checkRows,
  findCheckAt,
  lastGoodBefore,
} from '../../store/results/check-rows.ts'
import { evidenceOfCheck, lastGoodEvidence } from '../../store/results/evidence.ts'
import { unpackedAll } from '../../store/results/metric-names.ts'
import { type CallerContext, defineOperation, ok } from '../registry/define.ts'
import { instant } from '../registry/fields/instant.ts'
import { list, listOf, pageByPosition, pageQuery } from '../registry/page.ts'
import { checkId, checkRow, showCheck } from './check-row.ts'
import { measuredMetric, showMetrics } from '../registry/fields/measured-metric.ts'
import { type MonitorMeasurements, measured } from './measurements.ts'
import { params } from './schema.ts'

const shared = { method: 'GET', access: 'read', audience: 'dashboard', tag: 'Results' } as const

export const listCheckRows = defineOperation({
  ...shared,
  id: 'listCheckRows',
  path: '/dashboard/monitors/{id}/checks',
  summary: 'List the checks of a monitor, newest first',
  params,
  query: pageQuery.extend({
    result: z.enum(['ok', 'failed']).optional(),
    location: z.uuid().toLowerCase().optional().meta({ description: 'Only checks from this location' }),
    from: instant.optional().meta({ description: 'Only checks at or after this time' }),
    until: instant.optional().meta({ description: 'Only checks before this time' }),
  }),
  responses: { 200: { description: 'A page of checks', schema: listOf(checkRow) } },
  async handle({ params, query: { limit, cursor, ...filter } }, context) {
    const { db, now } = context
    const { id, monitorNumber } = await measured(context, params.id)
    const page = await pageByPosition({ limit, cursor }, context, {
      list: `checks of ${id}`,
      position: ({ at, location }: CheckRecord) => [at.toISOString(), String(location)],
      rows: (after, limit) => {
        const place = after && { at: new Date(after[0] ?? ''), location: Number(after[1]) }
        return checkRows(db, monitorNumber, { filter, after: place, limit })
      },
    })
    const numbers = page.rows.map(({ location }) => location)
    const locations = await locationsNumbered(db, numbers, now)
    return list(page, (check) => showCheck(check, locations))
  },
})

const inFull = checkRow.extend({
  metrics: z.array(measuredMetric).meta({ description: 'Phases first, in order' }),
  evidence: z
    .unknown()
    .meta({ description: 'Details of the check; null if no longer stored. See `evidence` of the type' }),
})

export const getCheckRow = defineOperation({
  ...shared,
  id: 'getCheckRow',
  path: '/dashboard/monitors/{id}/checks/{checkId}',
  summary: 'Get a check with its details, and the last good check before it',
  params: params.extend({ checkId }),
  responses: {
    200: {
      description: 'The check',
      schema: inFull
        .extend({
          object: z.literal('check'),
          last_good: inFull.nullable().meta({
            description:
              'The last good check before it, from the same location. Evidence is kept only for the latest good ' +
              'check: while a monitor fails, that may be from another location, see `evidence_location`',
          }),
          evidence_location: z.string().nullable(),
        })
        .meta({ id: 'CheckInFull' }),
    },
  },
  async handle({ params }, context) {
    const { db, now } = context
    const monitor = await measured(context, params.id)
    const check = await findCheckAt(db, monitor.monitorNumber, params.checkId)
    if (!check) throw new Fault('not_found', 'Check not found; it may have been deleted after its retention period')
    const good = await lastGoodBefore(db, monitor.monitorNumber, check)
    const evidence = check.success ? undefined : await lastGoodEvidence(db, monitor.monitorNumber)
    const numbers = [check.location, ...(evidence?.location ? [evidence.location] : [])]
    const locations = await locationsNumbered(db, numbers, now)
    const show = (one: CheckInFull, evidence: unknown) => showInFull(context, monitor, { one, evidence, locations })
    const isKept = evidence !== undefined && evidence.at < check.at
    return ok({
      object: 'check',
      ...(await show(check, await evidenceOfCheck(db, monitor.monitorNumber, check))),
      last_good: good ? await show(good, isKept ? evidence.evidence : null) : null,
      evidence_location: isKept ? (locations.get(evidence.location ?? 0)?.name ?? null) : null,
    })
  },
})

interface CheckRowInput {
  readonly one: CheckInFull
  readonly evidence: unknown
  readonly locations: Awaited<ReturnType<typeof locationsNumbered>>
}

async function showInFull(
  { db }: CallerContext,
  { type }: MonitorMeasurements,
  { one, evidence, locations }: CheckRowInput,
) {
  const values = await unpackedAll(db, one.metrics)
  return { ...showCheck(one, locations), metrics: showMetrics(findCheck(type), values), evidence: evidence ?? null }
}
