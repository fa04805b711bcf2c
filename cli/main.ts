// The command line of people who use a Lapwing. It loads the SDK and one command, never the server.
import { readFileSync } from 'node:fs'
import type { Command, CommandEntry } from './command.ts'
import { commands } from './commands/index.ts'
import { createConnection } from './connection.ts'
import { CommandError, type ExitCode, exitCodeOf, exitCodes, explain } from './exit-codes.ts'
import { createOutput, type Output } from './output/output.ts'
import { findCommand, parseCommandLine } from './parse.ts'

const environment = process.env
const streams = { stdout: process.stdout, stderr: process.stderr, environment }

async function main(words: readonly string[]): Promise<ExitCode> {
  const [first = '--help'] = words
  if (['--help', '-h', 'help'].includes(first) && words.length < 2) return printOverview()
  if (['--version', '-v'].includes(first)) return print(`${readVersion()}\n`)
  const { entry, rest } = findCommand(commands, first === 'help' ? words.slice(1) : words)
  const { command } = await entry.load()
  return runCommand(entry, command, first === 'help' ? ['--help'] : rest)
}

async function runCommand(entry: CommandEntry, command: Command, words: readonly string[]): Promise<ExitCode> {
  const { args, options } = parseCommandLine(entry.name, command, words)
  if (options['help']) return print((await import('./help.ts')).commandHelp(entry, command))
  const output = createOutput(streams, options['json'] === true)
  const connection = createConnection(environment, options['url'] as string | undefined)
  const interruption = abortOnInterrupt()
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

/** The first Ctrl-C lets the command end in order, the second one ends it at once. */
function abortOnInterrupt(): AbortSignal {
  const interrupt = new AbortController()
  process.once('SIGINT', () => {
    interrupt.abort()
    process.once('SIGINT', () => process.exit(exitCodes.interrupted))
  })
  return interrupt.signal
}

function fail(error: unknown, output: Output, url?: string): ExitCode {
  output.warn(explain(error, url))
  return exitCodeOf(error)
}

function print(text: string): ExitCode {
  process.stdout.write(text)
  return exitCodes.ok
}

const printOverview = async (): Promise<ExitCode> =>
  print((await import('./help.ts')).overview(commands, readVersion()))

function readVersion(): string {
  const file = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(file) as { version: string }).version
}

// The reader has seen enough: `lapwing monitors | head -1`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(exitCodes.ok)
})

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof CommandError)) throw error
  return fail(error, createOutput(streams, false))
})
