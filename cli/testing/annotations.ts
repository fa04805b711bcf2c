// Workflow commands of GitHub Actions, which show a message at a line of a file.
import { relative, resolve } from 'node:path'
import { plainText } from '../output/plain-text.ts'
import { type TestCase, type TestedDocument, casesOf, summaryOf, titleOf } from './test-case.ts'

type Level = 'error' | 'warning' | 'notice'

interface Annotation {
  readonly level: Level
  readonly file: string
  readonly line: number | null
  readonly title: string
  readonly message: string
}

/** Nothing else of the documents may be printed: a line that begins with `::` is a command. */
export function writeAnnotations(documents: readonly TestedDocument[], folder: string): string[] {
  const cases = documents.flatMap(casesOf)
  const invalid = documents.flatMap(({ file, mistakes }) =>
    mistakes.map(({ line, message }): Annotation => ({ level: 'error', file, line, title: notValid, message })),
  )
  const annotations = [...invalid, ...cases.flatMap(annotationsOf)]
  return [...annotations.map((annotation) => writeAnnotation(annotation, folder)), summaryOf(cases)]
}

const notValid = 'The document is not valid'

const levels: Readonly<Record<TestCase['outcome'], Level | null>> = {
  failed: 'error',
  error: 'error',
  skipped: 'notice',
  passed: null,
}

function annotationsOf(one: TestCase): Annotation[] {
  const { file, line, outcome, reason, warnings } = one
  const title = titleOf(one)
  const level = levels[outcome]
  const main: Annotation[] = level === null ? [] : [{ level, file, line, title, message: reason ?? '' }]
  return [...main, ...warnings.map((message): Annotation => ({ level: 'warning', file, line, title, message }))]
}

function writeAnnotation({ level, file, line, title, message }: Annotation, folder: string): string {
  const place = file === '-' ? {} : { file: relative(folder, resolve(file)), ...(line !== null && { line }) }
  const properties = Object.entries({ ...place, title: plainText(title) })
  const written = properties.map(([name, value]) => `${name}=${escapeProperty(String(value))}`).join(',')
  return `::${level} ${written}::${escapeData(plainText(message))}`
}

const escapeData = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const escapeProperty = (text: string): string => escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
