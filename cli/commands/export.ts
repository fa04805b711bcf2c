import { defineCommand } from '../command.ts'
import { plainText } from '../output/plain-text.ts'

export const command = defineCommand({
  description: 'Prints YAML, or JSON with --json. Secrets are masked; a masked secret keeps what is stored.',
  example: 'export > lapwing.yaml',
  async run({ client, options, output, signal }) {
    const format = options['json'] === true ? 'json' : 'yaml'
    const response = await (await client()).fetch('get', '/config', { query: { format }, signal })
    const lines = (await response.text()).trimEnd().split('\n')
    for (const line of lines) output.print(plainText(line))
  },
})
