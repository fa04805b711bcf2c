import type { Monitor } from '../../sdk/src/api.ts'
import { listAll } from '../../sdk/src/pages.ts'
import { defineCommand } from '../command.ts'
import { styleOf } from '../output/style.ts'
import type { Column } from '../output/table.ts'
import { formatSeconds } from '../output/time.ts'

const states = ['up', 'degraded', 'down', 'paused', 'unknown'] as const

const columns: readonly Column<Monitor>[] = [
  { title: 'STATE', value: ({ state }) => state, style: ({ state }) => styleOf(state) },
  { title: 'NAME', value: ({ name }) => name },
  { title: 'TYPE', value: ({ type }) => type },
  { title: 'EVERY', value: ({ interval_seconds }) => formatSeconds(interval_seconds), isNumber: true },
  { title: 'TARGET', value: ({ target }) => target },
  { title: 'TAGS', value: ({ tags }) => tags.join(', ') },
]
const idColumn: Column<Monitor> = { title: 'ID', value: ({ id }) => id, isWhole: true }

export const command = defineCommand({
  arguments: [{ name: 'text', help: 'Only monitors whose name or target contains it', isOptional: true }],
  options: {
    state: { help: 'Only monitors in this state', value: 'STATE', choices: states },
    tag: { help: 'Only monitors with this tag', value: 'TAG' },
    ids: { help: 'Show ids, too' },
  },
  example: 'monitors --state down',
  async run({ args: [q], client, options, output, signal }) {
    const lapwing = await client()
    const { state, tag } = options as { state?: (typeof states)[number]; tag?: string }
    const query = { limit: 100, ...(q && { q }), ...(tag && { tag }), ...(state && { status: state }) }
    const monitors = await Array.fromAsync(listAll(lapwing, '/monitors', { query, signal }))
    output.show(monitors, () =>
      monitors.length === 0
        ? output.print('No monitors match.')
        : output.table(options['ids'] ? [...columns, idColumn] : columns, monitors),
    )
  },
})
