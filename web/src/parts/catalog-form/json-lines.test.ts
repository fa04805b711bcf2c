import { expect, it } from 'vitest'
import { pickedItem, readJsonLines } from './json-lines.ts'

const body = '{"order": {"number": "HO-48213", "total": null, "a b": [1, true]}, "next": "x"}'

it('gives every value its path', () => {
  const values = readJsonLines(body).filter(({ value }) => value !== undefined)
  expect(values.map(({ path, value }) => [path, value])).toEqual([
    ['$.order.number', 'HO-48213'],
    ['$.order.total', null],
    ['$.order["a b"][0]', 1],
    ['$.order["a b"][1]', true],
    ['$.next', 'x'],
  ])
})

it('reads what is there of a text that was cut off', () => {
  const cut = readJsonLines(body.slice(0, 40))
  expect(cut.filter(({ value }) => value !== undefined).map(({ path }) => path)).toEqual(['$.order.number'])
})

it('reads nothing from a text that is no JSON', () => {
  for (const text of ['', '<html>', 'ok', '42', '{', ']', '{"a"', '{1: 2}']) expect(readJsonLines(text)).toEqual([])
})

it('fills a template with the picked value', () => {
  const line = readJsonLines(body).find(({ path }) => path === '$.order["a b"][0]')!
  const assertion = { source: 'json_path', property: '{path}', comparison: 'eq', target: '{value}' }
  expect(pickedItem(assertion, line)).toEqual({ ...assertion, property: '$.order["a b"][0]', target: 1 })
  expect(pickedItem({ name: '{name}' }, line)).toEqual({ name: '_0' })
})
