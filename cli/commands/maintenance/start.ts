import type { Monitor } from '../../../sdk/src/api.ts'
import { defineCommand } from '../../command.ts'
import { parseSeconds } from '../../durations.ts'
import { CommandError } from '../../exit-codes.ts'
import { findMonitor } from '../../find-by-name.ts'
import { plainText } from '../../output/plain-text.ts'
import { formatSeconds } from '../../output/time.ts'

export const command = defineCommand({
  description: 'Nobody is alerted meanwhile, and uptime leaves the time out. `lapwing maintenance end` ends it early.',
  arguments: [{ name: 'monitor', help: 'Its name or id; several are possible', isOptional: true, isRest: true }],
  options: {
    tag: { help: 'Every monitor with this tag', value: 'TAG' },
    everything: { help: 'Every monitor of the organization' },
    for: { help: 'How long, from 5 minutes to 30 days; 1h by default', value: 'DURATION' },
    name: { help: 'What people read about it', value: 'NAME' },
  },
  example: 'maintenance start "Checkout API" --for 30m --name "Database upgrade"',
  async run({ args, client, options, output, signal }) {
    const { tag, name = 'Maintenance', for: duration = '1h' } = options as Record<string, string | undefined>
    if (args.length === 0 && !tag && !options['everything'])
      throw new CommandError('Name the monitors, or use --tag or --everything.')
    if (options['everything'] && (args.length > 0 || tag))
      throw new CommandError('--everything: cannot be combined with monitors or --tag.')
    const durationMinutes = Math.round(parseSeconds(duration, '--for') / 60)
    const lapwing = await client()
    const monitors: Monitor[] = []
    for (const text of args) monitors.push(await findMonitor(lapwing, text, signal))
    const window = await lapwing.post('/maintenance-windows', {
      body: {
        name,
        startsAt: new Date().toISOString(),
        durationMinutes,
        ...(monitors.length > 0 && { monitorIds: monitors.map(({ id }) => id) }),
        ...(tag && { monitorTags: [tag] }),
      },
      signal,
    })
    output.show(window, () => {
      const covered = [...monitors.map((monitor) => monitor.name), ...(tag ? [`everything tagged ${tag}`] : [])]
      const what = plainText(covered.join(', ') || 'every monitor')
      output.print(`Maintenance of ${what} has started and ends in ${formatSeconds(window.duration_minutes * 60)}.`)
      output.print(output.paint('dim', `To end it early: lapwing maintenance end ${window.id}`))
    })
  },
})
