import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { exitCodes } from '../exit-codes.ts'
import { parseCommandLine, findCommand } from '../parse.ts'
import { didYouMean } from '../suggest.ts'
import { allCommands, ownCommands } from './index.ts'
import { operationTable } from './operations.ts'

const read = (path: string): string => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
const page = read('docs/command-line.md')
const rows = page.split('\n').filter((line) => line.startsWith('| `'))
const rowOf = (name: string): string | undefined => rows.find((row) => new RegExp(`\`${name}[ \`]`).test(row))
const all = allCommands()

it('documents each command with the exit codes that only some have', () => {
  const sources = new Map(
    [...read('cli/commands/index.ts').matchAll(/name: '([^']+)'[^]*?import\('\.\/([^']+)'\)/g)].map(
      ([, name, file]) => [name!, read(`cli/commands/${file}`)],
    ),
  )
  for (const { name } of ownCommands) {
    const row = rowOf(name)
    expect(row, name).toBeDefined()
    const codes = row!.split('|').at(-2)!
    const source = sources.get(name) ?? ''
    expect(/\b3\b/.test(codes), name).toBe(source.includes('exitCodes.checksFailed'))
    expect(/\b2\b/.test(codes), name).toBe(source.includes('exitCodes.changes'))
  }
  const listed = [...page.matchAll(/^\| (\d+) \|/gm)].map(([, code]) => Number(code))
  expect(listed).toEqual(Object.values(exitCodes))
})

it('documents the commands of an installation', () => {
  const commands = JSON.parse(read('cli/operator-commands.json')) as { name: string }[]
  expect(commands.map(({ name }) => name).filter((name) => !rowOf(name)?.endsWith(' |'))).toEqual([])
  const codes = commands.map(({ name }) => rowOf(name)!.split('|').at(-2)!.trim())
  expect(codes.filter((text) => !text.startsWith('0, 1'))).toEqual([])
})

it('gives each operation one command, whose options have names of their own', async () => {
  const names = all.map(({ name }) => name)
  expect(names.length).toBe(new Set(names).size)
  const replaced = ownCommands.flatMap(({ replaces = [] }) => replaces)
  expect(replaced.filter((id) => !operationTable().some((one) => one.id === id))).toEqual([])
  for (const entry of all) {
    const { command } = await entry.load()
    const words = command.example.split(' ')
    expect(findCommand(all, words).entry.name, command.example).toBe(entry.name)
    const letters = Object.values(command.options ?? {}).flatMap(({ short }) => short ?? [])
    expect(letters.length, entry.name).toBe(new Set(letters).size)
  }
})

it('reads repeated options, and refuses empty ones that usually come from an unset variable', async () => {
  const { command } = await all.find(({ name }) => name === 'monitors update')!.load()
  const parse = (...words: string[]) => parseCommandLine('monitors update', command, words)
  expect(parse('Shop', '-F', 'a=1', '--field', 'b=2', '--description', '').options).toEqual({
    field: ['a=1', 'b=2'],
    description: '',
  })
  expect(() => parse('Shop', '--file', '')).toThrow('--file: must be followed by a value.')
  expect(() => parse()).toThrow('monitor: missing')
})

it.each([
  ['montiors', ' Did you mean monitors?'],
  ['mon', ' Did you mean monitors?'],
  ['zebra', ''],
])('suggests for %s', (typed, suggestion) => {
  expect(didYouMean(typed, ['monitors', 'incidents'])).toBe(suggestion)
})
