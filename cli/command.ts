// The shape of a command. commands/index.ts says how to add one.
import type { Client } from '../sdk/src/client.ts'
import type { ExitCode } from './exit-codes.ts'
import type { Output } from './output/output.ts'

export interface OptionSpec {
  readonly help: string
  /** What stands for the value in the help, such as `TAG`; without it the option is a switch. */
  readonly value?: string
  /** The values it accepts. */
  readonly choices?: readonly string[]
  /** A single letter. */
  readonly short?: string
  /** Given several times, it is a list. */
  readonly isRepeatable?: boolean
  /** An empty value means something, instead of a variable that was not set. */
  readonly mayBeEmpty?: boolean
}

export interface ArgumentSpec {
  readonly name: string
  readonly help: string
  readonly isOptional?: boolean
  /** Takes all remaining words; only the last argument can. */
  readonly isRest?: boolean
  readonly choices?: readonly string[]
}

export interface CommandContext {
  /** The words after the command, as many as it declares. */
  readonly args: readonly string[]
  /** The options that were given: a string, true for a switch, or a list of strings if it may be repeated. */
  readonly options: Readonly<Record<string, string | true | readonly string[] | undefined>>
  /** Connects with the token or login of the user; throws if there is none. */
  readonly client: () => Promise<Client>
  /** Where Lapwing is. */
  readonly url: () => string
  readonly output: Output
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal
}

export interface Command {
  /** Sentences below the summary in the help. */
  readonly description?: string
  readonly arguments?: readonly ArgumentSpec[]
  readonly options?: Readonly<Record<string, OptionSpec>>
  /** A command line that works, without `lapwing` in front. */
  readonly example: string
  /** Returns the exit code if it is not 0. */
  run(context: CommandContext): Promise<ExitCode | void>
}

export const defineCommand = (command: Command): Command => command

export interface CommandEntry {
  /** One word or two: `maintenance start`. */
  readonly name: string
  readonly summary: string
  /** Runs on the machine that Lapwing runs on, with the server's code. */
  readonly isForOperators?: boolean
  /** The ids of operations that it calls; they get no command of their own. */
  readonly replaces?: readonly string[]
  load(): Promise<{ readonly command: Command }>
}
