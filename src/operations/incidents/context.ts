// The context of an incident: differences to the last good check, the view of each location, pages and recent changes.
import { z } from 'zod'
import { findCheck } from '../../checks/index.ts'
import type { Span } from '../../domain/span.ts'
import { type DiffRow, evidenceDiff } from '../../domain/history/evidence-diff.ts'
import { listActivity } from '../../store/accounts/activity.ts'
import { type NumberedLocation, locationsNumbered, ownLocation } from '../../store/checking/locations.ts'
import { incidentSeverities, incidentStatuses } from '../../store/incidents/reads.ts'
import { type IncidentStart, incidentStart, neighboursOf } from '../../store/incidents/incident-context.ts'
import { deploymentsDuring } from '../../store/monitors/deployments.ts'
import { deliveriesOf } from '../../store/notifications/delivery-counts.ts'
import {
  type CheckInFull,
  findCheckAt,
  firstFailure,
  lastGoodBefore,
  latestByLocation,
} from '../../store/results/check-rows.ts'
import { unpackedAll } from '../../store/results/metric-names.ts'
import { checkRow, showCheck } from '../monitors/check-row.ts'
import { showMetrics } from '../registry/fields/measured-metric.ts'
import { deploymentMark } from '../deployments/deployments.ts'
import { type CallerContext, defineOperation, ok } from '../registry/define.ts'
import { incidents } from './incident.ts'
import { lastPage, nextPage, pagingOf } from './next-pages.ts'
import { params } from './schema.ts'
import { unpagedReason, unpagedReasons } from './unpaged.ts'

const nearMs = 10 * 60_000
const deployedMs = 60 * 60_000
const maxCount = { neighbours: 10, changes: 20 }
const moment = z.iso.datetime()
const count = z.int().min(0)

const diffRow = z.object({
  key: z.string().meta({ description: 'The label of a metric, or a path in the evidence' }),
  before: z.string().nullable(),
  after: z.string().nullable(),
  changed: z.boolean(),
  volatile: z.boolean().meta({ description: 'Differs in every check' }),
})

const diff = z.object({
  location: z.string(),
  at: moment.meta({ description: 'The failing check' }),
  error: z.string().nullable(),
  last_good_at: moment.nullable().meta({ description: 'The last good check from this location' }),
  evidence_from: z.object({ at: moment, location: z.string() }).nullable().meta({
    description: 'The last good check with stored evidence, which may be from another location',
  }),
  rows: z.array(diffRow).meta({ description: 'Changed rows first' }),
})

const schema = z
  .object({
    object: z.literal('incident_context'),
    incident_id: z.int(),
    diffs: z
      .array(diff)
      .meta({ description: 'For each location that confirmed it, compared with the last good check' }),
    latest: z.array(checkRow).meta({ description: 'The latest check from each location of the monitor' }),
    last_page: lastPage.nullable(),
    unpaged_reason: z.enum(unpagedReasons).nullable().meta({
      description: 'Why nobody was or will be paged; null if somebody was or will be, and until it is decided',
    }),
    next_pages: z.array(nextPage).meta({ description: 'One per active escalation, the next first' }),
    neighbours: z.array(
      z.object({
        id: z.int(),
        status: z.enum(incidentStatuses),
        severity: z.enum(incidentSeverities),
        message: z.string(),
        started_at: moment,
      }),
    ),
    changes: z
      .array(
        z.object({
          at: moment,
          action: z.string(),
          entity_type: z.string(),
          entity_id: z.string().nullable(),
          entity_name: z.string().nullable(),
          actor: z.string().nullable(),
          before: z.boolean().meta({ description: 'Made before it began to fail, so that it may be the reason' }),
        }),
      )
      .meta({ description: 'Changes by users within ten minutes of its start, without those of the incident itself' }),
    deployments: z
      .array(deploymentMark)
      .meta({ description: 'Of its monitor, from an hour before it began failing; the latest first' }),
    deliveries: z.object({ total: count, sent: count, failed: count }),
  })
  .meta({ id: 'IncidentContext' })

