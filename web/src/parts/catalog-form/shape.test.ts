import { describe, expect, it } from 'vitest'
import type { FormField } from '../../api-types.ts'
import { arrange, controlOf, isSet, isShown, splitProblems } from './shape.ts'

const field = (notes: Partial<FormField>): FormField => ({
  key: 'key',
  type: 'string',
  required: false,
  default: null,
  secret: false,
  enum: null,
  min: null,
  max: null,
  max_items: null,
  max_length: 200,
  description: '',
  label: 'Key',
  group: null,
  advanced: false,
  unit: null,
  placeholder: null,
  shown_when: null,
  fields: null,
  choices: null,
  refers_to: null,
  ...notes,
})
const part = {
  key: 'name',
  label: 'Name',
  type: 'string',
  required: true,
  enum: null,
  min: null,
  max: null,
  max_length: 100,
  choices: null,
  fields: null,
}

describe('the control of a field', () => {
  it.each([
    ['a short text', {}, 'text'],
    ['a long text', { max_length: 1000 }, 'area'],
    ['a pattern', { key: 'expectMatchRegexp', max_length: 1000 }, 'text'],
    ['a secret', { secret: true }, 'secret'],
    ['a body that may hold secrets', { secret: true, max_length: 65_536 }, 'area'],
    ['a number', { type: 'number', max_length: null }, 'number'],
    ['a yes or no', { type: 'boolean', max_length: null }, 'switch'],
    ['a few choices', { type: 'enum', enum: ['a', 'b'] }, 'segments'],
    ['many choices', { type: 'enum', enum: ['a', 'b', 'c', 'd', 'e'] }, 'select'],
    ['texts', { type: 'array', max_length: null }, 'tokens'],
    ['one text or several', { type: 'string or string[]' }, 'tokens'],
    ['small objects', { type: 'array', fields: [part] }, 'rows'],
    ['nested objects', { type: 'array', fields: [{ ...part, type: 'array' }] }, 'json'],
    ['objects with lists', { type: 'array', fields: [{ ...part, type: 'array', fields: [part] }] }, 'items'],
    ['some of a few choices', { type: 'array', choices: [{ value: 'a', label: 'A' }] }, 'checks'],
    ['contact groups', { type: 'array', refers_to: 'contact group' }, 'groups'],
    ['an object', { type: 'object', fields: [part] }, 'object'],
    ['an object that nobody describes', { type: 'object' }, 'json'],
  ])('for %s', (_case, notes, control) => expect(controlOf(field(notes as Partial<FormField>))).toBe(control))
})

it('hides what does not matter, unless it is set', () => {
  const decides = field({ key: 'authType', default: 'none' })
  const token = field({ key: 'token', shown_when: { key: 'authType', in: ['bearer'] } })
  const all = [decides, token]
  expect(isShown(token, {}, all)).toBe(false)
  expect(isShown(token, { authType: 'bearer' }, all)).toBe(true)
  expect(isShown(token, { token: 'x' }, all)).toBe(true)
})

it('hides what a hidden choice decides', () => {
  const server = field({ key: 'server', default: 'own' })
  const decides = field({ key: 'authType', default: 'password', shown_when: { key: 'server', in: ['own'] } })
  const password = field({ key: 'password', shown_when: { key: 'authType', in: ['password'] } })
  const all = [server, decides, password]
  expect(isShown(password, {}, all)).toBe(true)
  expect(isShown(password, { server: 'installation' }, all)).toBe(false)
})

it('groups what is usual and keeps the rest apart', () => {
  const fields = [
    field({ key: 'method', group: 'request' }),
    field({ key: 'token', group: 'login' }),
    field({ key: 'body', group: 'request' }),
    field({ key: 'timeout', group: 'connection', advanced: true }),
  ]
  const { groups, more } = arrange(fields)
  expect(groups.map(({ name, fields: inside }) => [name, inside.map(({ key }) => key)])).toEqual([
    ['request', ['method', 'body']],
    ['login', ['token']],
  ])
  expect(more.map(({ key }) => key)).toEqual(['timeout'])
})

it('knows a value that is another than the default', () => {
  const days = field({ key: 'days', default: [14, 7] })
  expect([isSet(days, {}), isSet(days, { days: [14, 7] }), isSet(days, { days: [7] })]).toEqual([false, false, true])
})

it("puts the server's words at their fields", () => {
  expect(splitProblems('config.timeoutSeconds: must be from 1 to 60; name: Required')).toEqual({
    timeoutSeconds: 'must be from 1 to 60',
    name: 'Required',
  })
  expect(splitProblems('config.requestHeaders[0].key: Required; may not be empty')).toEqual({
    requestHeaders: 'Required; may not be empty',
  })
  expect(splitProblems('The plan has no room for another monitor')).toEqual({
    '': 'The plan has no room for another monitor',
  })
})
