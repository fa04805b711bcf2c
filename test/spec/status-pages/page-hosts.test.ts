// Custom hostnames of status pages: neither the installation's own nor another organization's can be taken.
import { describe, expect, it } from 'vitest'
import { createVault } from '../../../src/domain/vault.ts'
import { createFirstAccess } from '../../../src/operations/provision/apply.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { askAtHost } from '../../kit/lapwing/at-host.ts'
import { type Options, type TestLapwing, keys, lapwing } from '../../kit/lapwing/lapwing.ts'
import { type Person, signedIn } from '../../kit/people/signed-in.ts'
import { makeHeartbeat } from '../../kit/resources/heartbeats.ts'
import { expectRefusal, inDatabase } from '../../kit/resources/monitors.ts'

const password = 'correct horse battery'
const acme = `
organizations:
  - name: Acme
    apiKeys: [ { name: rw, scope: write, key: ${keys.write} } ]
    users: [ { name: Ada, email: ada@example.com, role: owner, password: ${password} } ]
`
const shared = `${acme}
  - name: Other
    apiKeys: [ { name: rw, scope: write, key: ${keys.other} } ]
    users: [ { name: Oscar, email: oscar@example.com, role: owner } ]
`

/** With zones that the test writes. */
async function withZones(options: Options = {}) {
  const zones = new Map<string, string[]>()
  const app = await lapwing({ ...options, textRecords: async (name) => zones.get(name) ?? [] })
  const publish = ({ txt_name: name, txt_value: value }: any) => zones.set(name, [...(zones.get(name) ?? []), value])
  return { app, zones, publish }
}

async function pageOf(app: TestLapwing, slug: string, key = keys.write): Promise<string> {
  const { status, body, text } = await app.post('/status-pages', { slug, name: slug }, { key })
  expect(status, text).toBe(201)
  return body.id
}

const claim = (person: Person, page: string, host: string) =>
  person.ask('POST', `/status-pages/${page}/hosts`, { body: { host } })
const check = (person: Person, page: string, host: string) =>
  person.ask('POST', `/status-pages/${page}/hosts/${host}/check`)
const signInAt = (app: TestLapwing, host: string) =>
  askAtHost(app.origin, {
    host,
    method: 'POST',
    path: '/app/dashboard/sign-in',
    headers: { 'x-lapwing-csrf': '1' },
    body: { email: 'ada@example.com', password },
  })
const shows = async (app: TestLapwing, host: string): Promise<string> =>
  (await askAtHost(app.origin, { host, path: '/', headers: { accept: 'text/html' } })).text

