// What `lapwing diff` and `lapwing apply` share: asking for a plan, and printing it.
import type { ConfigPlan } from '../../../sdk/src/api.ts'
import type { CommandContext, OptionSpec } from '../../command.ts'
import { fileOption, isInvalid, mistakesIn, notValid, readDocuments, writeMistakes } from '../../document.ts'
import { CommandError } from '../../exit-codes.ts'
import type { Output } from '../../output/output.ts'
import { plainJson, plainText } from '../../output/plain-text.ts'

const formats = ['text', 'markdown', 'json'] as const

export const planFormat: OptionSpec = {
  help: 'How to print the plan; json by default if the output is not a terminal',
  value: 'FORMAT',
  choices: formats,
}

export const planOptions: Readonly<Record<string, OptionSpec>> = {
  file: fileOption,
  prune: { help: 'Delete what the sources of the documents manage and the documents no longer have' },
  'prune-limit': { help: 'How many may be deleted; 10 or 20 % by default, whichever is more', value: 'NUMBER' },
  source: { help: 'The name of documents that have no source themselves', value: 'SOURCE' },
  format: planFormat,
  'take-over': { help: 'Manage also what these sources manage, separated by commas', value: 'SOURCES' },
}

// A plan is tried out, which takes thousands of objects minutes on a busy machine.
const planTimeoutMs = 600_000

export async function requestPlan({ args, client, options, output, signal }: CommandContext): Promise<ConfigPlan> {
  const { source, 'prune-limit': limit, 'take-over': takeOver } = options as Record<string, string | undefined>
  if (limit !== undefined && !/^\d{1,6}$/.test(limit)) throw new CommandError('--prune-limit: must be a whole number.')
  const sent = await readDocuments({ args, options })
  const body = {
    ...sent,
    prune: options['prune'] === true,
    ...(limit !== undefined && { pruneLimit: Number(limit) }),
    ...(source !== undefined && { source }),
    ...(takeOver !== undefined && { takeOver: takeOver.split(',') }),
  }
  output.progress('Planning …')
  const lapwing = await client()
  return lapwing.post('/config/plans', { body, signal, timeoutMs: planTimeoutMs }).catch((error: unknown) => {
    if (!isInvalid(error)) throw error
    throw new CommandError(`${notValid(sent)}\n${writeMistakes(mistakesIn(error))}`)
  })
}

const signs = { create: '+', adopt: '=', update: '~', delete: '-' } as const
const styles = { create: 'green', adopt: 'blue', update: 'yellow', delete: 'red' } as const

/** Prints it as `--format` says: as text for people, as Markdown for a pull request, or as JSON. */
export function showPlan({ output, options }: CommandContext, plan: ConfigPlan): void {
  const { format } = options
  if (format === 'json' || (format === undefined && !output.isForPeople)) output.print(plainJson(plan, 2))
  else if (format === 'markdown') printMarkdown(output, plan)
  else printPlan(output, plan)
}

/** Text of the plan stays inside of the block, whatever it contains. */
function printMarkdown(output: Output, plan: ConfigPlan): void {
  const lines: string[] = []
  printPlan({ ...output, paint: (_style, text) => text, print: (line) => lines.push(line) }, plan)
  const summary = lines.pop()!.trim()
  const fence = '`'.repeat(Math.max(3, ...[...lines.join('\n').matchAll(/`+/g)].map(([run]) => run.length + 1)))
  output.print(`### Lapwing: ${summary}`)
  if (lines.length > 0) output.print(['', `${fence}diff`, ...lines, fence].join('\n'))
}

/** As a patch: objects with a sign, and the old and the new value of each field. */
function printPlan(output: Output, plan: ConfigPlan): void {
  for (const { action, section, key, name, fields, restores_history } of plan.changes) {
    const note = restores_history ? ' (with its history)' : action === 'adopt' ? ' (managed from now on)' : ''
    output.print(output.paint(styles[action], plainText(`${signs[action]} ${section}[${key}] ${name}${note}`)))
    for (const { field, from, to, cause } of fields) {
      const drift = cause === 'document' ? '' : '  # changed outside the document'
      if (action !== 'create')
        output.print(output.paint('red', `  ${plainText(`- ${field}: ${JSON.stringify(from)}${drift}`)}`))
      output.print(output.paint('green', `  ${plainText(`+ ${field}: ${JSON.stringify(to)}`)}`))
    }
  }
  const notes = [
    ...plan.drift.map(({ section, key, message }) => `Drift: ${section}[${key}]: ${message}`),
    ...plan.rehearsal.map(({ monitor, rule, message }) => `Rehearsal: ${rule} of ${monitor} ${message}`),
    ...plan.warnings.map((warning) => `Warning: ${warning}`),
  ]
  if (notes.length > 0 && plan.changes.length > 0) output.print('')
  for (const note of notes) output.print(output.paint('yellow', plainText(note)))
  const { create, adopt, update, delete: removed, unchanged } = plan.summary
  const counts = `${create} to create, ${update + adopt} to change, ${removed} to delete, ${unchanged} the same`
  output.print(plan.changes.length === 0 ? `Nothing differs: ${unchanged} objects.` : `\n${counts}`)
}
