import { defineCommand } from '../../command.ts'
import { type ImportTool, tools } from './source.ts'

export const command = defineCommand({
  description: 'Incidents that are still open are announced within a minute.',
  arguments: [{ name: 'tool', help: 'Where the monitors were imported from', choices: tools }],
  example: 'import switch-over kuma',
  async run({ args, client, output, signal }) {
    const source = args[0] as ImportTool
    const result = await (await client()).post('/monitors/import/switch-over', { body: { source }, signal })
    output.show(result, () => {
      const count = result.switched.length
      output.print(count === 0 ? 'No monitor was in shadow mode.' : `${count} monitors now send alerts.`)
    })
  },
})
