import type { MaintenanceWindow } from '../../../sdk/src/api.ts'
import type { Client } from '../../../sdk/src/client.ts'
import { listAll } from '../../../sdk/src/pages.ts'
import { defineCommand } from '../../command.ts'
import { CommandError } from '../../exit-codes.ts'
import { plainText } from '../../output/plain-text.ts'

export const command = defineCommand({
  description: 'Alerts go out again at once. A window that repeats begins again as planned.',
  arguments: [{ name: 'window', help: 'Its id, or its name' }],
  example: 'maintenance end "Database upgrade"',
  async run({ args: [text = ''], client, output, signal }) {
    const lapwing = await client()
    const { id } = await findWindow(lapwing, text, signal)
    const window = await lapwing.post('/maintenance-windows/{id}/end', { params: { id }, signal })
    output.show(window, () => output.print(`Maintenance has ended: ${plainText(window.name)}`))
  },
})

/** The newest window with this name: earlier ones are over. */
async function findWindow(client: Client, text: string, signal: AbortSignal): Promise<Pick<MaintenanceWindow, 'id'>> {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return { id: text }
  const lower = text.toLowerCase()
  for await (const window of listAll(client, '/maintenance-windows', { query: { limit: 100 }, signal }))
    if (window.name.toLowerCase() === lower) return window
  throw new CommandError(`No maintenance window is named ${text}.`)
}
