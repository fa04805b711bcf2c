// What --help prints.
import { readFileSync } from 'node:fs'
import type { Command, CommandEntry, OptionSpec } from './command.ts'
import { commonOptions } from './parse.ts'

/** The commands that `bin/lapwing.mjs` runs with the server's code. Here they only have their help. */
export function operatorCommands(): (CommandEntry & Omit<Command, 'run'>)[] {
  const text = readFileSync(new URL('operator-commands.json', import.meta.url), 'utf8')
  const listed = JSON.parse(text) as (Omit<Command, 'run'> & Pick<CommandEntry, 'name' | 'summary'>)[]
  const run = (): never => {
    throw new Error('Lapwing itself runs this command')
  }
  return listed.map((one) => ({ ...one, isForOperators: true, load: async () => ({ command: { ...one, run } }) }))
}

export function overview(entries: readonly CommandEntry[], version: string): string {
  const operator = operatorCommands()
  const width = Math.max(...[...entries, ...operator].map(({ name }) => name.length))
  const line = ({ name, summary }: CommandEntry): string => `  ${name.padEnd(width)}  ${summary}`
  return `Lapwing ${version}: uptime and health monitoring

Usage: lapwing <command> [options]

Commands for a running Lapwing (LAPWING_URL and LAPWING_TOKEN, or \`lapwing login\`):
${entries.map(line).join('\n')}

Commands on the machine that Lapwing runs on:
${operator.map(line).join('\n')}

\`lapwing <command> --help\` has the options and an example.
Exit codes: 0 ok, 1 error, 2 changes or confirmation needed, 3 checks failed, 4 not allowed, 5 unreachable.
`
}

export function commandHelp({ name, summary, isForOperators }: CommandEntry, command: Command): string {
  const { description, arguments: args = [], options = {}, example } = command
  const words = args.map(({ name: title, isOptional, isRest }) => {
    const word = `<${title}>${isRest ? '…' : ''}`
    return isOptional ? `[${word}]` : word
  })
  const rows = [
    ...args.map(({ name: title, help, choices }): [string, string] => [`<${title}>`, withChoices(help, choices)]),
    ...Object.entries({ ...options, ...(isForOperators ? { help: commonOptions['help']! } : commonOptions) }).map(
      optionRow,
    ),
  ]
  const width = Math.max(...rows.map(([left]) => left.length))
  return [
    `${summary}.`,
    ...(description ? [`\n${description}`] : []),
    `\nUsage: lapwing ${[name, ...words, '[options]'].join(' ')}\n`,
    ...rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`),
    `\nExample: lapwing ${example}\n`,
  ].join('\n')
}

function optionRow([name, { help, value, choices, short }]: [string, OptionSpec]): [string, string] {
  return [`${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`, withChoices(help, choices)]
}

const withChoices = (help: string, choices: readonly string[] | undefined): string =>
  choices ? `${help}: ${choices.join(', ')}` : help
