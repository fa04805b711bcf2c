import { expect, it } from 'vitest'
import { Fault } from './fault.ts'

it.each([
  ['name: Required', [['name', 'Required']]],
  [
    'config.headers[0].name: must be text; a: b; or c; and 3 more',
    [
      ['config.headers[0].name', 'must be text'],
      ['a', 'b; or c'],
    ],
  ],
  ['Idempotency-Key: must be 1 to 255 characters', [['Idempotency-Key', 'must be 1 to 255 characters']]],
  ['The body ended before it was complete', []],
])('names the fields of %j', (message, fields) => {
  const expected = fields.map(([field, text]) => ({ field, message: text }))
  expect(new Fault('invalid_request', message).details).toEqual(expected)
  expect(new Fault('conflict', message).details).toEqual([])
})
