import { Readable } from 'node:stream'
import { z } from 'zod'
import { Fault } from '../../domain/fault.ts'
import { takeFromWindow } from '../../store/accounts/rate-windows.ts'
import { monitorType } from '../monitors/schema.ts'
import { tag } from '../../domain/fields/tag.ts'
import { type CallerContext, RawContent, defineOperation } from '../registry/define.ts'
import type { Services } from '../registry/services.ts'
import { severalWords } from '../registry/fields/word-list.ts'
import { type Bodies, createBodies, withPauses, textOf } from './body.ts'
import { expositionType } from './exposition.ts'
import { rateLimited } from '../registry/request-budget.ts'

const perMinute = 30

const bodies = new WeakMap<Services, Bodies>()

export const getMetrics = defineOperation({
  id: 'getMetrics',
  method: 'GET',
  path: '/metrics',
  alone: true,
  tag: 'Metrics',
  summary: 'Get metrics for Prometheus',
  description:
    `In the Prometheus text format, refreshed at most once a minute per filter. Limited to ${perMinute} requests a ` +
    'minute ' +
    'per organization, besides the budget of the key; errors are JSON. Filters apply to the series of monitors, ' +
    'not to the totals of the organization.',
  query: z.object({
    tag: severalWords(tag).optional().meta({ description: 'Only monitors with one of these tags' }),
    type: severalWords(monitorType).optional().meta({ description: 'Only monitors of these types' }),
    monitor_id: severalWords(z.uuid().toLowerCase()).optional().meta({ description: 'Only these monitors' }),
    include_hosts: z
      .enum(['true', 'false'])
      .default('true')
      .meta({ description: 'Whether to include the series of hosts' }),
  }),
  responses: { 200: { description: 'Series', types: ['text/plain'] } },
  async handle({ query: { tag, type, monitor_id: monitorId, include_hosts } }, context) {
    const { services, caller } = context
    if (caller.organization.limits.prometheus_metrics === 0)
      throw new Fault(
        'forbidden',
        `The ${caller.organization.plan} plan does not include Prometheus metrics; upgrade to Pro, Business or ` +
          'Enterprise',
      )
    await takeScrape(context)
    const bodyOf = bodies.get(services) ?? createBodies()
    bodies.set(services, bodyOf)
    const body = await bodyOf(context, { tag, type, monitorId })
    const text = withPauses(textOf(body, { withHosts: include_hosts === 'true' }))
    return { status: 200, body: new RawContent(expositionType, Readable.from(text)) }
  },
})

async function takeScrape({ db, caller, now }: CallerContext): Promise<void> {
  const window = { credentialId: caller.organization.id, budget: perMinute, now }
  const { taken, freesIn } = await takeFromWindow(db, window)
  if (taken) return
  const message = `More than ${perMinute} scrapes in a minute; scrape once a minute. Try again in ${freesIn} s`
  throw rateLimited(message, freesIn)
}
