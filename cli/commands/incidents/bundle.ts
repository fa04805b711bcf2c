import { parseIncidentNumber } from '../../incident-number.ts'
import { defineCommand } from '../../command.ts'
import { writeNewFile } from '../../new-file.ts'

export const command = defineCommand({
  description: 'Saves it as incident-ID.zip unless --output names a file. `lapwing verify` checks it.',
  arguments: [{ name: 'ID', help: 'The number of the incident' }],
  options: { output: { help: 'Save it in this new file', value: 'FILE' } },
  example: 'incidents bundle 4711',
  async run({ args, client, options, output, signal }) {
    const id = parseIncidentNumber(args[0]!)
    const file = (options['output'] as string | undefined) ?? `incident-${id}.zip`
    const response = await (await client()).fetch('get', '/incidents/{id}/bundle', { params: { id }, signal })
    writeNewFile(file, new Uint8Array(await response.arrayBuffer()))
    output.show({ file }, () => output.print(`Saved as ${file}. Run \`lapwing verify ${file}\` to check it.`))
  },
})
