// The recipe "Add a field" of CONTRIBUTING.md, carried out for a field of monitors in a copy of the sources.
import { execFile } from 'node:child_process'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newFolder } from '../kit/files.ts'
import { checkout } from '../kit/lapwing/process.ts'

/** What is added to each file, and before which line. */
const edits = {
  'src/domain/monitor.ts': ['  /** Runs and opens', '  readonly isVital: boolean\n'],
  'src/domain/fields/monitor-fields.ts': [
    '  shadow: {',
    `  isVital: {
    response: 'is_vital',
    schema: z.boolean(),
    default: false,
    shown: z.boolean(),
    example: false,
    asSent: true,
  },\n`,
  ],
  'web/src/parts/vocabulary/monitor-fields.ts': [
    '  shadow: {',
    "  isVital: { empty: false, of: (monitor) => monitor.is_vital, read: flag, control: 'switch' },\n",
  ],
  'web/src/parts/vocabulary/monitor-field-messages.ts': ['    shadow: [', "    isVital: ['Vital', 'Wichtig'],\n"],
} as const
type Edited = keyof typeof edits

const run = promisify(execFile)
const copy = newFolder()
const at = (path: string): string => join(copy.path, path)
const original = (path: string): string => readFileSync(join(checkout, path), 'utf8')

function edit(path: Edited): void {
  const [before, added] = edits[path]
  expect(original(path), path).toContain(`\n${before}`)
  writeFileSync(at(path), original(path).replace(`\n${before}`, `\n${added}${before}`))
}

/** What the sources of the copy do with the field. */
const probe = `
import { writeFileSync } from 'node:fs'
import { operations } from './src/operations/index.ts'
import { monitorFacts } from './src/operations/monitors/facts.ts'
import { documentSchema } from './src/operations/config/document-schema.ts'
import { inRequest } from './src/domain/fields/monitor-fields.ts'
import { render } from './src/store/database/sql.ts'
import { addMonitor, changeMonitors, storedMonitors } from './src/store/monitors/monitors.ts'
import { showMonitor } from './src/store/monitors/shown-monitors.ts'
import { monitorRow } from './test/kit/resources/monitor-row.ts'
import { writeFiles } from './sdk/generator/write-types.ts'
import { exampleOf } from './src/operations/registry/fields/example.ts'
import { bodyOf, draftOf, readDraft, emptyDraft } from './web/src/screens/monitor-editor/draft.ts'

for (const [path, text] of Object.entries(writeFiles(operations))) writeFileSync(path, text)
const queries = []
const note = (statement) => { queries.push(render(statement)); return [] }
const db = { run: note, row: note, rows: note, publish() {} }
const now = new Date()
const monitor = { ...monitorRow(now), isVital: true }
await addMonitor(db, 'o', monitor, now)
await changeMonitors(db, 'o', [monitor], now)
await storedMonitors(db, 'o')
await showMonitor(db, 'o', 'm')
const find = (name) => operations.find(({ id }) => id === name)
const create = find('createMonitor')
const exampleFor = (name, status) => exampleOf(find(name).responses[status].schema, find(name).responses[status].example)
const draft = draftOf({ ...exampleFor('getMonitor', 200), is_vital: true })
console.log(JSON.stringify({
  sql: queries.filter(({ text }) => !text.includes('from status_pages')).map(({ text, values }) => [/is_vital/.test(text), values.some((value) => value === true || /"is_vital":true/.test(String(value)))]),
  created: create.body.parse({ ...create.bodyExample, isVital: true }).isVital,
  default: create.body.parse(create.bodyExample).isVital,
  updated: find('updateMonitor').body.parse({ isVital: true }),
  example: exampleFor('createMonitor', 201).is_vital,
  logged: monitorFacts(monitor).is_vital,
  exported: inRequest(monitor).isVital,
  document: documentSchema().properties.monitors.items.properties.isVital.type,
  dashboard: readDraft(bodyOf(draft, true), emptyDraft).isVital,
}))`

