import type { ImportComparison } from '../../../sdk/src/api.ts'
import { defineCommand } from '../../command.ts'
import { readOrigin, sourceArguments, sourceOptions } from './source.ts'
import type { Column } from '../../output/table.ts'
import { formatSeconds } from '../../output/time.ts'

interface ComparedOutage {
  readonly seenBy: 'both' | 'them' | 'Lapwing'
  readonly name: string
  readonly start: string
  readonly end: string | null
  readonly lateSeconds: number | null
  readonly message: string | null
}

const columns: readonly Column<ComparedOutage>[] = [
  { title: 'SEEN BY', value: ({ seenBy }) => seenBy, style: ({ seenBy }) => (seenBy === 'both' ? 'green' : 'yellow') },
  { title: 'MONITOR', value: ({ name }) => name },
  { title: 'FROM', value: ({ start }) => start },
  { title: 'TO', value: ({ end }) => end ?? 'still open' },
  { title: 'LAPWING', value: ({ lateSeconds }) => (lateSeconds === null ? null : lateness(lateSeconds)) },
  { title: 'MESSAGE', value: ({ message }) => message },
]

function lateness(seconds: number): string {
  if (seconds === 0) return 'at the same time'
  return `${formatSeconds(Math.abs(seconds))} ${seconds > 0 ? 'later' : 'earlier'}`
}

export const command = defineCommand({
  description: 'Counts from the moment at which each monitor was imported. Outages count as the same if they overlap.',
  arguments: sourceArguments,
  options: sourceOptions,
  example: 'import compare kuma ./kuma.db',
  async run({ args, options, client, output, signal }) {
    const body = await readOrigin(args, { options, output })
    const comparison = await (await client()).post('/monitors/import/compare', { body, signal })
    output.show(comparison, () => {
      const outages = outagesOf(comparison)
      const { agreed, only_theirs: theirs, only_ours: ours } = comparison.summary
      if (outages.length > 0) output.table(columns, outages)
      output.print(`${agreed} seen by both, ${theirs} only by the other tool, ${ours} only by Lapwing.`)
    })
  },
})

function outagesOf({ agreed, only_theirs: theirs, only_ours: ours }: ImportComparison): ComparedOutage[] {
  const both = agreed.map(({ name, their_start: start, their_end: end, late_seconds: lateSeconds }) => {
    return { seenBy: 'both' as const, name, start, end, lateSeconds, message: null }
  })
  const them = theirs.map(({ name, start, end, message }) => {
    return { seenBy: 'them' as const, name, start, end, lateSeconds: null, message }
  })
  const us = ours.map(({ name, start, end, incident_id: id }) => {
    return { seenBy: 'Lapwing' as const, name, start, end, lateSeconds: null, message: `incident ${id}` }
  })
  return [...both, ...them, ...us].toSorted((a, b) => a.start.localeCompare(b.start))
}
