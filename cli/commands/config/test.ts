import { writeFileSync } from 'node:fs'
import type { ConfigTry } from '../../../sdk/src/api.ts'
import type { Client } from '../../../sdk/src/client.ts'
import { sleep } from '../../../sdk/src/sleep.ts'
import { type CommandContext, defineCommand } from '../../command.ts'
import {
  type DocumentMistake,
  type SentDocuments,
  documentArguments,
  fileOption,
  isInvalid,
  mistakesIn,
  notValid,
  readDocuments,
  writeMistakes,
} from '../../document.ts'
import { CommandError, exitCodes } from '../../exit-codes.ts'
import type { Output } from '../../output/output.ts'
import { plainText } from '../../output/plain-text.ts'
import { responseTimeText } from '../../../src/domain/time/format.ts'
import { type TestCase, type TestedDocument, casesOf, summaryOf, titleOf } from '../../testing/test-case.ts'

const pollMs = 1000

export const command = defineCommand({
  description:
    'Lapwing validates the documents and checks each of their monitors once from its locations; nothing is created.\n' +
    'Exits with 3 if a check fails or cannot be run, and with 1 if a document is not valid.',
  arguments: documentArguments,
  options: {
    file: fileOption,
    only: { help: 'Only monitors with these keys, separated by commas', value: 'KEYS' },
    tag: { help: 'Only monitors with one of these tags, separated by commas', value: 'TAGS' },
    location: { help: "Check from these locations, separated by commas, instead of the monitors' own", value: 'NAMES' },
    junit: { help: 'Write a JUnit report to this file', value: 'FILE' },
    format: { help: 'Print annotations for GitHub Actions', value: 'FORMAT', choices: ['github'] },
  },
  example: 'test -f lapwing.yaml --tag shop --junit report.xml',
  async run(context) {
    const { options, output } = context
    const { junit, format } = options as Record<string, string | undefined>
    const sent = await readDocuments(context)
    const { documents, mistakes } = await testDocuments(context, sent)
    const cases = documents.flatMap(casesOf)
    if (junit !== undefined) saveReport(junit, (await import('../../testing/junit.ts')).writeJunit(documents))
    if (format === 'github') await printAnnotations(output, documents)
    else output.show(dataOf(documents), () => printCases(output, cases))
    if (mistakes.length > 0) {
      output.warn(`${notValid(sent)}\n${writeMistakes(mistakes)}`)
      return exitCodes.error
    }
    return cases.some(({ outcome }) => outcome === 'failed' || outcome === 'error')
      ? exitCodes.checksFailed
      : exitCodes.ok
  },
})

interface TestedDocuments {
  readonly documents: readonly TestedDocument[]
  /** Of all documents; then none is tested. */
  readonly mistakes: readonly DocumentMistake[]
}

async function testDocuments(context: CommandContext, sent: SentDocuments): Promise<TestedDocuments> {
  const { tried, mistakes } = await tryDocuments(context, sent)
  const documents = sent.documents.map(({ file }, index) => ({
    file,
    tried: tried && { ...tried, monitors: tried.monitors.filter((monitor) => monitor.file === file) },
    mistakes: mistakes.filter((mistake) => (mistake.file === null ? index === 0 : mistake.file === file)),
  }))
  return { documents, mistakes }
}

function filterOf(options: CommandContext['options']): { only?: string[]; tags?: string[]; locations?: string[] } {
  const list = (name: string): string[] | undefined =>
    (options[name] as string | undefined)
      ?.split(',')
      .map((text) => text.trim())
      .filter(Boolean)
  const [only, tags, locations] = [list('only'), list('tag'), list('location')]
  return { ...(only && { only }), ...(tags && { tags }), ...(locations && { locations }) }
}

async function tryDocuments(
  context: CommandContext,
  sent: SentDocuments,
): Promise<{ tried: ConfigTry | null; mistakes: DocumentMistake[] }> {
  const { client, options, signal } = context
  const lapwing = await client()
  const body = { ...sent, ...filterOf(options) }
  try {
    const begun = await lapwing.post('/config/tries', { body, signal, timeoutMs: 60_000 })
    return { tried: await untilDone(context, lapwing, begun), mistakes: [] }
  } catch (error) {
    if (!isInvalid(error)) throw error
    return { tried: null, mistakes: mistakesIn(error) }
  }
}

async function untilDone({ output, signal }: CommandContext, lapwing: Client, begun: ConfigTry): Promise<ConfigTry> {
  let current = begun
  while (!current.done) {
    const results = current.monitors.flatMap((monitor) => monitor.results)
    const done = results.filter(({ status }) => status === 'done').length
    output.progress(`${done} of ${results.length} checks done …`)
    await sleep(pollMs, signal)
    current = await lapwing.get('/config/tries/{id}', { params: { id: begun.id }, signal })
  }
  return current
}

const dataOf = (documents: readonly TestedDocument[]) => ({
  passed: documents.every(({ tried }) => tried?.passed === true),
  documents: documents.map(({ file, tried, mistakes }) => ({
    file,
    problem: mistakes.length > 0 ? writeMistakes(mistakes) : null,
    monitors: tried?.monitors ?? [],
  })),
})

async function printAnnotations(output: Output, documents: readonly TestedDocument[]): Promise<void> {
  const { writeAnnotations } = await import('../../testing/annotations.ts')
  const folder = process.env['GITHUB_WORKSPACE'] || process.cwd()
  for (const line of writeAnnotations(documents, folder)) output.print(line)
}

const styles = { passed: 'green', failed: 'red', error: 'red', skipped: 'dim' } as const

function printCases(output: Output, cases: readonly TestCase[]): void {
  if (cases.length === 0) return output.print('There are no monitors to test.')
  output.table(
    [
      { title: 'RESULT', value: ({ outcome }) => outcome, style: ({ outcome }) => styles[outcome], isWhole: true },
      { title: 'MONITOR', value: ({ monitor }) => monitor },
      { title: 'LOCATION', value: ({ location }) => location },
      {
        title: 'TIME',
        value: ({ durationMs }) => (durationMs === null ? null : responseTimeText(durationMs)),
        isNumber: true,
        isWhole: true,
      },
    ],
    cases,
  )
  output.print('')
  for (const one of cases) {
    const place = plainText(one.line === null ? one.file : `${one.file}:${one.line}`)
    const say = (text: string): void => output.print(`${output.paint('dim', `${place}:`)} ${plainText(text)}`)
    if (one.reason !== null) say(`${titleOf(one)}: ${one.reason}`)
    for (const warning of one.warnings) say(`${titleOf(one)}: warning: ${warning}`)
  }
  if (cases.some(({ reason, warnings }) => reason !== null || warnings.length > 0)) output.print('')
  output.print(summaryOf(cases))
}

function saveReport(file: string, report: string): void {
  try {
    writeFileSync(file, report)
  } catch (error) {
    throw new CommandError(`${file}: cannot be written (${(error as NodeJS.ErrnoException).code}).`)
  }
}
