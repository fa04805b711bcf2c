import { writeFileSync } from 'node:fs'
import type { ConfigTry } from '../../../sdk/src/api.ts'
import type { Client } from '../../../sdk/src/client.ts'
import { sleep } from '../../../sdk/src/sleep.ts'
import { type CommandContext, defineCommand } from '../../command.ts'
import { fileOption, isInvalid, mistakesIn, readDocument, writeMistakes } from '../../document.ts'
import { CommandError, exitCodes } from '../../exit-codes.ts'
import type { Output } from '../../output/output.ts'
import { plainText } from '../../output/plain-text.ts'
import { responseTimeText } from '../../../src/domain/time/format.ts'
import { type TestCase, type TestedDocument, casesOf, summaryOf, titleOf } from '../../testing/test-case.ts'

const pollMs = 1000

export const command = defineCommand({
  description:
    'Lapwing validates the document and checks each of its monitors once from its locations; nothing is created.\n' +
    'Exits with 3 if a check fails or cannot be run, and with 1 if a document is not valid.',
  arguments: [{ name: 'file', help: 'More documents', isOptional: true, isRest: true }],
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
    const { args, options, output } = context
    const { file, junit, format } = options as Record<string, string | undefined>
    const files = [...(file === undefined ? [] : [file]), ...args]
    if (files.length === 0) throw new CommandError('Name the document with -f.')
    const documents = await testDocuments(context, files)
    const cases = documents.flatMap(casesOf)
    if (junit !== undefined) saveReport(junit, (await import('../../testing/junit.ts')).writeJunit(documents))
    if (format === 'github') await printAnnotations(output, documents)
    else output.show(dataOf(documents), () => printCases(output, cases))
    const invalid = documents.filter(({ mistakes }) => mistakes.length > 0)
    for (const { file: name, mistakes } of invalid)
      output.warn(`The document is not valid.\n${writeMistakes(name, mistakes)}`)
    if (invalid.length > 0) return exitCodes.error
    return cases.some(({ outcome }) => outcome === 'failed' || outcome === 'error')
      ? exitCodes.checksFailed
      : exitCodes.ok
  },
})

/** Starts all documents, so that their checks run side by side, and waits for one after the other. */
async function testDocuments(context: CommandContext, files: readonly string[]): Promise<TestedDocument[]> {
  const texts = await Promise.all(files.map(readDocument))
  const lapwing = await context.client()
  const begun: TestedDocument[] = []
  for (const [index, file] of files.entries())
    begun.push({ file, ...(await beginTest(context, lapwing, { ...texts[index]!, ...filterOf(context.options) })) })
  const documents: TestedDocument[] = []
  for (const document of begun)
    documents.push({ ...document, tried: document.tried && (await untilDone(context, lapwing, document.tried)) })
  return documents
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

type TestRequest = Awaited<ReturnType<typeof readDocument>> & ReturnType<typeof filterOf>

async function beginTest(
  { signal }: CommandContext,
  lapwing: Client,
  body: TestRequest,
): Promise<Pick<TestedDocument, 'tried' | 'mistakes'>> {
  try {
    return { tried: await lapwing.post('/config/tries', { body, signal, timeoutMs: 60_000 }), mistakes: [] }
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
    problem: mistakes.length > 0 ? writeMistakes(file, mistakes) : null,
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