/** The files in which the compiler finds errors. */
async function wrongFiles(): Promise<string[]> {
  const files = ['src/store/monitors/monitors.ts', 'src/operations/monitors/facts.ts']
  const web = ['web/src/screens/monitor-editor/draft.ts', 'web/src/parts/vocabulary/monitor-field-messages.ts']
  const found = await Promise.all([typeErrors('.', files), typeErrors('web', web)])
  return [...new Set(found.flat())].sort()
}

async function typeErrors(folder: string, files: readonly string[]): Promise<string[]> {
  const config = { extends: './tsconfig.json', include: [], files: files.map(at) }
  const project = at(join(folder, 'some.json'))
  writeFileSync(project, JSON.stringify(config))
  const compiler = join(checkout, 'node_modules/typescript/bin/tsc')
  const { stdout } = await run(process.execPath, [compiler, '-p', project, '--pretty', 'false'], {
    cwd: copy.path,
  }).catch((error: { stdout: string }) => error)
  return [...stdout.matchAll(/^([^\s(]+)\(\d+,\d+\): error/gm)].map(([, path]) => path!)
}

describe('the recipe for a field', () => {
  let seen: Record<string, unknown>

  beforeAll(async () => {
    const configs = ['web/tsconfig.json', 'tsconfig.json', 'package.json']
    for (const path of ['src', 'sdk', 'cli', 'test/kit', 'web/src', ...configs])
      cpSync(join(checkout, path), at(path), { recursive: true, filter: (from) => !from.includes('node_modules') })
    for (const path of ['node_modules', 'web/node_modules']) symlinkSync(join(checkout, path), at(path))
    for (const path of Object.keys(edits)) edit(path as Edited)
    writeFileSync(at('probe.mjs'), probe)
    const { stdout } = await run(process.execPath, [at('probe.mjs')], { cwd: copy.path })
    seen = JSON.parse(stdout)
  })

  afterAll(() => copy.remove())

  it('names the files that are edited by hand, and no other source', () => {
    const [section] = /^## Add a field$[^]*?(?=^## )/m.exec(original('CONTRIBUTING.md'))!
    const steps = section.slice(section.indexOf('\n1. ')).replaceAll(/With[^.]*`(asSent|forAssistants)`[^]*?it\./g, '')
    const named = [...steps.matchAll(/`((?:src|web)\/[^`]*\.ts)`/g)].map(([, path]) => path!)
    const sources = named.filter((path) => !path.endsWith('.test.ts') && dirname(path) !== 'src/assistants/changes')
    expect(sources.sort()).toEqual(Object.keys(edits).sort())
  })

  it('is all that schemas, columns, the activity log, documents, exports and the editor need', () => {
    const isReadAndWritten = [
      [true, true],
      [true, true],
      [true, false],
      [true, false],
    ]
    expect(seen).toEqual({
      sql: isReadAndWritten,
      created: true,
      default: false,
      updated: { isVital: true },
      example: false,
      logged: true,
      exported: true,
      document: 'boolean',
      dashboard: true,
    })
  })

  it('compiles', async () => {
    expect(await wrongFiles()).toEqual([])
  })

  it('does not compile if one of them is forgotten', async () => {
    const forgotten = ['src/domain/fields/monitor-fields.ts', 'web/src/parts/vocabulary/monitor-field-messages.ts']
    for (const path of forgotten) writeFileSync(at(path), original(path))
    expect(await wrongFiles()).toEqual(forgotten)
    for (const path of forgotten) edit(path as Edited)
    const others = ['src/domain/monitor.ts', 'web/src/parts/vocabulary/monitor-fields.ts']
    for (const path of others) writeFileSync(at(path), original(path))
    expect((await wrongFiles()).map((path) => path.split('/', 1)[0])).toEqual(['src', 'web'])
  })
})
