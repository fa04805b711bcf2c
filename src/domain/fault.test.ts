import { expect, it } from 'vitest'
import { Fault } from './fault.ts'

it.each([
  ['name: Required', [['name', 'Required']]],
  [
    ['config.headers[0].name: must be text', 'a: b; or: c', 'and 3 more'],
    [
      ['config.headers[0].name', 'must be text'],
      ['a', 'b; or: c'],
    ],
  ],
  ['tags: unknown tag “x; name: y”', [['tags', 'unknown tag “x; name: y”']]],
  ['Idempotency-Key: must be 1 to 255 characters', [['Idempotency-Key', 'must be 1 to 255 characters']]],
  ['The body ended before it was complete', []],
])('names the fields of %j', (problems, fields) => {
  const expected = fields.map(([field, text]) => ({ field, message: text }))
  const fault = new Fault('invalid_request', problems)
  expect(fault.details).toEqual(expected)
  expect(fault.message).toBe([problems].flat().join('; '))
  expect(new Fault('conflict', problems).details).toEqual([])
})
