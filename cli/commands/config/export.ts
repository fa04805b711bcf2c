import { defineCommand } from '../../command.ts'
import { plainDocument } from '../../output/plain-text.ts'

export const command = defineCommand({
  description: 'Prints YAML, or JSON with --json. Secrets are masked; a masked secret keeps what is stored.',
  options: { terraform: { help: 'Import blocks and resources for the provider Mastercard/restapi' } },
  example: 'export > lapwing.yaml',
  async run({ client, options, output, signal }) {
    const format = options['terraform'] ? 'terraform' : options['json'] ? 'json' : 'yaml'
    const response = await (await client()).fetch('get', '/config', { query: { format }, signal })
    const document = (await response.text()).trimEnd()
    output.print(output.isForPeople ? plainDocument(document) : document)
  },
})
