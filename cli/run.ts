// Runs one command. It loads the SDK and that command, never the server.
import { readFileSync } from 'node:fs'
import type { Command, CommandEntry } from './command.ts'
import { allCommands, ownCommands } from './commands/index.ts'
import { createConnection } from './connection.ts'
import { CommandError, type ExitCode, exitCodeOf, exitCodes, explain } from './exit-codes.ts'
import { createOutput, type Output, type OutputStreams } from './output/output.ts'
import { findCommand, parseCommandLine } from './parse.ts'

export interface Surroundings extends OutputStreams {
  /** Lets the command end in order. */
  readonly interruption: AbortSignal
}

export async function runCommandLine(words: readonly string[], around: Surroundings): Promise<ExitCode> {
  try {
    return await findAndRun(words, around)
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    return fail(error, createOutput(around, false))
  }
}

async function findAndRun(words: readonly string[], around: Surroundings): Promise<ExitCode> {
  const { stdout } = around
  const [first = '--help', second] = words
  const help = () => import('./help.ts')
  if (['--help', '-h', 'help'].includes(first) && words.length < 2)
    return print(stdout, (await help()).overview(allCommands(), readVersion()))
  if (['--version', '-v'].includes(first)) return print(stdout, `${readVersion()}\n`)
  if (first === 'help') return findAndRun([...words.slice(1), '--help'], around)
  // The table is only read if it is needed.
  const own = ownCommands.find(({ name }) => name === first || name === `${first} ${second}`)
  const entries = own ? ownCommands : [...allCommands(), ...(await help()).operatorCommands()]
  if ((second === '--help' || second === '-h') && !entries.some(({ name }) => name === first)) {
    const family = entries.filter(({ name }) => name.startsWith(`${first} `))
    if (family.length > 0) return print(stdout, (await help()).familyHelp(first, family))
  }
  const { entry, rest } = findCommand(entries, words)
  const { command } = await entry.load()
  return runCommand({ entry, command, words: rest }, around)
}

async function runCommand(
  { entry, command, words }: { entry: CommandEntry; command: Command; words: readonly string[] },
  { interruption, ...streams }: Surroundings,
): Promise<ExitCode> {
  const { args, options } = parseCommandLine(entry.name, command, words)
  if (options['help']) return print(streams.stdout, (await import('./help.ts')).commandHelp(entry, command))
  const output = createOutput(streams, options['json'] === true)
  const connection = createConnection(streams.environment, options['url'] as string | undefined)
  try {
    const { url, connect } = connection
    const code = await command.run({ args, options, client: connect, url: () => url, output, signal: interruption })
    return code ?? exitCodes.ok
  } catch (error) {
    if (interruption.aborted) return exitCodes.interrupted
    return fail(error, output, connection.url)
  } finally {
    output.progress('')
  }
}

function fail(error: unknown, output: Output, url?: string): ExitCode {
  output.warn(explain(error, url))
  return exitCodeOf(error)
}

function print(stdout: OutputStreams['stdout'], text: string): ExitCode {
  stdout.write(text)
  return exitCodes.ok
}

function readVersion(): string {
  const file = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(file) as { version: string }).version
}
