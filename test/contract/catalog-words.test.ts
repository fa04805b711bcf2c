import { expect, it } from 'vitest'
import { channelKinds } from '../../src/channels/index.ts'
import { catalog } from '../../src/operations/meta/catalog.ts'
import { entryOf } from '../../src/operations/channels/kinds.ts'

const types = catalog(() => 1)
const kinds = channelKinds.map((kind) => entryOf(kind))
const entries = [...types, ...kinds]

interface NamedField {
  readonly key: string
  readonly label: string
  readonly enum: readonly (string | number)[] | null
  readonly choices: readonly { readonly value: string | number; readonly label: string }[] | null
}

/** Every field and every part of a field, with the entry it is of. */
const fields = entries.flatMap(({ type, config }) =>
  config
    .flatMap((field): NamedField[] => [
      field,
      ...(field.fields ?? []).flatMap((part): NamedField[] => [part, ...(part.fields ?? [])]),
    ])
    .map((field) => ({ ...field, at: `${type}.${field.key}` })),
)

/** `graceSeconds` and `any_exact`, but not GitHub, JavaScript or gRPC. */
const codes = /\b[a-z]+[A-Z]\w*\b|\b[a-z0-9]+_[a-z0-9_]+\b/g
const codesIn = (text: string): readonly string[] =>
  text.replaceAll(/https?:\/\/\S+|\?\w+=|\bgRPC\b/g, '').match(codes) ?? []

it('covers all types and kinds', () => {
  expect(types.length).toBeGreaterThan(30)
  expect(kinds.length).toBeGreaterThan(30)
  expect(fields.length).toBeGreaterThan(300)
})

it('names every field and every choice in words', () => {
  const unnamed = fields.flatMap(({ at, key, label, enum: codes, choices }) => [
    ...(label === '' || label === key || codesIn(label).length > 0 ? [`${at}: ${label}`] : []),
    ...(codes ?? []).flatMap((code) => {
      const name = choices?.find(({ value }) => value === code)?.label
      const isWord = typeof code === 'string' && /[a-z]/.test(code)
      const isNamed = name !== undefined && name !== '' && codesIn(name).length === 0
      return isNamed ? [] : isWord || choices ? [`${at}: ${code}`] : []
    }),
  ])
  expect(unnamed).toEqual([])
  // Comparisons such as “contains” are the same word as their code.
  const same = fields.flatMap(({ choices }) => choices ?? []).filter(({ value, label }) => value === label)
  expect([...new Set(same.map(({ value }) => value))].filter((code) => /[a-z]/.test(String(code)))).toEqual([
    'contains',
    'matches',
  ])
})

it('explains fields without keys and codes', () => {
  const notified = entries.flatMap(({ type, summary, config }) => [
    { at: type, text: summary },
    ...config.map(({ key, description }) => ({ at: `${type}.${key}`, text: description })),
  ])
  const rules = types.flatMap(({ type, default_rules: rules, target }) => [
    { at: type, text: target.description },
    ...rules.map(({ name, when }) => ({ at: `${type} ${name}`, text: when ?? '' })),
  ])
  const coded = [...notified, ...rules].flatMap(({ at, text }) => codesIn(text).map((code) => `${at}: ${code}`))
  expect(coded).toEqual([])
})

it('shows a switch as it applies', () => {
  const undecided = entries.flatMap(({ type, config }) =>
    config.filter((field) => field.type === 'boolean' && field.default === null).map(({ key }) => `${type}.${key}`),
  )
  expect(undecided).toEqual([])
})
