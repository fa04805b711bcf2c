import type { Notification } from '../../sdk/src/api.ts'
import { listAll } from '../../sdk/src/pages.ts'
import { defineCommand } from '../command.ts'
import { parseLimit, take, usualLimit } from '../limit.ts'
import { styleOf } from '../output/style.ts'
import type { Column } from '../output/table.ts'
import { formatAge } from '../output/time.ts'

const statuses = ['sent', 'failed', 'silenced'] as const

const columns: readonly Column<Notification>[] = [
  { title: 'ID', value: ({ id }) => id, isNumber: true },
  { title: 'STATUS', value: ({ status }) => status, style: ({ status }) => styleOf(status) },
  { title: 'WHEN', value: ({ created_at }) => formatAge(created_at) },
  { title: 'EVENT', value: ({ event }) => event },
  { title: 'INCIDENT', value: ({ incident }) => incident.id, isNumber: true },
  { title: 'CHANNEL', value: ({ channel }) => channel.name ?? channel.type },
  { title: 'RECIPIENT', value: ({ recipient }) => recipient },
  { title: 'REASON', value: ({ error, silenced_reason }) => error ?? silenced_reason?.replaceAll('_', ' ') },
]

export const command = defineCommand({
  options: {
    status: { help: 'Only deliveries with this result', value: 'STATUS', choices: statuses },
    limit: { help: `How many at most; ${usualLimit} by default`, value: 'NUMBER' },
  },
  example: 'deliveries --status failed',
  async run({ client, options, output, signal }) {
    const { status, limit } = options as { status?: (typeof statuses)[number]; limit?: string }
    const max = parseLimit(limit)
    const query = { limit: Math.min(max, 100), ...(status && { status }) }
    const deliveries = await take(listAll(await client(), '/notifications', { query, signal }), max)
    output.show(deliveries, () =>
      deliveries.length === 0 ? output.print('No deliveries.') : output.table(columns, deliveries),
    )
  },
})
