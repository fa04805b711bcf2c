// The real command line against a running Lapwing, and against servers that misbehave.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keys, sharedLapwing } from '../kit/lapwing/lapwing.ts'
import { closedFolder, program } from '../kit/lapwing/process.ts'
import { signedIn } from '../kit/people/signed-in.ts'
import { make } from '../kit/resources/monitors.ts'
import { waitUntil } from '../kit/wait-until.ts'

const app = sharedLapwing()
const home = closedFolder()

type Environment = Record<string, string>

function start(args: readonly string[], env: Environment = {}): ChildProcess {
  const usual = { LAPWING_URL: app().origin, LAPWING_TOKEN: keys.write, XDG_CONFIG_HOME: home }
  const given = Object.entries({ PATH: process.env['PATH'], ...usual, ...env }).filter(([, value]) => value !== '')
  return spawn(process.execPath, [program, ...args], {
    env: Object.fromEntries(given),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function lapwing(args: readonly string[], env: Environment = {}) {
  const child = start(args, env)
  const [stdout, stderr] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, 'close')])
  return { code: child.exitCode, stdout, stderr, json: (): any => JSON.parse(stdout) }
}

describe('against a running Lapwing', () => {
  it('shows what is there, as JSON in a pipe', async () => {
    await make(app(), { name: 'Checkout API', tags: ['shop'] })
    await make(app(), { name: 'Checkout Web' })
    const status = await lapwing(['status'])
    expect(status).toMatchObject({ code: 0, stderr: '' })
    expect(status.json()).toMatchObject({ object: 'summary', monitors: { total: 2 }, open_incidents: [] })
    expect((await lapwing(['monitors', '--tag', 'shop'])).json()).toMatchObject([{ name: 'Checkout API' }])
    expect((await lapwing(['incidents', '--all', '--monitor', 'checkout api'])).json()).toEqual([])
  })

  it('finds a monitor by the beginning of its name, and lists several', async () => {
    const found = await lapwing(['check', 'checkout a'])
    expect(found.json()).toMatchObject({ object: 'check_request' })
    const several = await lapwing(['check', 'Checkout'])
    expect(several).toMatchObject({ code: 1, stdout: '' })
    expect(several.stderr).toContain('2 monitors match Checkout.')
    expect(several.stderr).toMatch(/Checkout (API|Web) [^]*Checkout (API|Web) /)
    expect((await lapwing(['check', 'Nothing'])).stderr).toContain('No monitor is named Nothing.')
  })

  it('starts and ends maintenance', async () => {
    const started = await lapwing(['maintenance', 'start', 'Checkout API', '--for', '30m', '--name', 'Upgrade'])
    expect(started.json()).toMatchObject({ name: 'Upgrade', duration_minutes: 30, monitor_ids: [expect.any(String)] })
    expect(await lapwing(['maintenance', 'start'])).toMatchObject({ code: 1, stdout: '' })
    // The window starts by the clock of this machine, which is ahead of the server's.
    app().clock.advance(Date.now() - app().clock.now().getTime())
    expect((await lapwing(['maintenance', 'end', 'upgrade'])).json()).toMatchObject({ name: 'Upgrade' })
  })

  it('creates, changes and deletes with the commands of operations', async () => {
    const create = ['monitors', 'create', '--name', 'Nightly', '--type', 'heartbeat', '--interval', '60']
    const created = await lapwing([...create, '--tags', 'a,b', '--shadow', 'true'])
    expect(created.json()).toMatchObject({ name: 'Nightly', interval_seconds: 60, tags: ['a', 'b'], shadow: true })
    const file = join(home, 'change.json')
    writeFileSync(file, JSON.stringify({ description: 'Every night', interval: 90 }))
    const change = ['monitors', 'update', 'nightly', '--file', file, '--interval', '120', '-F', 'tags=["c"]']
    const changed = await lapwing([...change, '--fields', 'description,interval_seconds,tags'])
    expect(changed.json()).toEqual({ description: 'Every night', interval_seconds: 120, tags: ['c'] })
    const listed = await lapwing(['monitors', '--q', 'nightly', '--fields', 'name,tags', '--format', 'tsv'])
    expect(listed.stdout).toBe('Nightly\tc\n')
    expect(await lapwing(['monitors', 'delete', 'Nightly'])).toMatchObject({ code: 2, stdout: '' })
    expect(await lapwing(['monitors', 'delete', 'Nightly', '--yes'])).toMatchObject({ code: 0, stderr: '' })
    const none = await lapwing(['api', 'GET', '/monitors', '-F', 'q=nightly', '--all'])
    expect(none).toMatchObject({ code: 0, stdout: '[]\n' })
    const wrong = await lapwing(['api', 'POST', '/monitors', '-F', 'name=Nightly'])
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('type: Required; interval: Required') })
  })

  it('takes names where a flag refers to something', async () => {
    const created = await lapwing(['contact-groups', 'create', '--name', 'Night shift'])
    const { id: group } = created.json()
    await lapwing(['contact-groups', 'create', '--name', 'Night watch'])
    const contact = ['contacts', 'create', '--name', 'Cleo', '--email', 'cleo@acme.example', '--group-ids']
    const several = await lapwing([...contact, 'night'])
    expect(several).toMatchObject({ code: 1, stdout: '' })
    expect(several.stderr).toContain(`2 contact groups match night. Use a longer name, or an id:`)
    expect(several.stderr).toContain(group)
    const none = await lapwing([...contact, 'Nigth shift'])
    expect(none.stderr).toContain('No contact group is named Nigth shift. Did you mean “Night shift”?')
    expect((await lapwing([...contact, 'night-shift'])).json()).toMatchObject({ groups: [{ name: 'Night shift' }] })
    const create = ['monitors', 'create', '--name', 'Behind', '--type', 'http', '--target', 'https://a.example']
    const references = ['--locations', 'frankfurt', '--depends-on', '{"monitors": ["Checkout API"]}']
    const monitor = await lapwing([...create, '--interval', '60', ...references])
    expect(monitor).toMatchObject({ code: 0, stderr: '' })
    expect(monitor.json()).toMatchObject({ depends_on: { monitors: [expect.any(String)] } })
    const steps = JSON.stringify([{ delayMinutes: 0, targets: [{ type: 'contact_group', id: 'Night shift' }] }])
    const policy = await lapwing(['escalation-policies', 'create', '--name', 'Nights', '--steps', steps])
    expect(policy.json()).toMatchObject({ steps: [{ targets: [{ type: 'contact_group', id: group }] }] })
  })

  it('says what is not allowed', async () => {
    const readOnly = await lapwing(['check', 'Checkout API'], { LAPWING_TOKEN: keys.read })
    expect(readOnly).toMatchObject({ code: 4, stderr: expect.stringContaining('needs a key with the write scope') })
    const unknown = await lapwing(['status'], { LAPWING_TOKEN: 'lw_revoked' })
    expect(unknown).toMatchObject({ code: 4, stderr: expect.stringContaining('Run `lapwing login`') })
    const nobody = await lapwing(['status'], { LAPWING_TOKEN: '' })
    expect(nobody).toMatchObject({ code: 4, stderr: expect.stringContaining('There is no token for') })
  })

  it('prints events as they happen, until Ctrl-C', async () => {
    const monitor = await make(app(), { name: 'Search' })
    const child = start(['tail'])
    let seen = ''
    child.stdout!.on('data', (bytes: Buffer) => (seen += bytes))
    const closed = once(child, 'close')
    await waitUntil(async () => {
      await app().post(`/monitors/${monitor.id}/pause`)
      app().clock.advance(1000)
      await app().post(`/monitors/${monitor.id}/resume`)
      app().clock.advance(1000)
      return seen.includes('\n')
    })
    child.kill('SIGINT')
    await closed
    expect(child.exitCode).toBe(130)
    expect(JSON.parse(seen.split('\n')[0]!)).toMatchObject({ event: 'monitor', data: { name: 'Search' } })
  })

  it('logs in by device code, refreshes with rotation, and logs out', async () => {
    const person = await signedIn(app())
    const file = join(home, 'lapwing', 'credentials.json')
    const env = { LAPWING_TOKEN: '' }
    const login = start(['login'], env)
    const printed = text(login.stdout!)
    const [first] = (await once(login.stderr!, 'data')) as [Buffer]
    const [, userCode] = /the code (\S+)/.exec(String(first))!
    const found = await person.ask('POST', '/dashboard/oauth/device-codes/find', { body: { userCode } })
    const body = { allow: true, scope: 'write', organizationId: found.body.organizations[0].id }
    await person.ask('POST', `/dashboard/oauth/device-codes/${found.body.id}/decision`, { body })
    await once(login, 'close')
    expect(JSON.parse(await printed)).toMatchObject({ url: app().origin, user: { id: person.user.id } })
    expect(statSync(file).mode & 0o777).toBe(0o600)

    const stored = JSON.parse(readFileSync(file, 'utf8'))
    stored.logins[app().origin].expires_at = 0
    writeFileSync(file, JSON.stringify(stored))
    // Without a lock, the second one would use a refresh token that the first one has replaced.
    const both = await Promise.all([lapwing(['status'], env), lapwing(['status'], { ...env, LAPWING_URL: '' })])
    expect(both.map(({ code, stderr }) => [code, stderr])).toEqual([
      [0, ''],
      [0, ''],
    ])
    expect(await lapwing(['status'], { ...env, LAPWING_URL: 'http://127.0.0.1:1' })).toMatchObject({ code: 4 })
    expect(await lapwing(['logout'], env)).toMatchObject({ code: 0, stderr: '' })
    expect(await lapwing(['status'], env)).toMatchObject({ code: 4 })
  })
})

