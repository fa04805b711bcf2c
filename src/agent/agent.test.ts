import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fakeClock } from '../../test/kit/clock.ts'
import { newFolder } from '../../test/kit/files.ts'
import { waitUntil } from '../../test/kit/wait-until.ts'
import { openBuffer } from './buffer.ts'
import { containersIn } from './containers.ts'
import { nodeForAnybody } from './for-anybody.ts'
import { meaningOf } from './report.ts'
import { type AgentSample, createSampler, fits, numberIn } from './sample.ts'
import { unitsIn, watchedServices } from './services.ts'
import { saveSettings, readSettings, urlOf, usualConfig } from './settings.ts'
import { unitText } from './service/unit.ts'
import { createUpdates, securityUpdatesIn } from './updates.ts'
import { hostReport } from '../checks/reports/host-report.ts'
import { linuxSystem } from './linux.ts'
import { readMachine } from './machine.ts'

const sample = (at: string): AgentSample => ({ at }) as AgentSample

describe('a sample of this machine', () => {
  it('is accepted by Lapwing', async () => {
    const clock = fakeClock()
    const folder = newFolder().path
    mkdirSync(join(folder, 'custom'))
    writeFileSync(join(folder, 'custom', 'queue.txt'), 'queue_depth 17\nnot a number\n')
    const take = await createSampler(clock, folder, linuxSystem())
    clock.advance(1000)
    const config = {
      ...usualConfig,
      collectUpdates: false,
      processes: [{ name: 'node' }],
      services: ['no-such-service'],
    }
    const taken = await take(config)
    const report = {
      agent_version: '0.1.0',
      sent_at: clock.now().toISOString(),
      ...(await readMachine(linuxSystem())),
    }
    expect(hostReport.safeParse({ ...report, samples: [taken] }).error).toBeUndefined()
    expect(taken.metrics).toMatchObject({ load1: expect.any(Number), mem_used_pct: expect.any(Number) })
    expect(taken.custom).toEqual({ queue_depth: 17 })
    expect(taken.processes).toEqual([{ name: 'node', count: expect.any(Number) }])
    expect(taken.top_processes.length).toBeGreaterThan(0)
  })
})

describe('what cannot be sent', () => {
  it('is stored in files of sixty, returned oldest first, and survives a restart and half a line', () => {
    const clock = fakeClock()
    const folder = newFolder().path
    const buffer = openBuffer<AgentSample>(folder, () => clock.now())
    for (let n = 0; n < 61; n++) {
      clock.advance(10_000)
      buffer.keep(sample(`sample ${n}`))
    }
    const [, second] = readdirSync(folder)
    writeFileSync(join(folder, second!), '{"at":"half', { flag: 'a' })
    const again = openBuffer<AgentSample>(folder, () => clock.now())
    const first = again.oldest()!
    expect(first.items.map(({ at }) => at)).toEqual(Array.from({ length: 60 }, (_, n) => `sample ${n}`))
    first.forget()
    expect(again.oldest()!.items).toEqual([{ at: 'sample 60' }])
    again.oldest()!.forget()
    expect(again.oldest()).toBeNull()
  })

  it('is dropped beyond the limit', () => {
    const clock = fakeClock()
    const folder = newFolder().path
    const buffer = openBuffer<AgentSample>(folder, () => clock.now())
    const large = sample('x'.repeat(150_000))
    for (let n = 0; n < 155; n++) {
      clock.advance(1)
      buffer.keep(large)
    }
    expect(readdirSync(folder).length).toBeLessThanOrEqual(151)
  })
})

describe('the settings of an agent', () => {
  it('are stored in a file that only the owner can read', () => {
    const folder = join(newFolder().path, 'agent')
    mkdirSync(folder)
    writeFileSync(join(folder, 'agent.json'), '{}', { mode: 0o644 })
    saveSettings(folder, { url: 'https://lapwing.example.com', token: 'lwa_secret' })
    expect(statSync(join(folder, 'agent.json')).mode & 0o777).toBe(0o600)
    expect(readSettings(folder)).toEqual({ url: 'https://lapwing.example.com', token: 'lwa_secret' })
  })

  it('report what to do when they are missing or wrong', () => {
    expect(() => readSettings('/nowhere')).toThrow(/cannot be read \(ENOENT\)\. Run `lapwing agent enroll URL TOKEN`/)
    expect(() => urlOf('lapwing.example.com')).toThrow(/is no address of a Lapwing/)
    expect(urlOf('https://example.com/lapwing/')).toBe('https://example.com/lapwing')
  })
})

describe('what Lapwing answers', () => {
  const url = 'https://lapwing.example.com'
  const answer = (status: number, body: unknown = {}) => ({
    status,
    text: JSON.stringify(body),
    retryAfterSeconds: null,
  })
  it.each([
    [answer(200, { object: 'agent_ack', config_version: 7 }), { kind: 'taken', configVersion: 7, config: null }],
    [
      answer(401, { error: { message: 'Not known.' } }),
      { kind: 'refused', reason: `${url} refuses this agent: Not known.` },
    ],
    [answer(400, { error: { message: 'at: Required' } }), { kind: 'wrong' }],
    [answer(429), { kind: 'unreachable' }],
    [answer(503), { kind: 'unreachable' }],
    [
      { ...answer(200), text: '<html>' },
      { kind: 'unreachable', reason: expect.stringContaining('is no Lapwing') },
    ],
  ])('%o', (given, meaning) => expect(meaningOf({ url }, given)).toMatchObject(meaning))
})

