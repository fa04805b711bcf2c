import { defineCommand } from '../command.ts'
import { completionScript, type Shell, shells } from '../completion.ts'

export const command = defineCommand({
  description: 'The first line of the script says where to put it.',
  arguments: [{ name: 'shell', help: 'Your shell', choices: shells }],
  example: 'completion bash >> ~/.bashrc',
  async run({ args: [shell] }) {
    const { allCommands } = await import('./index.ts')
    process.stdout.write(await completionScript(shell as Shell, allCommands()))
  },
})
