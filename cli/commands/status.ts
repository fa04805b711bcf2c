import type { Incident, Summary } from '../../sdk/src/api.ts'
import { defineCommand } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { printIncidents } from '../output/incidents.ts'
import type { Output } from '../output/output.ts'
import { plainText } from '../output/plain-text.ts'
import { styleOf } from '../output/style.ts'

const shownIncidents = 10
const states = ['down', 'degraded', 'unknown', 'up', 'paused'] as const

export const command = defineCommand({
  description: 'Exits with 3 if a monitor is down or degraded.',
  options: { tag: { help: 'Only monitors with this tag', value: 'TAG' } },
  example: 'status --tag production',
  async run({ client, options, output, signal }) {
    const lapwing = await client()
    const tag = options['tag'] as string | undefined
    const query = tag === undefined ? {} : { tag }
    const [summary, firing, acknowledged] = await Promise.all([
      lapwing.get('/summary', { query, signal }),
      lapwing.get('/incidents', { query: { ...query, status: 'firing', limit: shownIncidents }, signal }),
      lapwing.get('/incidents', { query: { ...query, status: 'acknowledged', limit: shownIncidents }, signal }),
    ])
    const incidents = [...firing.data, ...acknowledged.data].slice(0, shownIncidents)
    output.show({ ...summary, open_incidents: incidents }, () => printStatus(output, summary, incidents))
    const { down, degraded } = summary.monitors
    return down + degraded > 0 ? exitCodes.checksFailed : exitCodes.ok
  },
})

function printStatus(output: Output, summary: Summary, incidents: readonly Incident[]): void {
  const { monitors, watching } = summary
  const worst = states.find((state) => monitors[state] > 0)
  const others = states.filter((state) => state !== worst && monitors[state] > 0)
  const counts = others.map((state) => output.paint(styleOf(state), `${monitors[state]} ${state}`))
  const title = worst === undefined ? 'No monitors yet' : headlineOf(worst, monitors[worst])
  output.print([output.paint('bold', output.paint(styleOf(worst ?? ''), title)), ...counts].join('  '))
  for (const { message } of watching.problems) output.print(output.paint('yellow', `! ${plainText(message)}`))
  const open = summary.incidents.firing + summary.incidents.acknowledged
  if (open === 0) return
  output.print('')
  printIncidents(output, incidents)
  if (open > incidents.length) output.print(output.paint('dim', `${open - incidents.length} more: lapwing incidents`))
}

function headlineOf(state: (typeof states)[number], count: number): string {
  if (state === 'up') return count === 1 ? 'The monitor is up' : `All ${count} monitors are up`
  return count === 1 ? `1 monitor is ${state}` : `${count} monitors are ${state}`
}
