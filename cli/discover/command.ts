// What all `lapwing discover …` commands share: their options, the document that they print, and --watch.
import { type ArgumentSpec, type Command, type CommandContext, type OptionSpec, defineCommand } from '../command.ts'
import { parseSeconds } from '../durations.ts'
import { UsageError, exitCodes } from '../exit-codes.ts'
import type { Discoverer } from './discovery.ts'
import { type DocumentDefaults, documentOf, writeDocument } from './document.ts'
import { keepUpToDate } from './watch.ts'

const commonOptions: Readonly<Record<string, OptionSpec>> = {
  source: { help: 'The name of the document; give each host or cluster its own', value: 'SOURCE' },
  interval: { help: 'How often monitors check, if nothing else says so; 60s by default', value: 'DURATION' },
  locations: { help: 'Where they check from, separated by commas; this-server by default', value: 'NAMES' },
  tags: { help: 'Tags for all of them, separated by commas', value: 'TAGS' },
  groups: { help: 'Contact groups that they notify, separated by commas', value: 'NAMES' },
  watch: { help: 'Apply the document, and again whenever something changes, until you press Ctrl-C' },
  every: { help: 'With --watch, how often everything is read; 5m by default', value: 'DURATION' },
  grace: {
    help: 'With --watch, how long something is missing before its monitor is deleted; 10m by default',
    value: 'DURATION',
  },
  keep: { help: 'With --watch, delete nothing' },
  'prune-limit': {
    help: 'With --watch, how many may be deleted at once; 10 or 20 % by default, whichever is more',
    value: 'NUMBER',
  },
}

interface DiscoverCommand extends Pick<Command, 'description' | 'options' | 'example'> {
  readonly arguments?: readonly ArgumentSpec[]
  /** The source of the document, if the user names none. */
  readonly source: string | ((args: readonly string[]) => string)
  open(context: CommandContext): Discoverer | Promise<Discoverer>
}

export function discoverCommand({ source, open, options: own, ...rest }: DiscoverCommand): Command {
  return defineCommand({
    ...rest,
    options: { ...own, ...commonOptions },
    async run(context) {
      const { args, options, output, signal } = context
      const defaults = defaultsOf(options, typeof source === 'string' ? source : source(args))
      const discoverer = await open(context)
      if (options['watch']) return keepUpToDate(discoverer, { context, defaults })
      output.progress('Reading …')
      const document = documentOf(await discoverer.read(signal), defaults)
      if (options['json']) output.json({ version: 1, source: defaults.source, monitors: document.monitors })
      else output.print(writeDocument(document, defaults.source))
      if (document.mistakes.length === 0) return exitCodes.ok
      output.warn(`Left out:\n${document.mistakes.join('\n')}`)
      return exitCodes.error
    },
  })
}

const wordsIn = (text: unknown): string[] =>
  typeof text === 'string' ? text.split(',').map((word) => word.trim()) : []

function defaultsOf(options: CommandContext['options'], usualSource: string): DocumentDefaults {
  const interval = Math.round(parseSeconds((options['interval'] as string | undefined) ?? '60s', '--interval'))
  if (interval < 1 || interval > 86_400) throw new UsageError('--interval: must be 1 second to 1 day.')
  const locations = wordsIn(options['locations'])
  return {
    source: (options['source'] as string | undefined) ?? usualSource,
    intervalSeconds: interval,
    locations: locations.length > 0 ? locations : ['this-server'],
    tags: wordsIn(options['tags']),
    groups: wordsIn(options['groups']),
  }
}
