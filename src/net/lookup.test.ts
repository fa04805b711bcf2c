import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { newFolder } from '../../test/kit/files.ts'
import { type Answer, type SmallNameServer, startNameServer } from '../../test/kit/servers/name-server.ts'
import { systemClock } from '../domain/clock.ts'
import { DeadlinePassed } from '../domain/limits/time-limit.ts'
import { createLookup } from './lookup.ts'
import { createPolicy } from './policy.ts'

const folder = newFolder()
const files = { hosts: join(folder.path, 'hosts'), resolver: join(folder.path, 'resolv.conf') }
writeFileSync(files.hosts, '192.0.2.10 listed.test\n2001:db8::10 listed.test\n10.0.0.9 inside.test\n')
writeFileSync(files.resolver, 'search first.test second.test\n')
afterAll(() => folder.remove())

let names: SmallNameServer
afterEach(() => names.stop())

async function lookup(
  host: string,
  zone: Record<string, Answer> = {},
  more: { ipVersion?: 'any' | 'ip4' | 'ip6'; allowPrivate?: boolean; signal?: AbortSignal } = {},
) {
  names = await startNameServer((name, type) => zone[`${type} ${name}`] ?? zone[name] ?? 'NXDOMAIN')
  const policy = createPolicy({ allowPrivate: more.allowPrivate ?? true })
  const find = createLookup({ policy, clock: systemClock, resolvers: [names.address], files })
  const addresses = await find(host, {
    ipVersion: more.ipVersion ?? 'any',
    signal: more.signal ?? new AbortController().signal,
  })
  return addresses.map(({ address }) => address)
}

describe('a host that is an address', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
  ])('%s is used as it is', async (host, address) => {
    expect(await lookup(host)).toEqual([address])
    expect(names.requested).toEqual([])
  })

  it.each([
    ['192.0.2.1', 'ip6', '192.0.2.1 is not an IPv6 address; change ipVersion or the target'],
    ['2001:db8::1', 'ip4', '2001:db8::1 is not an IPv4 address; change ipVersion or the target'],
  ] as const)('%s does not match %s', async (host, ipVersion, message) => {
    await expect(lookup(host, {}, { ipVersion })).rejects.toMatchObject({ reason: 'connect', message })
  })

  it.each([
    '127.1',
    '0x7f.1',
    '0177.0.0.1',
    '2130706433',
    '0x7f000001',
    '1.2.3',
    '1.2.3.4.5',
    '999.1.1.1',
    'a..b',
    '',
    'exa mple.com',
    'x'.repeat(64),
    '127.0.0.0x1',
  ])('"%s" is neither name nor address and is not queried', async (host) => {
    await expect(lookup(host)).rejects.toMatchObject({
      reason: 'dns',
      message: `"${host}" is neither a hostname nor an IP address`,
    })
    expect(names.requested).toEqual([])
  })
})

