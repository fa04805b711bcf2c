import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CheckType } from '../../checks/define.ts'
import { checks, findCheck } from '../../checks/index.ts'
import { type NamedTarget, readTarget } from '../../checks/targets.ts'
import type { MonitorConfig } from '../../domain/monitor.ts'
import { type StoredConfig, emptyConfig } from '../../domain/stored-config.ts'
import { saveConfig, mergeConfig, staleSecrets } from './config.ts'

const mask = '[redacted]'
const imap = findCheck('imap')!
const secretive = checks.filter(({ secrets }) => secrets.length > 0)

/** All secrets look like this, so that a leak is easy to see. */
const fresh = fc.nat().map((n) => `secret ${n}`)
const plain = fc.oneof(fc.constant('plain'), fc.integer(), fc.boolean(), fc.constant(null))

/** A type with secrets, and a series of requests for a monitor of it. */
const monitorUpdates = fc.constantFrom(...secretive).chain((check) => {
  const key = (secret: boolean) =>
    secret ? fc.oneof(fc.constant(''), fc.constant(mask), fc.constant(null), fresh) : plain
  // Lists that are stored in another form have their own tests.
  const isList = (name: string): boolean => check.config[name]?.notes.type === 'array' && !check.secrets.includes(name)
  const names = Object.keys(check.config).filter((name) => !isList(name))
  const shape = Object.fromEntries(names.map((name) => [name, key(check.secrets.includes(name))]))
  const request = fc.record(shape, { requiredKeys: [] }) as fc.Arbitrary<MonitorConfig>
  return fc.record({ check: fc.constant(check), requests: fc.array(request, { minLength: 1, maxLength: 5 }) })
})

/** Some types refuse these; targets are compared as text. */
const here = ({ target }: CheckType): NamedTarget => readTarget(target, 'here.example')
const elsewhere = ({ target }: CheckType): NamedTarget => readTarget(target, 'elsewhere.example')
const isGiven = (value: unknown): boolean => value !== undefined && value !== '' && value !== mask

describe('any sequence of requests', () => {
  it('stores exactly the secrets that were last sent and not cleared, and shows none', () => {
    fc.assert(
      fc.property(monitorUpdates, ({ check, requests }) => {
        const expected = new Map<string, unknown>()
        let kept: StoredConfig = emptyConfig
        for (const sent of requests) {
          for (const [key, value] of Object.entries(sent)) {
            if (value === null) expected.delete(key)
            else if (!check.secrets.includes(key) || isGiven(value)) expected.set(key, value)
          }
          const merged = mergeConfig(check, kept, sent)
          expect(merged).toEqual(Object.fromEntries(expected))
          kept = saveConfig(check, merged)
          const secrets = [...expected].filter(([key]) => check.secrets.includes(key))
          expect(kept.secrets).toEqual(Object.fromEntries(secrets))
          expect(JSON.stringify(kept.config)).not.toContain('secret ')
          expect(Object.keys(kept.config).sort()).toEqual([...expected.keys()].sort())
          for (const [key] of secrets) expect(kept.config[key]).toBe(mask)
        }
      }),
    )
  })

  it('changes nothing when the shown config is sent back', () => {
    fc.assert(
      fc.property(monitorUpdates, ({ check, requests: [sent = {}] }) => {
        const kept = saveConfig(check, mergeConfig(check, emptyConfig, sent))
        expect(saveConfig(check, mergeConfig(check, kept, kept.config))).toEqual(kept)
        expect(staleSecrets(check, { stored: kept, sent: kept.config, from: here(check), to: here(check) })).toEqual([])
      }),
    )
  })

  it('never keeps a credential for another target: it is sent again, removed or refused by name', () => {
    fc.assert(
      fc.property(monitorUpdates, fc.boolean(), ({ check, requests: [first = {}, second = {}] }, targetChanged) => {
        const kept = saveConfig(check, mergeConfig(check, emptyConfig, first))
        const merged = mergeConfig(check, kept, second)
        const setting = (config: MonitorConfig, key: string): unknown => config[key] ?? check.config[key]?.notes.default
        const { keys, boundTo } = check.credentials
        const moved =
          targetChanged ||
          (check.config['verifyTls'] &&
            setting(kept.config, 'verifyTls') === true &&
            setting(merged, 'verifyTls') === false)
        const changed = boundTo.some((key) => setting(merged, key) !== setting(kept.config, key))
        const bound = moved ? check.secrets : changed ? keys : []
        const left = bound.filter((key) => key in kept.secrets && key in merged && !isGiven(second[key]))
        const to = targetChanged ? elsewhere(check) : here(check)
        const stale = staleSecrets(check, { stored: kept, sent: second, from: here(check), to })
        expect(stale.map((text) => text.slice('config.'.length, text.indexOf(':')))).toEqual(left)
      }),
    )
  })
})