describe('what others on the machine say', () => {
  it('systemd, about its units', () => {
    const units = unitsIn(`nginx.service         loaded    active   running A web server
● backup.service      loaded    failed   failed  Backup
ghost.service         not-found inactive dead    ghost.service
cron.service          loaded    inactive dead    Regular jobs
-.mount               loaded    active   mounted Root Mount
`)
    expect(units.failed).toEqual(['backup.service'])
    expect(watchedServices(units, ['nginx', 'cron.service', 'ghost', '-.mount'])).toEqual([
      { name: 'nginx', up: true },
      { name: 'cron.service', up: false },
      { name: 'ghost', up: false },
      { name: '-.mount', up: true },
    ])
  })

  it('Docker and Podman, about containers', () => {
    const listed = [
      { Names: ['/shop'], State: 'running', Status: 'Up 2 hours (healthy)' },
      { Names: ['cart'], State: 'running', Status: 'Up 2 hours (unhealthy)' },
      { Names: ['/job'], State: 'exited', Status: 'Exited (0) 3 days ago' },
      {},
    ]
    expect(containersIn(JSON.stringify(listed))).toEqual([
      { name: 'shop', up: true, healthy: true },
      { name: 'cart', up: true, healthy: false },
      { name: 'job', up: false, healthy: null },
    ])
  })

  it('apt, about security updates', () => {
    expect(
      securityUpdatesIn(`NOTE: This is only a simulation!
Inst openssl [3.0.16] (3.0.17 Debian-Security:12/oldstable-security [amd64]) []
Inst libssl3 [3.0.16] (3.0.17 Debian-Security:12/oldstable-security [amd64])
Inst vim [9.1] (9.2 Debian:13.1/stable [amd64])
Conf openssl (3.0.17 Debian-Security:12/oldstable-security [amd64])
`),
    ).toBe(2)
  })
})

describe.skipIf(!existsSync('/etc/debian_version'))('security updates', () => {
  const clock = fakeClock()
  const isKnown = { security_updates: 1, reboot_required: expect.any(Number) }
  const isUnknown = { reboot_required: expect.any(Number) }

  function startedIn(folder: string) {
    const requested: string[] = []
    const ask = async () => (requested.push('apt'), 'Inst openssl [1] (2 Debian-Security:12/stable-security [amd64])')
    return { requested, look: createUpdates(folder, { monotonicMs: clock.monotonicMs, ask }) }
  }

  async function learntIn(folder: string): Promise<void> {
    const { requested, look } = startedIn(folder)
    clock.advance(30_000)
    await waitUntil(() => look().security_updates === 1)
    expect(requested).toHaveLength(1)
  }

  it('are read some time after the start, in the background', async () => {
    const { requested, look } = startedIn(newFolder().path)
    expect(look()).toEqual(isUnknown)
    clock.advance(29_999)
    look()
    expect(requested).toEqual([])
    clock.advance(1)
    expect(look()).toEqual(isUnknown)
    await waitUntil(() => look().security_updates === 1)
    expect(requested).toHaveLength(1)
  })

  it('are cached over a restart, until the files of apt change', async () => {
    const folder = newFolder().path
    await learntIn(folder)
    const { requested, look } = startedIn(folder)
    clock.advance(30_000)
    expect(look()).toEqual(isKnown)
    expect(requested).toEqual([])
    writeFileSync(join(folder, 'updates.json'), '{"of":"long ago","count":7}')
    await learntIn(folder)
  })

  it('are read again when the cache is unreadable', async () => {
    const folder = newFolder().path
    writeFileSync(join(folder, 'updates.json'), '{"of":')
    await learntIn(folder)
  })
})

it.each([
  ['/', '/', true],
  ['/', '/var', false],
  ['/var/*', '/var/lib', true],
  ['/var/*', '/var', false],
  ['*snap*', '/snap/core', true],
  ['/a*b', '/a', false],
  ['/a*a', '/a', false],
  ['*', '/anything', true],
])('the pattern %s and %s', (pattern, path, expected) => expect(fits(pattern, path)).toBe(expected))

it.each([
  ['queue_depth 17', [['queue_depth', 17]]],
  ['Temp -3.5', [['temp', -3.5]]],
  ['big 1e3', [['big', 1000]]],
  ['too_big 1e300', []],
  ['a b c', []],
  ['dots 1.2.3', []],
])('the line %s', (line, expected) => expect(numberIn(line)).toEqual(expected))

it('the unit of root has no privileges, and its token is in a folder from systemd', () => {
  const unit = { node: '/usr/bin/node', program: '/opt/lap wing/bin/lapwing.mjs', folder: '/var/lib/lapwing-agent' }
  expect(unitText({ ...unit, isRoot: true })).toContain('DynamicUser=yes\nStateDirectory=lapwing-agent\n')
  expect(unitText({ ...unit, isRoot: true })).toContain(' agent --dir %S/lapwing-agent\n')
  expect(unitText({ ...unit, isRoot: false })).toContain(
    '"/opt/lap wing/bin/lapwing.mjs" agent --dir /var/lib/lapwing-agent\n',
  )
})

it('copies a Node that others may not read next to the program', () => {
  const { path: home, remove } = newFolder()
  chmodSync(home, 0o700)
  writeFileSync(join(home, 'own-node'), 'a program', { mode: 0o755 })
  expect(nodeForAnybody(join(home, 'own-node'), home)).toBe(join(home, 'node'))
  expect(readFileSync(join(home, 'node'), 'utf8')).toBe('a program')
  expect(nodeForAnybody('/bin/sh', home)).toBe('/bin/sh')
  remove()
})