describe('a name', () => {
  it('resolves to its IPv4 addresses, without an IPv6 query', async () => {
    expect(await lookup('a.test', { 'A a.test': ['192.0.2.1', '192.0.2.2'] })).toEqual(['192.0.2.1', '192.0.2.2'])
    expect(names.requested).toEqual(['A a.test'])
  })

  it('resolves to its IPv6 addresses when it has no others', async () => {
    expect(await lookup('a.test', { 'A a.test': [], 'AAAA a.test': ['2001:db8::1'] })).toEqual(['2001:db8::1'])
  })

  it.each([
    ['ip4', ['192.0.2.1']],
    ['ip6', ['2001:db8::1']],
  ] as const)('resolves to addresses of the requested version: %s', async (ipVersion, expected) => {
    expect(
      await lookup('a.test', { 'A a.test': ['192.0.2.1'], 'AAAA a.test': ['2001:db8::1'] }, { ipVersion }),
    ).toEqual(expected)
  })

  it('is looked up in the hosts file first', async () => {
    expect(await lookup('Listed.test')).toEqual(['192.0.2.10', '2001:db8::10'])
    expect(names.requested).toEqual([])
  })

  it.each(['localhost', 'app.localhost', 'LOCALHOST.'])('%s is this machine without a query', async (host) => {
    expect(await lookup(host)).toEqual(['127.0.0.1'])
    expect(names.requested).toEqual([])
  })

  it('can be localhost on IPv6', async () => {
    expect(await lookup('localhost', {}, { ipVersion: 'ip6' })).toEqual(['::1'])
  })

  it('without dots is tried in the search domains, then as it is', async () => {
    expect(await lookup('db', { 'A db.second.test': ['192.0.2.3'] })).toEqual(['192.0.2.3'])
    expect(names.requested).toEqual(['A db.first.test', 'A db.second.test'])
  })

  it('with a dot at its end skips the search domains', async () => {
    await expect(lookup('db.')).rejects.toThrow('the name db. does not exist')
    expect(names.requested).toEqual(['A db'])
  })

  it('may be written in any script', async () => {
    expect(await lookup('bücher.test', { 'A xn--bcher-kva.test': ['192.0.2.4'] })).toEqual(['192.0.2.4'])
  })

  it('with a thousand addresses resolves to the first of them', async () => {
    const many = Array.from({ length: 25 }, (_, index) => `192.0.2.${index + 1}`)
    expect(await lookup('many.test', { 'A many.test': many })).toHaveLength(16)
  })

  it('is queried again each time', async () => {
    let calls = 0
    names = await startNameServer(() => [`192.0.2.${(calls += 1)}`])
    const find = createLookup({
      policy: createPolicy({ allowPrivate: true }),
      clock: systemClock,
      resolvers: [names.address],
      files,
    })
    const reach = { ipVersion: 'any', signal: new AbortController().signal } as const
    expect([await find('a.test', reach), await find('a.test', reach)].flat().map(({ address }) => address)).toEqual([
      '192.0.2.1',
      '192.0.2.2',
    ])
  })

  it.each([
    [{}, 'the name a.test does not exist'],
    [{ 'a.test': [] }, 'the name a.test has no address'],
    [{ 'a.test': 'SERVFAIL' }, 'the name server failed to look up a.test (SERVFAIL)'],
    [{ 'a.test': 'REFUSED' }, 'the name server refused to look up a.test (REFUSED)'],
  ] as [Record<string, Answer>, string][])('is notified apart from others that fail: %j', async (zone, message) => {
    await expect(lookup('a.test', zone)).rejects.toMatchObject({ reason: 'dns', message })
  })

  it('reports which IP version is missing', async () => {
    await expect(lookup('a.test', { 'a.test': [] }, { ipVersion: 'ip6' })).rejects.toThrow(
      'the name a.test has no IPv6 address',
    )
  })

  it('fails at the deadline', async () => {
    const controller = new AbortController()
    const pending = lookup('a.test', { 'a.test': 'silence' }, { signal: controller.signal })
    setTimeout(() => controller.abort(new DeadlinePassed(50)), 50)
    await expect(pending).rejects.toThrow('no response within 0.1 s (while looking up the name)')
  })
})

describe('a name that leads out of bounds', () => {
  it.each(['10.0.0.1', '127.0.0.1', '169.254.169.254', '0.0.0.0'])('is refused: %s', async (address) => {
    const refused = lookup('evil.test', { 'A evil.test': [address] }, { allowPrivate: false })
    await expect(refused).rejects.toMatchObject({
      reason: 'connect',
      message: expect.stringContaining(`evil.test leads to an address that is out of bounds: ${address} is a`),
    })
  })

  it('is refused from the hosts file too', async () => {
    await expect(lookup('inside.test', {}, { allowPrivate: false })).rejects.toThrow('10.0.0.9 is a private address')
    await names.stop()
    await expect(lookup('localhost', {}, { allowPrivate: false })).rejects.toThrow('127.0.0.1 is a loopback address')
  })

  it('resolves only to its allowed addresses', async () => {
    expect(await lookup('half.test', { 'A half.test': ['10.0.0.1', '1.1.1.1'] }, { allowPrivate: false })).toEqual([
      '1.1.1.1',
    ])
  })
})
