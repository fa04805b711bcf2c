// Compares what the other tool logged with what Lapwing saw of the same monitors since they were imported.
import { z } from 'zod'
import { Fault } from '../../domain/fault.ts'
import { type LapwingOutage, type OutageComparison, compareOutages } from '../../importers/compare.ts'
import { incidentSpansOf } from '../../store/incidents/incident-spans.ts'
import { type ImportedMonitorRow, importedMonitors } from '../../store/monitors/imported-monitors.ts'
import { type CallerContext, defineOperation, ok } from '../registry/define.ts'
import { readSource } from './read-source.ts'
import { importLimits, origin, source } from './schema.ts'

const body = z
  .strictObject({
    ...origin,
    toleranceSeconds: z
      .int()
      .min(0)
      .max(86_400)
      .default(300)
      .meta({ description: 'Outages that are at most this far apart count as the same' }),
  })
  .meta({ id: 'ImportComparisonRequest' })

const about = {
  key: z.string().meta({ example: 'kuma-2' }),
  monitor_id: z.uuid(),
  name: z.string().meta({ example: 'Shop' }),
}
const moment = z.iso.datetime()

const comparison = z
  .object({
    object: z.literal('import_comparison'),
    source,
    since: moment.nullable().meta({
      description: 'When the first of the monitors was imported; null if there is none',
      example: '2026-03-01T12:00:00.000Z',
    }),
    agreed: z.array(
      z.object({
        ...about,
        incident_id: z.int(),
        their_start: moment,
        their_end: moment.nullable().meta({ example: '2026-03-01T12:09:00.000Z' }),
        our_start: moment,
        our_end: moment.nullable().meta({ example: '2026-03-01T12:08:50.000Z' }),
        late_seconds: z
          .int()
          .meta({ description: 'How much later Lapwing was; negative if it was earlier', example: -20 }),
      }),
    ),
    only_theirs: z.array(
      z.object({
        ...about,
        start: moment.meta({ example: '2026-03-01T13:00:00.000Z' }),
        end: moment.nullable().meta({ example: '2026-03-01T13:01:00.000Z' }),
        message: z.string().meta({ example: 'timeout of 48000ms' }),
      }),
    ),
    only_ours: z
      .array(z.object({ ...about, incident_id: z.int(), start: moment, end: moment.nullable() }))
      .meta({ example: [] }),
    summary: z.object({
      monitors: z.int(),
      agreed: z.int(),
      only_theirs: z.int(),
      only_ours: z.int(),
      median_late_seconds: z.number().nullable().meta({ example: -20 }),
    }),
  })
  .meta({ id: 'ImportComparison' })

type ShownComparison = z.input<typeof comparison>

export const compareImport = defineOperation({
  id: 'compareImport',
  method: 'POST',
  path: '/monitors/import/compare',
  ownTransactions: true,
  alone: true,
  limits: importLimits,
  tag: 'Import',
  summary: 'Compare the outages that another tool logged with the incidents of the imported monitors',
  description:
    'Counts outages that began after their monitor was imported. Only critical incidents are compared. ' +
    'The body may have 16 MiB.',
  body,
  bodyExample: { source: 'kuma', document: '{"monitorList": [], "heartbeatList": []}' },
  faults: ['payload_too_large'],
  responses: { 200: { description: 'What both saw, and what only one of them saw', schema: comparison } },
  async handle({ body }, context) {
    const { services, caller } = context
    const { source, imported } = await readSource(services, body)
    if (!source.outages) throw new Fault('invalid_request', `source: ${source.title} keeps no log that can be compared`)
    const outages = await services.documents.read(caller.organization.id, 'importedOutages', imported)
    const rows = await importedMonitors(context.db, caller.organization.id, source.name)
    const known = new Map(rows.map((row) => [row.key, row]))
    const theirs = outages.filter(({ key }) => known.has(key))
    const options = {
      toleranceMs: body.toleranceSeconds * 1000,
      since: (key: string): Date => known.get(key)!.createdAt,
    }
    return ok(show(source.name, rows, compareOutages(theirs, await outagesOf(context, rows), options)))
  },
})

/** Incidents of one outage are one: those of a monitor that overlap. */
async function outagesOf({ db, caller, now }: CallerContext, rows: readonly ImportedMonitorRow[]) {
  const keys = new Map(rows.map(({ id, key }) => [id, key]))
  const from = new Date(0)
  const spans = await incidentSpansOf(db, {
    organizationId: caller.organization.id,
    monitorIds: [...keys.keys()],
    from,
    to: now,
  })
  const outages: LapwingOutage[] = []
  const last = new Map<string, LapwingOutage>()
  for (const { monitorId, incidentId, severity, from: startedAt, to, isOpen } of spans) {
    if (severity !== 'critical') continue
    const key = keys.get(monitorId)!
    const before = last.get(key)
    if (before && (before.endedAt === null || before.endedAt >= startedAt)) continue
    const outage = { key, incidentId, startedAt, endedAt: isOpen ? null : to }
    last.set(key, outage)
    outages.push(outage)
  }
  return outages
}

function show(name: string, rows: readonly ImportedMonitorRow[], compared: OutageComparison): ShownComparison {
  const known = new Map(rows.map((row) => [row.key, row]))
  const aboutOf = (key: string) => ({ key, monitor_id: known.get(key)!.id, name: known.get(key)!.name })
  const { agreed, onlyTheirs, onlyOurs } = compared
  const iso = (at: Date): string => at.toISOString()
  const end = (at: Date | null): string | null => at && at.toISOString()
  const late = agreed.map(({ lateSeconds }) => lateSeconds).toSorted((a, b) => a - b)
  return {
    object: 'import_comparison',
    source: name,
    since: end(rows.map(({ createdAt }) => createdAt).toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null),
    agreed: agreed.map(({ key, theirs, ours, lateSeconds }) => ({
      ...aboutOf(key),
      incident_id: ours.incidentId,
      their_start: iso(theirs.startedAt),
      their_end: end(theirs.endedAt),
      our_start: iso(ours.startedAt),
      our_end: end(ours.endedAt),
      late_seconds: lateSeconds,
    })),
    only_theirs: onlyTheirs.map(({ key, startedAt, endedAt, message }) => ({
      ...aboutOf(key),
      start: iso(startedAt),
      end: end(endedAt),
      message,
    })),
    only_ours: onlyOurs.map(({ key, incidentId, startedAt, endedAt }) => ({
      ...aboutOf(key),
      incident_id: incidentId,
      start: iso(startedAt),
      end: end(endedAt),
    })),
    summary: {
      monitors: rows.length,
      agreed: agreed.length,
      only_theirs: onlyTheirs.length,
      only_ours: onlyOurs.length,
      median_late_seconds: late[Math.floor(late.length / 2)] ?? null,
    },
  }
}
