import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { ChannelKind, FormField, MonitorType } from '../../sdk/api.ts'
import { channelKinds } from '../../src/channels/index.ts'
import { checks } from '../../src/checks/index.ts'
import { catalog } from '../../src/operations/meta/catalog.ts'
import { entryOf } from '../../src/operations/channels/kinds.ts'
import { evidence } from '../../web/src/catalog/german/evidence.ts'
import { families } from '../../web/src/catalog/german/german.ts'
import { same } from '../../web/src/catalog/german/same.ts'
import { kindIn, typeIn } from '../../web/src/catalog/translate.ts'

const types = catalog(() => 1) as unknown as readonly MonitorType[]
const kinds = channelKinds.map(entryOf) as unknown as readonly ChannelKind[]
const german = families.flatMap((family) => Object.keys(family))

const choicesOf = (fields: readonly FormField[]): string[] =>
  fields
    .flatMap((field) => [field.enum, ...(field.fields ?? []).map((part) => part.enum)])
    .flatMap((choices) => choices ?? [])
    // GET, CNAME, P1 and 2026.09 are no words.
    .filter((choice): choice is string => typeof choice === 'string' && /[a-z]/.test(choice))

/** Every text that somebody reads on a screen, with the type it is of. */
function texts(): { readonly text: string; readonly type: string }[] {
  const found: { text: string; type: string }[] = []
  const note = (text: string, type = ''): string => {
    found.push({ text, type })
    return text
  }
  for (const type of types) typeIn(note, type)
  for (const kind of kinds) kindIn(note, kind)
  for (const { type, config } of [...types, ...kinds]) for (const choice of choicesOf(config)) note(choice, type)
  for (const { type, phases } of checks) for (const { label } of phases) note(label, type)
  return found.filter(({ text }) => text !== '')
}

it('says every text of the catalog in German, and nothing that the catalog no longer says', () => {
  const known = new Set([...german, ...same])
  const missing = texts().filter(({ text, type }) => !known.has(text) && !known.has(`${type}|${text}`))
  expect([...new Set(missing.map(({ text }) => text))]).toEqual([])
  const said = new Set(texts().flatMap(({ text, type }) => [text, `${type}|${text}`]))
  expect([...known].filter((text) => !said.has(text))).toEqual([])
})

it('says each of them once', () => {
  const all = [...german, ...same]
  expect(all.filter((text, at) => all.indexOf(text) !== at)).toEqual([])
})

it('names every part of evidence in German, and none that no check has', () => {
  const root = join(import.meta.dirname, '../../src')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  const sources = files
    .filter(
      (file) => /^(checks|net|protocols|browsers|domain|engine)\/.*\.ts$/.test(file) && !file.endsWith('.test.ts'),
    )
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n')
  const written = sources.matchAll(/\bevidence(?:\.(\w+)|\['(\w+)'\]) \??\??= |\.show\('(\w+)'/g)
  const keys = new Set([...written].map(([, dotted, quoted, shown]) => (dotted ?? quoted ?? shown)!))
  expect(keys.size).toBeGreaterThan(50)
  expect([...keys].filter((key) => !(key in evidence))).toEqual([])
  expect(Object.keys(evidence).filter((key) => !new RegExp(`\\b${key}\\b`).test(sources))).toEqual([])
})
