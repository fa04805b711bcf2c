import { z } from 'zod'
import { writtenInstant } from '../../operations/registry/fields/instant.ts'
import { compact, plural } from '../compact.ts'
import { boundTargetData, fromTarget } from '../from-target.ts'
import { defineReadTool, resultOf } from '../tool.ts'
import { monitorId } from './get-monitor.ts'
import { type ApiIncident, type ApiTimelineEvent, briefOf, incidentBrief } from './incident.ts'
import { type ApiPage, pageInput, pageOf, pageOutput } from './page.ts'

const day = 86_400_000
/** What people did, and when who was paged. */
const humanEvents = ['escalated', 'acknowledged', 'passed_on', 'muted', 'comment', 'resolved', 'false_positive']

export const findIncidents = defineReadTool({
  name: 'find_incidents',
  title: 'Find incidents',
  description:
    'Incidents that began in a period, newest first, with who was paged and when, and what they did: answers "why was I woken last night?". Each incident costs one more request.',
  input: z.strictObject({
    since: writtenInstant.optional().describe('24 hours ago by default'),
    until: writtenInstant.optional().describe('Now by default'),
    monitor_id: monitorId.optional(),
    state: z.enum(['firing', 'acknowledged', 'resolved']).optional(),
    severity: z.enum(['critical', 'warning']).optional(),
    ...pageInput,
    limit: z.int().min(1).max(20).default(10),
  }),
  output: resultOf({
    incidents: z.array(
      incidentBrief.extend({
        pages: z.int().describe('How often somebody was paged'),
        events: z.array(z.looseObject({ at: z.string(), event: z.string() })).describe('Pages, and what people did'),
      }),
    ),
    from_target: fromTarget,
    ...pageOutput,
  }),
  async run({ since, until, state: status, limit, ...filter }, session) {
    const from = since ?? new Date(session.services.clock.now().getTime() - day).toISOString()
    const page = await session.call<ApiPage<ApiIncident & { resolved_at: string | null }>>('listIncidents', {
      query: compact({ since: from, until, status, ...filter, limit: String(limit) }),
    })
    const timelines = await Promise.all(
      page.data.map(async ({ id }) => {
        const input = { params: { id: String(id) }, query: { limit: '100' } }
        const { data } = await session.call<ApiPage<ApiTimelineEvent>>('listIncidentTimeline', input)
        return data.filter(({ type }) => humanEvents.includes(type))
      }),
    )
    const pages = timelines.map((events) => events.filter(({ type }) => type === 'escalated').length)
    const paged = pages.reduce((sum, each) => sum + each, 0)
    return {
      summary: `${plural(page.data.length, 'incident')} since ${from}, ${paged > 0 ? plural(paged, 'page') : 'nobody was paged'}.`,
      incidents: page.data.map((incident, n) => ({
        ...briefOf(incident),
        ...compact({ resolved_at: incident.resolved_at }),
        pages: pages[n]!,
        events: timelines[n]!.map(({ created_at: at, type: event }) => ({ at, event })),
      })),
      from_target: boundTargetData(
        page.data.map(({ id, message }, n) => ({
          id,
          message,
          events: timelines[n]!.map(({ created_at: at, type: event, actor, data }) => ({ at, event, actor, data })),
        })),
      ),
      ...pageOf(page),
      ...(page.data.length > 0 && { next: 'explain_incident with the id of an incident says what failed and why.' }),
    }
  },
})
