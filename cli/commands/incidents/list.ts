import type { Incident } from '../../../sdk/src/api.ts'
import { listAll } from '../../../sdk/src/pages.ts'
import { defineCommand } from '../../command.ts'
import { parseTime } from '../../durations.ts'
import { findMonitor } from '../../find-by-name.ts'
import { parseLimit, take, usualLimit } from '../../limit.ts'
import { printIncidents } from '../../output/incidents.ts'

const statuses = ['firing', 'acknowledged', 'resolved'] as const
type IncidentStatus = (typeof statuses)[number]

export const command = defineCommand({
  description: 'Lists open incidents, firing ones first. `--all` includes resolved ones, newest first.',
  options: {
    status: { help: 'Only incidents in this state', value: 'STATUS', choices: statuses },
    all: { help: 'Resolved incidents, too' },
    monitor: { help: 'Only incidents of this monitor', value: 'MONITOR' },
    tag: { help: 'Only incidents of monitors with this tag', value: 'TAG' },
    since: { help: 'Only incidents that started since a time or within a duration', value: 'TIME' },
    limit: { help: `How many at most; ${usualLimit} by default`, value: 'NUMBER' },
  },
  example: 'incidents --all --since 24h',
  async run({ client, options, output, signal }) {
    const { status, monitor, tag, since, limit } = options as Record<string, string | undefined>
    const max = parseLimit(limit)
    const lapwing = await client()
    const query = {
      limit: Math.min(max, 100),
      ...(tag && { tag }),
      ...(since && { since: parseTime(since, '--since').toISOString() }),
      ...(monitor && { monitor_id: (await findMonitor(lapwing, monitor, signal)).id }),
    }
    const wanted: readonly (IncidentStatus | undefined)[] = status
      ? [status as IncidentStatus]
      : options['all']
        ? [undefined]
        : ['firing', 'acknowledged']
    const incidents: Incident[] = []
    for (const one of wanted) {
      const found = listAll(lapwing, '/incidents', { query: { ...query, ...(one && { status: one }) }, signal })
      incidents.push(...(await take(found, max - incidents.length)))
    }
    output.show(incidents, () =>
      incidents.length === 0
        ? output.print(options['all'] || status ? 'No incidents match.' : 'No open incidents.')
        : printIncidents(output, incidents),
    )
  },
})
