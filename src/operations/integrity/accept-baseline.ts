// Accepts the current pages as the new baseline.
import { z } from 'zod'
import { baselineOf } from '../../checks/web/integrity/baseline.ts'
import type { PageSnapshot } from '../../checks/web/integrity/inspect-page.ts'
import { canonical } from '../../checks/web/integrity/pages.ts'
import { Fault } from '../../domain/fault.ts'
import { acceptBaselines, lockInspections } from '../../store/checking/integrity.ts'
import { measured } from '../monitors/measurements.ts'
import { monitors } from '../monitors/monitor.ts'
import { params } from '../monitors/schema.ts'
import { defineOperation, ok } from '../registry/define.ts'
import { watchedPages } from './watched-pages.ts'

const acceptedBaseline = z
  .object({
    object: z.literal('integrity_baseline'),
    monitor_id: z.uuid(),
    pages: z
      .array(z.string())
      .meta({ description: 'The pages whose latest content was accepted', example: ['https://example.com/'] }),
    accepted_at: z.iso.datetime(),
  })
  .meta({ id: 'IntegrityBaseline' })

const body = z
  .strictObject({
    pages: z
      .array(z.string().min(1).max(2000))
      .min(1)
      .max(50)
      .optional()
      .meta({ description: 'Pages of the monitor; all checked pages if omitted' }),
  })
  .meta({ id: 'IntegrityAcceptance' })

export const acceptIntegrityBaseline = defineOperation({
  id: 'acceptIntegrityBaseline',
  method: 'POST',
  path: '/monitors/{id}/integrity/accept-baseline',
  tag: 'Monitors',
  summary: 'Accept the current pages of an integrity monitor',
  description:
    'Accepts the latest content that each location got. Incidents close after the next good checks: ' +
    'one for most rules, three for security rules.',
  params,
  body,
  bodyExample: { pages: ['https://example.com/'] },
  faults: ['conflict'],
  responses: { 200: { description: 'The accepted pages', schema: acceptedBaseline } },
  async handle({ params, body }, context) {
    const { db, now } = context
    const monitor = await monitors.lock(context, params)
    const watched = watchedPages(monitor)
    if (!watched) throw new Fault('conflict', `This monitor is of type ${monitor.type}, which compares no pages`)
    const requested = requestedPages(watched, body.pages)
    const { monitorNumber } = await measured(context, params.id)
    const snapshots = Map.groupBy(await lockInspections<PageSnapshot>(db, monitorNumber, requested), ({ page }) => page)
    refuseUnchecked(snapshots, body.pages?.map(canonical) ?? [])
    const baselines = [...snapshots].map(([page, [first, ...others]]) => ({
      page,
      baseline: baselineOf([first!.look, ...others.map(({ look }) => look)]),
    }))
    await acceptBaselines(db, { monitorNumber, baselines }, now)
    const pages = baselines.map(({ page }) => page)
    monitors.record(context, 'monitor.baseline_accepted', monitor, { pages: { from: null, to: pages } })
    return ok({ object: 'integrity_baseline', monitor_id: monitor.id, pages, accepted_at: now })
  },
})

function requestedPages(watched: readonly string[], named: readonly string[] | undefined): readonly string[] {
  if (named === undefined) return watched
  const unknown = named.flatMap((page, at) => (watched.includes(canonical(page)) ? [] : [`pages[${at}]`]))
  if (unknown.length > 0)
    throw new Fault(
      'invalid_request',
      unknown.map((field) => `${field}: is not a page of this monitor`),
    )
  return named.map(canonical)
}

function refuseUnchecked(snapshots: ReadonlyMap<string, unknown>, named: readonly string[]): void {
  const unchecked = named.find((page) => !snapshots.has(page))
  if (unchecked !== undefined)
    throw new Fault('conflict', `${unchecked} has not been checked yet; wait for the next check`)
  if (snapshots.size === 0) throw new Fault('conflict', 'No page has been checked yet; wait for the next check')
}