describe('a hostname of a status page', () => {
  it('is for admins', async () => {
    const app = await lapwing({ provision: acme })
    const page = await pageOf(app, 'acme')
    const [member, admin] = [await signedIn(app, { role: 'member' }), await signedIn(app, { role: 'admin' })]
    expectRefusal(await claim(member, page, 'status.acme.example'), 403, /^Your role is member/)
    expect((await claim(admin, page, 'status.acme.example')).status).toBe(201)
    expectRefusal(await check(member, page, 'status.acme.example'), 403, /^Your role is member/)
    const remove = (person: Person) => person.ask('DELETE', `/status-pages/${page}/hosts/status.acme.example`)
    expectRefusal(await remove(member), 403, /^Your role is member/)
    expect((await remove(admin)).status).toBe(200)
  })

  it('is normalized', async () => {
    const app = await lapwing({ provision: acme })
    const page = await pageOf(app, 'acme')
    const ada = await signedIn(app)
    expect((await claim(ada, page, ' Status.MÜNCHEN.example. ')).body.host).toBe('status.xn--mnchen-3ya.example')
    for (const same of ['status.münchen.example', 'STATUS.xn--mnchen-3ya.example.'])
      expectRefusal(await claim(ada, page, same), 409, /already belongs to a status page/)
    for (const bad of ['acme.example:8080', '[2001:db8::1]', '2001:db8::1', '192.0.2.1', '0x7f.1', 'localhost', 'a b'])
      expectRefusal(await claim(ada, page, bad), 400, 'host: must be a hostname, such as status.example.com')
    for (const host of ['status.xn--mnchen-3ya.example', 'STATUS.xn--mnchen-3ya.example.:8080'])
      await expect.poll(() => shows(app, host)).toContain('acme')
  })

  it('keeps serving check-ins, agents, the API and sessions', async () => {
    const app = await lapwing({ provision: acme })
    const page = await pageOf(app, 'acme')
    const host = 'status.acme.example'
    const ping = await makeHeartbeat(app)
    await claim(await signedIn(app), page, host)
    await expect.poll(() => shows(app, host)).toContain('acme')
    const at = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
      askAtHost(app.origin, { host, path, headers, method })
    expect((await at(ping.path)).status).toBe(200)
    expect((await at('/v1/monitors', { authorization: `Bearer ${keys.write}` })).status).toBe(200)
    expect((await at('/agent/v1/report', {}, 'POST')).status).toBe(401)
    for (const path of ['/healthz', '/readyz', '/app/dashboard/sign-in', '/sandbox', '/v1/embeds/status-pages/acme'])
      expect((await at(path)).status, path).toBe(200)
    expect((await signInAt(app, host)).status).toBe(200)
    expect((await at('/api/v2/summary.json')).text).toContain('acme')
  })
})

describe("the installation's own hostname", () => {
  const host = 'lapwing.acme.example'

  it('needs a TXT record if users have signed in at it, even with one organization', async () => {
    const { app, publish } = await withZones({ provision: acme })
    const page = await pageOf(app, 'acme')
    const ada = await signedIn(app)
    expect((await signInAt(app, 'Lapwing.Acme.example.:8080')).status).toBe(200)
    const claimed = await claim(ada, page, host)
    expect(claimed.body).toMatchObject({ host, verified_at: null })
    expectRefusal(await check(ada, page, host), 409, /^Found no TXT record/)
    expect((await signInAt(app, host)).status).toBe(200)
    expect(await shows(app, host)).not.toContain('acme')
    publish(claimed.body)
    expect((await check(ada, page, host)).body.verified_at).not.toBeNull()
    await expect.poll(() => shows(app, host)).toContain('acme')
  })

  it('is detected by existing sessions, and by the request itself', async () => {
    const app = await lapwing({ provision: acme })
    const page = await pageOf(app, 'acme')
    const ada = await signedIn(app)
    const claimAt = (name: string) =>
      askAtHost(app.origin, {
        host: name,
        method: 'POST',
        path: `/app/status-pages/${page}/hosts`,
        headers: { cookie: ada.cookie, 'x-lapwing-csrf': '1' },
        body: { host: name },
      })
    expect(JSON.parse((await claimAt('here.acme.example')).text)).toMatchObject({ verified_at: null })
    app.clock.advance(3_600_001)
    const path = '/app/dashboard/session'
    expect((await askAtHost(app.origin, { host, path, headers: { cookie: ada.cookie } })).status).toBe(200)
    expect((await claim(ada, page, host)).body).toMatchObject({ host, verified_at: null })
  })

  it('can never be taken if it is LAPWING_PUBLIC_URL', async () => {
    const app = await lapwing({ provision: acme, env: { LAPWING_PUBLIC_URL: `https://${host}` } })
    const page = await pageOf(app, 'acme')
    const refused = await claim(await signedIn(app), page, 'LAPWING.acme.example.')
    expectRefusal(refused, 409, `host: ${host} is the address of this installation`)
  })

  it('can never be taken if the installation was set up there, even with a TXT record', async () => {
    const { app, zones } = await withZones({ provision: '' })
    const vault = createVault(['a key of at least thirty-two characters'])
    const { setupToken: token } = (await createFirstAccess(app.store, { now: app.clock.now(), vault }))!
    const owner = { name: 'Ada', email: 'ada@example.com', password, organization: 'Acme', timezone: 'UTC' }
    const csrf = { 'x-lapwing-csrf': '1' }
    const ask = (path: string, body: object, headers: Record<string, string> = csrf) =>
      askAtHost(app.origin, { host, method: 'POST', path, headers, body })
    const done = await ask('/app/dashboard/setup', { ...owner, token })
    const cookie = done.headers['set-cookie']!.map((line) => line.split(';', 1)[0]).join('; ')
    const made = await ask('/app/status-pages', { slug: 'acme', name: 'Acme' }, { ...csrf, cookie })
    const page = JSON.parse(made.text).id as string
    const hosts = `/app/status-pages/${page}/hosts`
    expect((await ask(hosts, { host }, { ...csrf, cookie })).status).toBe(409)
    // A claim from an earlier version.
    await inDatabase(
      app,
      sql`insert into status_page_hosts (host, page_id, proof, created_at) values (${host}, ${page}, 'x', now())`,
    )
    zones.set(`_lapwing.${host}`, ['lapwing-page=x'])
    const checked = await askAtHost(app.origin, {
      host: 'elsewhere.example',
      method: 'POST',
      path: `${hosts}/${host}/check`,
      headers: { ...csrf, cookie },
    })
    expect([checked.status, checked.text]).toEqual([
      409,
      expect.stringContaining('is the address of this installation'),
    ])
  })

  it('serves the installation again once it is LAPWING_PUBLIC_URL', async () => {
    const before = await lapwing({ provision: acme })
    await claim(await signedIn(before), await pageOf(before, 'acme'), host)
    await expect.poll(() => shows(before, host)).toContain('acme')
    const env = { LAPWING_PUBLIC_URL: `https://${host}` }
    const after = await lapwing({ provision: acme, database: before.database, env })
    expect(await shows(after, host)).not.toContain('acme')
  })
})

