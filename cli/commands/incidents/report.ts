import { parseIncidentNumber } from '../../incident-number.ts'
import { defineCommand } from '../../command.ts'
import { writeNewFile } from '../../new-file.ts'
import { plainDocument } from '../../output/plain-text.ts'

export const command = defineCommand({
  description: 'Prints Markdown, or JSON with --json. A PDF is saved as incident-ID.pdf unless --output names a file.',
  arguments: [{ name: 'ID', help: 'The number of the incident' }],
  options: {
    format: { help: 'markdown by default', value: 'FORMAT', choices: ['markdown', 'pdf', 'json'] },
    output: { help: 'Save it in this new file', value: 'FILE' },
  },
  example: 'incidents report 4711 --format pdf',
  async run({ args, client, options, output, signal }) {
    const id = parseIncidentNumber(args[0]!)
    const format = options['json'] ? 'json' : ((options['format'] ?? 'markdown') as 'markdown' | 'pdf' | 'json')
    const input = { params: { id }, query: { format }, signal }
    const response = await (await client()).fetch('get', '/incidents/{id}/report', input)
    const file = (options['output'] as string | undefined) ?? (format === 'pdf' ? `incident-${id}.pdf` : undefined)
    if (file === undefined) {
      const text = (await response.text()).trimEnd()
      return output.print(output.isForPeople ? plainDocument(text) : text)
    }
    writeNewFile(file, new Uint8Array(await response.arrayBuffer()))
    output.show({ file }, () => output.print(`Saved as ${file}.`))
  },
})
