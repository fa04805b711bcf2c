import { writeFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { defineCommand } from '../../command.ts'
import { CommandError } from '../../exit-codes.ts'

export const command = defineCommand({
  description: 'Its source is the name of the folder: change it if another document has the same.',
  arguments: [{ name: 'file', help: 'lapwing.yaml by default', isOptional: true }],
  example: 'init',
  async run({ args: [file = 'lapwing.yaml'], output }) {
    try {
      writeFileSync(file, documentOf(basename(resolve(file, '..')) || 'lapwing'), { flag: 'wx' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw new CommandError(`${file}: exists already.`)
      throw new CommandError(`${file}: cannot be written (${(error as NodeJS.ErrnoException).code}).`)
    }
    output.show({ file }, () => output.print(`Wrote ${file}. Next: lapwing diff -f ${file}`))
  },
})

const documentOf = (source: string): string => `# What Lapwing monitors for ${source}.
version: 1
# The name of this document. With --prune it deletes only what it manages itself.
source: ${JSON.stringify(source)}
contactGroups:
  - key: people
    name: People
monitors:
  - key: example
    name: Example
    type: http
    target: https://example.com/
    interval: 60
    # Locations have their slug or name.
    locations: [this-server]
    config:
      notificationGroupIds: [people]
`