export const getIncidentContext = defineOperation({
  id: 'getIncidentContext',
  method: 'GET',
  path: '/dashboard/incidents/{id}/context',
  audience: 'dashboard',
  tag: 'Incidents',
  summary: 'Get the context of an incident: differences, current checks, pages and recent changes',
  params,
  responses: { 200: { description: 'The context', schema } },
  async handle({ params }, context) {
    const { db, caller, now } = context
    const organizationId = caller.organization.id
    const start = await incidentStart(db, organizationId, params.id)
    if (!start) throw incidents.notFound()
    const around = {
      from: new Date(start.failingSince.getTime() - nearMs),
      to: new Date(start.startedAt.getTime() + nearMs),
    }
    const numbers = [...start.locations, ...start.seen.map(({ location }) => location), start.lastGood?.location ?? 0]
    const locations = await locationsNumbered(db, numbers, now)
    const [diffs, latest, paging, neighbours, changes, deployments, deliveries] = await Promise.all([
      Promise.all(start.seen.map((seen) => diffOf(context, start, { seen, locations }))),
      latestByLocation(db, { ...start, intervalSeconds: start.intervalSeconds ?? 60 }, now),
      pagingOf(context, [start.id]),
      neighboursOf(db, {
        organizationId,
        id: start.id,
        moment: start.startedAt,
        ...around,
        limit: maxCount.neighbours,
      }),
      changesAround(context, start, around),
      deploymentsDuring(db, {
        organizationId,
        monitorId: start.monitorId,
        tags: start.tags,
        from: new Date(start.failingSince.getTime() - deployedMs),
        to: around.to,
        limit: maxCount.changes,
      }),
      deliveriesOf(db, organizationId, [start.id]),
    ])
    const { last, next } = paging.get(start.id)!
    return ok({
      object: 'incident_context',
      incident_id: start.id,
      diffs,
      latest: latest.map((check) => showCheck(check, locations)),
      last_page: last,
      next_pages: next,
      unpaged_reason: last || next.length > 0 ? null : await unpagedReason(context, start.id),
      neighbours,
      changes,
      deployments: deployments.map(({ created_at: _, ...mark }) => mark),
      deliveries: deliveries.get(start.id) ?? { total: 0, sent: 0, failed: 0 },
    })
  },
})

/** Those after it began are read separately, so that they leave room for those before. Newest first. */
async function changesAround({ db, caller }: CallerContext, start: IncidentStart, { from, to }: Span) {
  const { failingSince, monitorId: explains } = start
  const read = (since: Date, until: Date) =>
    listActivity(db, caller.organization.id, {
      filter: { since, until, explains },
      after: undefined,
      limit: maxCount.changes,
    })
  const [before, after] = await Promise.all([read(from, failingSince), read(failingSince, to)])
  const shown = (rows: typeof before, isBefore: boolean) =>
    rows.map(({ created_at, action, entity_type, entity_id, entity_name, actor_name, actor_email }) => ({
      at: created_at,
      action,
      entity_type,
      entity_id,
      entity_name,
      actor: actor_name ?? actor_email,
      before: isBefore,
    }))
  return [...shown(after, false), ...shown(before, true)]
}

interface LocationComparison {
  readonly seen: IncidentStart['seen'][number]
  readonly locations: ReadonlyMap<number, NumberedLocation>
}

async function diffOf({ db }: CallerContext, start: IncidentStart, { seen, locations }: LocationComparison) {
  const nameOf = (number: number | null): string => locations.get(number ?? 0)?.name ?? ownLocation
  const at = new Date(seen.at)
  const [confirming, first, good] = await Promise.all([
    findCheckAt(db, start.monitorNumber, { at, location: seen.location }),
    firstFailure(db, start.monitorNumber, { from: start.failingSince, until: at, location: seen.location }),
    lastGoodBefore(db, start.monitorNumber, { at: start.failingSince, location: seen.location }),
  ])
  // A rule on a value fires on checks that pass; then the one that opened the incident is compared.
  const bad = first && !confirming?.success ? first : confirming
  const evidence = bad === first && first ? first.evidence : seen.evidence
  const type = findCheck(start.monitorType)
  const figures = async (check: CheckInFull | undefined) =>
    check && { ...(await measuredWords(db, type, check)), 'Status code': check.statusCode }
  const { lastGood } = start
  return {
    location: nameOf(seen.location),
    at: bad?.at ?? at,
    error: bad?.error ?? seen.error,
    last_good_at: good?.at ?? null,
    evidence_from: lastGood ? { at: new Date(lastGood.at), location: nameOf(lastGood.location) } : null,
    rows: changedFirst([
      ...(good ? evidenceDiff(await figures(good), await figures(bad)) : []),
      ...(lastGood ? evidenceDiff(lastGood.evidence, evidence) : []),
    ]),
  }
}

async function measuredWords(db: CallerContext['db'], type: ReturnType<typeof findCheck>, check: CheckInFull) {
  const metrics = showMetrics(type, await unpackedAll(db, check.metrics))
  return Object.fromEntries(metrics.map(({ label, unit, value }) => [label, `${value} ${unit}`]))
}

const changedFirst = (rows: readonly DiffRow[]): DiffRow[] => [
  ...rows.filter(({ changed }) => changed),
  ...rows.filter(({ changed }) => !changed),
]
