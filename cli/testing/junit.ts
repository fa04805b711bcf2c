// JUnit XML, as pipelines read it: a suite per document, a case per monitor and location.
import { writeMistakes } from '../document.ts'
import { type TestCase, type TestedDocument, casesOf, countOf, titleOf } from './test-case.ts'

export function writeJunit(documents: readonly TestedDocument[]): string {
  const suites = documents.flatMap(writeSuite)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites name="lapwing test">',
    ...suites,
    '</testsuites>',
    '',
  ].join('\n')
}

function writeSuite(document: TestedDocument): string[] {
  const { file, tried, mistakes } = document
  const problem = mistakes.length > 0 ? writeMistakes(mistakes) : null
  const cases = casesOf(document)
  const milliseconds = cases.reduce((sum, { durationMs }) => sum + (durationMs ?? 0), 0)
  const attributes = attributesOf({
    name: file,
    tests: cases.length + (problem === null ? 0 : 1),
    failures: countOf(cases, 'failed'),
    errors: countOf(cases, 'error') + (problem === null ? 0 : 1),
    skipped: countOf(cases, 'skipped'),
    time: inSeconds(milliseconds),
    timestamp: tried?.created_at ?? null,
  })
  const invalid =
    problem === null
      ? []
      : [
          `    <testcase${attributesOf({ name: 'The document is valid', classname: file, time: inSeconds(0) })}>`,
          `      <error${attributesOf({ message: problem, type: 'invalid' })}>${escape(problem)}</error>`,
          '    </testcase>',
        ]
  return [`  <testsuite${attributes}>`, ...invalid, ...cases.flatMap(writeCase), '  </testsuite>']
}

function writeCase(one: TestCase): string[] {
  const { key, file, line, durationMs, reason, cause, outcome, warnings } = one
  const attributes = attributesOf({
    name: titleOf(one),
    classname: `monitors.${key}`,
    file,
    line,
    time: inSeconds(durationMs ?? 0),
  })
  const element = { failed: 'failure', error: 'error', skipped: 'skipped', passed: null }[outcome]
  const details = [
    ...(element === null ? [] : [writeReason(element, reason ?? '', cause)]),
    ...(warnings.length > 0 ? [`      <system-out>${escape(warnings.join('\n'))}</system-out>`] : []),
  ]
  if (details.length === 0) return [`    <testcase${attributes}/>`]
  return [`    <testcase${attributes}>`, ...details, '    </testcase>']
}

function writeReason(element: string, reason: string, cause: string | null): string {
  if (element === 'skipped') return `      <skipped${attributesOf({ message: reason })}/>`
  return `      <${element}${attributesOf({ message: reason, type: cause ?? 'other' })}>${escape(reason)}</${element}>`
}

const inSeconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(3)

const attributesOf = (values: Readonly<Record<string, string | number | null>>): string =>
  Object.entries(values)
    .flatMap(([name, value]) => (value === null ? [] : [` ${name}="${escape(String(value))}"`]))
    .join('')

// Control characters, lone surrogates and the two code points that XML 1.0 forbids; line breaks and tabs are allowed.
// eslint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\p{Cs}\ufffe\uffff]/gu

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

const escape = (text: string): string =>
  text.replace(forbidden, '').replace(/[&<>"'\t\n\r]/g, (character) => entities[character]!)
