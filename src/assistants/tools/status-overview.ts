import { z } from 'zod'
import { compact, plural } from '../compact.ts'
import { type TargetText, boundTargetData, fromTarget } from '../from-target.ts'
import { defineReadTool, resultOf } from '../tool.ts'
import { briefOf, incidentBrief, openIncidents } from './incident.ts'

interface Summary {
  readonly monitors: Readonly<Record<'total' | 'up' | 'degraded' | 'down' | 'paused' | 'unknown', number>>
  readonly incidents: Readonly<Record<'firing' | 'acknowledged', number>>
  readonly open_maintenance_windows: number
  readonly watching: {
    readonly ok: boolean
    readonly problems: readonly { readonly code: string; readonly message: TargetText }[]
  }
}

const count = z.int()

export const statusOverview = defineReadTool({
  name: 'status_overview',
  title: 'Status overview',
  description:
    'Start here: how many monitors are up or down, the open incidents (the newest 10 firing and 10 acknowledged), and whether Lapwing itself works.',
  input: z.strictObject({ tag: z.string().max(50).optional().describe('Only monitors with this tag') }),
  output: resultOf({
    monitors: z.object({ total: count, up: count, degraded: count, down: count, paused: count, unknown: count }),
    open_incidents: count,
    incidents: z.array(incidentBrief),
    open_maintenance_windows: count,
    lapwing_problems: z.array(z.string()).optional().describe('Why Lapwing cannot check or alert'),
    from_target: fromTarget,
  }),
  async run({ tag }, session) {
    const summary = await session.call<Summary>('getSummary', { query: compact({ tag }) })
    const { firing, acknowledged } = summary.incidents
    const open = firing + acknowledged > 0 ? await openIncidents(session, tag) : []
    const { total, up, degraded, down, paused, unknown } = summary.monitors
    const incidents = open.map(briefOf)
    return {
      summary: `${down} of ${plural(total, 'monitor')} down${degraded > 0 ? ` and ${degraded} degraded` : ''}, ${plural(firing + acknowledged, 'open incident')}.`,
      monitors: { total, up, degraded, down, paused, unknown },
      open_incidents: firing + acknowledged,
      incidents,
      open_maintenance_windows: summary.open_maintenance_windows,
      ...compact({ lapwing_problems: summary.watching.problems.map(({ code }) => code) }),
      from_target: boundTargetData({
        incidents: open.map(({ id, message, acknowledged_by }) => ({ id, message, acknowledged_by })),
        lapwing_problems: summary.watching.problems,
      }),
      ...(incidents.length > 0 && { next: 'explain_incident with the id of an incident says why.' }),
    }
  },
})
