// Accepting pages as they are now: what differed is the new baseline.
import { z } from 'zod'
import { baselineOf } from '../../checks/web/integrity/baseline.ts'
import type { PageSnapshot } from '../../checks/web/integrity/inspect-page.ts'
import { canonical } from '../../checks/web/integrity/pages.ts'
import { Fault } from '../../domain/fault.ts'
import { acceptBaselines, lockInspections } from '../../store/checking/integrity.ts'
import { measured } from '../monitors/measurements.ts'
import { monitors } from '../monitors/monitor.ts'
import { example as monitorExample, params } from '../monitors/schema.ts'
import { defineOperation, ok } from '../registry/define.ts'
import { watchedPages } from './watched-pages.ts'

const acceptedBaseline = z
  .object({
    object: z.literal('integrity_baseline'),
    monitor_id: z.uuid(),
    pages: z.array(z.string()).meta({ description: 'The pages that were accepted as they were last seen' }),
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
      .meta({ description: 'Pages of the monitor; all that were seen when left out' }),
  })
  .meta({ id: 'IntegrityAcceptance' })

export const acceptIntegrityBaseline = defineOperation({
  id: 'acceptIntegrityBaseline',
  method: 'POST',
  path: '/monitors/{id}/integrity/accept-baseline',
  access: 'write',
  tag: 'Monitors',
  summary: 'Accept the pages of an integrity monitor as they are now',
  description:
    'Each page is accepted as every location saw it last. Incidents close with the next checks that find nothing: ' +
    'one for most rules, three for those that concern security.',
  params,
  body,
  bodyExample: { pages: ['https://example.com/'] },
  faults: ['conflict'],
  responses: {
    200: {
      description: 'What was accepted',
      schema: acceptedBaseline,
      example: {
        object: 'integrity_baseline',
        monitor_id: monitorExample.id,
        pages: ['https://example.com/'],
        accepted_at: '2026-02-11T08:12:44.120Z',
      },
    },
  },
  async handle({ params, body }, context) {
    const { db, now } = context
    const monitor = await monitors.held(context, params)
    const watched = watchedPages(monitor)
    if (!watched) throw new Fault('conflict', `A ${monitor.type} monitor compares no pages; it has no baseline`)
    const asked = pagesAskedFor(watched, body.pages)
    const { monitorNumber } = await measured(context, params.id)
    const seen = Map.groupBy(await lockInspections<PageSnapshot>(db, monitorNumber, asked), ({ page }) => page)
    refuseUnseen(seen, body.pages?.map(canonical) ?? [])
    const baselines = [...seen].map(([page, [first, ...others]]) => ({
      page,
      baseline: baselineOf([first!.look, ...others.map(({ look }) => look)]),
    }))
    await acceptBaselines(db, { monitorNumber, baselines }, now)
    const pages = baselines.map(({ page }) => page)
    monitors.record(context, 'monitor.baseline_accepted', monitor, { pages: { from: null, to: pages } })
    return ok({ object: 'integrity_baseline', monitor_id: monitor.id, pages, accepted_at: now })
  },
})

function pagesAskedFor(watched: readonly string[], named: readonly string[] | undefined): readonly string[] {
  if (named === undefined) return watched
  const strangers = named.flatMap((page, at) => (watched.includes(canonical(page)) ? [] : [`pages[${at}]`]))
  if (strangers.length > 0)
    throw new Fault(
      'invalid_request',
      strangers.map((field) => `${field}: is none of the pages this monitor watches`).join('; '),
    )
  return named.map(canonical)
}

function refuseUnseen(seen: ReadonlyMap<string, unknown>, named: readonly string[]): void {
  const unseen = named.find((page) => !seen.has(page))
  if (unseen !== undefined) throw new Fault('conflict', `${unseen} has not been seen yet; wait for its next check`)
  if (seen.size === 0) throw new Fault('conflict', 'No page has been seen yet; wait for the next check')
}