describe('mergeConfig', () => {
  const kept: StoredConfig = {
    config: { username: 'probe', password: mask, port: 993 },
    secrets: { password: 'hunter2' },
  }

  it.each<[MonitorConfig, MonitorConfig]>([
    [{}, { username: 'probe', password: 'hunter2', port: 993 }],
    [
      { port: 1993, mailbox: 'Archive' },
      { username: 'probe', password: 'hunter2', port: 1993, mailbox: 'Archive' },
    ],
    [{ port: null }, { username: 'probe', password: 'hunter2' }],
    [{ password: '' }, { username: 'probe', password: 'hunter2', port: 993 }],
    [{ password: mask }, { username: 'probe', password: 'hunter2', port: 993 }],
    [{ password: 'new' }, { username: 'probe', password: 'new', port: 993 }],
    [{ password: null, username: null }, { port: 993 }],
    [{ username: '' }, { username: '', password: 'hunter2', port: 993 }],
    [{ username: mask }, { username: mask, password: 'hunter2', port: 993 }],
  ])('merges %j into the stored config', (sent, merged) => {
    expect(mergeConfig(imap, kept, sent)).toEqual(merged)
  })

  it('keeps unknown keys, even null ones, so that they are refused', () => {
    expect(mergeConfig(imap, emptyConfig, { surprise: null, constructor: null })).toEqual({
      surprise: null,
      constructor: null,
    })
  })
})

describe('saveConfig', () => {
  it('masks a secret that is not a string', () => {
    const cookies = [{ name: 'sid', value: 'hunter2' }]
    expect(saveConfig(findCheck('browser')!, { cookies })).toEqual({ config: { cookies: mask }, secrets: { cookies } })
  })

  it('stores reminder days sorted and without duplicates, and groups without duplicates', () => {
    const config = { expiryReminderDays: [30, 7, 30, 100], notificationGroupIds: ['B', 'a', 'b'] }
    expect(saveConfig(findCheck('http')!, config).config).toEqual({
      expiryReminderDays: [7, 30, 100],
      notificationGroupIds: ['b', 'a'],
    })
  })
})

describe('staleSecrets', () => {
  const http = findCheck('http')!
  const stored = saveConfig(http, {
    authType: 'bearer',
    bearerToken: 'hunter2',
    requestBody: '{"pin":1234}',
    requestHeaders: [{ key: 'X-Tenant', value: 'acme' }],
  })
  const stale = (to: string, sent: MonitorConfig = {}): string[] =>
    staleSecrets(http, {
      stored,
      sent,
      from: readTarget(http.target, 'https://shop.example/health'),
      to: readTarget(http.target, to),
    }).map((text) => text.split(':')[0]!)
  const all = ['config.bearerToken', 'config.requestBody', 'config.requestHeaders']

  it.each([
    ['https://elsewhere.example/health', all],
    ['http://shop.example/health', all],
    ['https://shop.example:8443/health', all],
    ['https://shop.example:443/status?full=1', []],
    ['https://shop.example/', []],
  ])('for the new target %s are %j', (to, keys) => {
    expect(stale(to).toSorted()).toEqual(keys)
  })

  it('are those that were not sent again, such as a masked header', () => {
    const to = 'https://elsewhere.example/'
    const headers = (value: string): MonitorConfig => ({ requestHeaders: [{ key: 'X-Tenant', value }] })
    const rest = { bearerToken: 'new', requestBody: null }
    expect(stale(to, { ...rest, ...headers('acme') })).toEqual([])
    expect(stale(to, { ...rest, ...headers(mask) })).toEqual(['config.requestHeaders'])
    expect(stale(to, { ...rest, requestHeaders: null })).toEqual([])
  })

  it('are all of them if the certificate is no longer verified', () => {
    const kept = saveConfig(imap, { username: 'probe', password: 'hunter2' })
    const change = (verifyTls: boolean): string[] =>
      staleSecrets(imap, { stored: kept, sent: { verifyTls }, from: here(imap), to: here(imap) })
    expect(change(false)).toEqual([expect.stringContaining('because verifyTls changed')])
    expect(change(true)).toEqual([])
  })
})
