// Finds the command in the words of a command line, and parses its options.
import { parseArgs } from 'node:util'
import type { Command, CommandContext, CommandEntry, OptionSpec } from './command.ts'
import { CommandError } from './exit-codes.ts'

/** Options that every command has. */
export const commonOptions: Readonly<Record<string, OptionSpec>> = {
  json: { help: 'Print JSON, also on a terminal' },
  url: { help: 'Where Lapwing is, instead of LAPWING_URL', value: 'URL' },
  help: { help: 'Show this help', short: 'h' },
}

interface CommandMatch {
  readonly entry: CommandEntry
  /** What follows the name. */
  readonly rest: readonly string[]
}

export function findCommand(entries: readonly CommandEntry[], words: readonly string[]): CommandMatch {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ')
    const entry = entries.find((one) => one.name === name)
    if (entry) return { entry, rest: words.slice(length) }
  }
  const [first = ''] = words
  const family = entries.filter(({ name }) => name.startsWith(`${first} `)).map(({ name }) => `lapwing ${name}`)
  if (family.length > 0) throw new CommandError(`${first}: must be followed by one word more: ${family.join(', ')}.`)
  throw new CommandError(`${first}: no such command. Run \`lapwing --help\`.`)
}

export function parseCommandLine(
  name: string,
  command: Command,
  words: readonly string[],
): Pick<CommandContext, 'args' | 'options'> {
  const specs = { ...commonOptions, ...command.options }
  const { tokens } = parseArgs({
    args: [...words],
    options: Object.fromEntries(
      Object.entries(specs).map(([key, { value, short }]) => [
        key,
        { type: value ? ('string' as const) : ('boolean' as const), ...(short ? { short } : {}) },
      ]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const options: Record<string, string | true> = {}
  for (const token of tokens)
    if (token.kind === 'option') options[token.name] = checkOption(name, specs[token.name], token)
  const args = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []))
  if (!options['help']) checkArguments(name, command, args)
  return { args, options }
}

interface OptionToken {
  readonly rawName: string
  readonly value: string | undefined
}

function checkOption(name: string, spec: OptionSpec | undefined, { rawName, value }: OptionToken): string | true {
  if (!spec) throw new CommandError(`${rawName}: no such option. Run \`lapwing ${name} --help\`.`)
  if (!spec.value) {
    if (value !== undefined) throw new CommandError(`${rawName}: takes no value.`)
    return true
  }
  if (!value) throw new CommandError(`${rawName}: must be followed by a value.`)
  if (spec.choices && !spec.choices.includes(value))
    throw new CommandError(`${rawName}: must be one of ${spec.choices.join(', ')}.`)
  return value
}

function checkArguments(name: string, { arguments: specs = [] }: Command, args: readonly string[]): void {
  const missing = specs.slice(args.length).find(({ isOptional }) => !isOptional)
  if (missing) throw new CommandError(`${missing.name}: missing. Run \`lapwing ${name} --help\`.`)
  const extra = args[specs.length]
  if (extra !== undefined && !specs.at(-1)?.isRest)
    throw new CommandError(`${extra}: one word too many. Put names with spaces in quotes.`)
  for (const [index, { name: title, choices }] of specs.entries()) {
    const value = args[index]
    if (value !== undefined && choices && !choices.includes(value))
      throw new CommandError(`${title}: must be one of ${choices.join(', ')}.`)
  }
}
