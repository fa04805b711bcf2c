import { expect, it } from 'vitest'
import { inWords } from './problem-words.ts'

it('says labels in place of keys and codes', () => {
  const fields = [
    { key: 'requestBody', label: 'Body', choices: null },
    { key: 'authType', label: 'Login', choices: [{ value: 'api_key', label: 'API key' }] },
    { key: 'port', label: 'Port', choices: null },
  ]
  expect(inWords('must not be none with a requestBody', fields)).toBe('must not be none with a “Body”')
  expect(inWords('Required with authType api_key; the port stays', fields)).toBe(
    'Required with “Login” “API key”; the port stays',
  )
})