describe('a name that two organizations claim', () => {
  const host = 'status.contested.example'

  async function contested() {
    const { app, zones, publish } = await withZones({ provision: shared })
    const [ours, theirs] = [await pageOf(app, 'ours'), await pageOf(app, 'theirs', keys.other)]
    const [ada, oscar] = [await signedIn(app), await signedIn(app, { key: keys.other })]
    return { app, zones, publish, ours, theirs, ada, oscar }
  }

  it('belongs to the organization with the TXT record, and no claim removes another', async () => {
    const { app, publish, ours, theirs, ada, oscar } = await contested()
    const claimed = await claim(ada, ours, host)
    expect((await claim(oscar, theirs, host)).status).toBe(201)
    publish(claimed.body)
    expectRefusal(await check(oscar, theirs, host), 409, /^Found no TXT record/)
    expect((await check(ada, ours, host)).status).toBe(200)
    await expect.poll(() => shows(app, host)).toContain('ours')
  })

  it('moves to another organization only with its record, once the first record is deleted', async () => {
    const { app, zones, publish, ours, theirs, ada, oscar } = await contested()
    publish((await claim(ada, ours, host)).body)
    await check(ada, ours, host)
    const second = await claim(oscar, theirs, host)
    expect(second.body).toMatchObject({ verified_at: null })
    publish(second.body)
    expectRefusal(await check(oscar, theirs, host), 409, /whose TXT record also exists/)
    zones.set(second.body.txt_name, [second.body.txt_value])
    expect((await check(oscar, theirs, host)).status).toBe(200)
    await expect.poll(() => shows(app, host)).toContain('theirs')
    expectRefusal(await check(ada, ours, host), 409, /^Found no TXT record/)
    const { data } = (await app.get(`/activity?entity_id=${ours}`)).body
    expect(data[0]).toMatchObject({ action: 'status_page.updated', changes: { host: { from: host, to: null } } })
  })
})
