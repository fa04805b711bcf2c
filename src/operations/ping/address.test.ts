import { describe, expect, it } from 'vitest'
import { nameOf, readAddress } from './address.ts'

const shown = (...given: Parameters<typeof readAddress>): string | null => {
  const found = readAddress(...given)
  return (
    found &&
    `${nameOf(found.address)} ${found.signal.kind}${found.signal.kind === 'exit' ? ` ${found.signal.status}` : ''}`
  )
}

describe('the path of a check-in', () => {
  it.each([
    ['T0ken_-', 'T0ken_- success'],
    ['T0ken/', 'T0ken success'],
    ['T0ken/start', 'T0ken start'],
    ['T0ken/fail', 'T0ken fail'],
    ['T0ken/log', 'T0ken log'],
    ['T0ken/0', 'T0ken exit 0'],
    ['T0ken/255/', 'T0ken exit 255'],
    ['key/nightly-backup', 'key/nightly-backup success'],
    ['key/2fa', 'key/2fa success'],
    ['key/nightly-backup/start', 'key/nightly-backup start'],
    ['key/nightly-backup/17', 'key/nightly-backup exit 17'],
    ['', null],
    ['/', null],
    ['T0ken/256', null],
    ['T0ken/0255', null],
    ['T0ken/1e2', 'T0ken/1e2 success'],
    ['T0ken/Start', null],
    ['T0ken//start', null],
    ['key/start/start', 'key/start start'],
    ['key/17/start', null],
    ['key/slug/stop', null],
    ['key/slug/start/more', null],
    ['to ken', null],
    ['tok\0en', null],
    ['x'.repeat(65), null],
  ])('/ping/%s', (path, expected) => {
    expect(shown('ping', path, undefined)).toBe(expected)
  })

  it.each([
    [undefined, 'token success'],
    ['up', 'token success'],
    ['down', 'token fail'],
    ['UP', 'token fail'],
  ])('/api/push/token?status=%s', (status, expected) => {
    expect(shown('push', 'token', status)).toBe(expected)
    expect(shown('push', 'token/fail', status)).toBeNull()
  })

  it.each([
    ['token', 'token success'],
    ['token/fail', 'token fail'],
    ['token/3', 'token exit 3'],
    ['token/other', null],
    ['token/slug/fail', null],
  ])('/api/v1/heartbeat/%s', (path, expected) => {
    expect(shown('heartbeat', path, undefined)).toBe(expected)
  })
})
