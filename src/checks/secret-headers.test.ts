import { describe, expect, it } from 'vitest'
import { secretHeaders, secretParameters } from './secret-headers.ts'

const mask = '[redacted]'
const header = (key: string, value: string) => ({ key, value })

describe('headers', () => {
  it.each([
    'Authorization',
    'proxy-authorization',
    'Cookie',
    'X-Api-Key',
    'x-auth-token',
    'Client-Secret',
    'apikey',
    'X-Auth',
    'X-Amz-Signature',
    'X-Amz-Credential',
    'session_id',
  ])('named %s are masked', (key) => {
    expect(secretHeaders.conceal([header(key, 'hunter2')], mask)).toEqual([header(key, mask)])
  })

  it.each(['Accept', 'X-Tenant', 'Keyboard', 'User-Agent', 'X-Token-Version', 'Compass', 'X-Side'])(
    'named %s are readable',
    (key) => {
      expect(secretHeaders.conceal([header(key, 'acme')], mask)).toEqual([header(key, 'acme')])
    },
  )

  it('that are returned masked keep the stored value of their name', () => {
    const stored = [header('Cookie', 'a=1'), header('X-Tenant', 'acme'), header('cookie', 'b=2')]
    const sent = [header('COOKIE', mask), header('Cookie', mask), header('X-Tenant', 'other')]
    const kept = [header('COOKIE', 'a=1'), header('Cookie', 'b=2'), header('X-Tenant', 'other')]
    expect(secretHeaders.restore(sent, stored, mask)).toEqual(kept)
  })

  it('without a stored value stay masked, and are rejected later', () => {
    expect(secretHeaders.restore([header('Cookie', mask)], undefined, mask)).toEqual([header('Cookie', mask)])
  })

  it.each([null, 'text', [1], [{ key: 'A' }], mask])('that are invalid, such as %j, stay as they are', (value) => {
    expect(secretHeaders.conceal(value, mask)).toEqual(value)
    expect(secretHeaders.restore(value, undefined, mask)).toEqual(value)
  })
})

it('compares names of query parameters case-sensitively', () => {
  const stored = [header('token', 'a'), header('Token', 'b')]
  const sent = [header('Token', mask), header('token', mask)]
  expect(secretParameters.restore(sent, stored, mask)).toEqual(stored.toReversed())
})