describe('against a server that misbehaves', () => {
  const hostile = '\u001b[2J\u009b31m\u202eevil\u0007'
  const monitors = Array.from({ length: 5000 }, (_, index) => ({
    id: `${index}`,
    name: hostile,
    state: 'up',
    tags: [],
  }))
  let server: Server
  beforeAll(async () => {
    const page = JSON.stringify({ object: 'list', data: monitors, has_more: false, next_cursor: null })
    server = createServer((_request, response) => void response.end(page)).listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterAll(() => server.close())
  const at = (): Environment => ({ LAPWING_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })

  it('prints control characters as text', async () => {
    const { stdout, json } = await lapwing(['monitors'], at())
    // eslint-disable-next-line no-control-regex
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/)
    expect(json()[0].name).toBe(hostile)
  })

  it('ends quietly when the reader has seen enough', async () => {
    const child = start(['monitors'], at())
    const errors = text(child.stderr!)
    await once(child.stdout!, 'data')
    child.stdout!.destroy()
    await once(child, 'close')
    expect([child.exitCode, await errors]).toEqual([0, ''])
  })

  it('says that nothing listens there', async () => {
    const { code, stderr } = await lapwing(['status'], { LAPWING_URL: 'http://127.0.0.1:1' })
    expect(code).toBe(5)
    expect(stderr).toMatch(/^lapwing: Lapwing cannot be reached at http:\/\/127\.0\.0\.1:1/)
  })

  it.each([
    [['nonsense'], 'no such command'],
    [['monitors', 'crate'], 'Did you mean `lapwing monitors create`?'],
    [['monitors', 'create', '--interval', 'soon'], '--interval: must be a number.'],
    [['api', 'GTE', '/monitors'], 'Did you mean get?'],
    [['monitors', '--state', 'sideways'], '--state: must be one of up,'],
    [['monitors', '--colour'], '--colour: no such option'],
    [['ack'], 'incident: missing'],

    [['on-call', 'now'], 'no such command'],
    [['status', '--url', 'monitoring.example.com'], 'must be a URL'],
    [['on-cal'], 'Did you mean `lapwing on-call`?'],
    [['status', '--tga', 'x'], 'Did you mean --tag?'],
  ])('refuses %j in a sentence', async (args, sentence) => {
    const { code, stderr } = await lapwing(args, at())
    expect([code, stderr]).toEqual([64, expect.stringContaining(sentence)])
  })
})
