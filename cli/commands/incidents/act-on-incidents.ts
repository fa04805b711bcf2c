// `ack` and `resolve`: one request per incident, and a line for each.
import type { Incident } from '../../../sdk/src/api.ts'
import type { Command } from '../../command.ts'
import { CommandError } from '../../exit-codes.ts'
import { plainText } from '../../output/plain-text.ts'

interface IncidentAction {
  readonly path: '/incidents/{id}/acknowledge' | '/incidents/{id}/resolve'
  readonly example: string
  /** What happened to it: `Acknowledged`. */
  readonly verb: string
}

export function actOnIncidents({ path, example, verb }: IncidentAction): Command {
  return {
    arguments: [{ name: 'incident', help: 'Its number; several are possible', isRest: true }],
    example,
    async run({ args, client, output, signal }) {
      const ids = args.map(parseIncidentNumber)
      const lapwing = await client()
      const incidents: Incident[] = []
      for (const id of ids) incidents.push(await lapwing.post(path, { params: { id }, signal }))
      output.show(incidents, () => {
        for (const { id, message } of incidents) output.print(`${verb} incident ${id}: ${plainText(message)}`)
      })
    },
  }
}

export function parseIncidentNumber(text: string): number {
  const number = Number(text.replace(/^#/, ''))
  if (Number.isSafeInteger(number) && number > 0) return number
  throw new CommandError(`${text}: must be the number of an incident. Run \`lapwing incidents\` for a list.`)
}
