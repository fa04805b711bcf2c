import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checks, findCheck } from '../../../src/checks/index.ts'
import { createVault } from '../../../src/domain/vault.ts'
import { type Store, openStore } from '../../../src/store/database/database.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { quiet } from '../../kit/log.ts'
import { type Fields, create, expectRefusal, make, patch, withSecrets } from '../../kit/resources/monitors.ts'

const secretKey = 'a test key of more than thirty-two characters'
const vault = createVault([secretKey])
const logged: string[] = []
const write = (message: string, fields?: object): void =>
  void logged.push(JSON.stringify([message, fields, String((fields as any)?.error)]))
const app = sharedLapwing({
  env: { LAPWING_SECRET_KEY: secretKey },
  log: { ...quiet, debug: write, info: write, warn: write, error: write },
})

let store: Store
beforeAll(() => {
  store = openStore(app().database, { log: quiet, connections: 1 })
})
afterAll(() => store.close())

const mask = '[redacted]'
const withPassword = ['smtp', 'imap', 'pop3', 'ftp', 'sftp']
const withLogin = [...withPassword, 'postgres', 'mysql', 'redis', 'mongodb', 'mqtt', 'amqp']
const hidden = 'correct-horse-battery-staple'

/** The stored secrets of a monitor, decrypted. */
async function stored(id: string): Promise<Fields> {
  const row = await store.row<{ secrets: Buffer | null }>(sql`select secrets from monitors where id = ${id}`)
  return row?.secrets ? JSON.parse(vault.open(row.secrets, id)) : {}
}

const secretsOf = (type: string): readonly string[] => findCheck(type)?.secrets ?? []
const part = (config: Fields, wanted: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(config).filter(([key]) => wanted.includes(key)))
const masked = (type: string, config: Fields): Fields =>
  Object.fromEntries(Object.entries(config).map(([key, value]) => [key, secretsOf(type).includes(key) ? mask : value]))

it('are tested for every type that has some', () => {
  const types = checks.filter(({ secrets }) => secrets.length > 0).map(({ type }) => type)
  expect(Object.keys(withSecrets).sort(), 'withSecrets in test/kit/resources/monitors.ts').toEqual(types.sort())
})

describe.each(Object.keys(withSecrets))('the secrets of a %s monitor', (type) => {
  const config = withSecrets[type]?.(hidden) ?? {}

  it('are all tested here', () => {
    expect(Object.keys(part(config, secretsOf(type))).sort()).toEqual([...secretsOf(type)].sort())
  })

  it('are masked in every response, stored completely, and change only if new ones or null are sent', async () => {
    const made = await create(app(), { type, config })
    expect(made.status, made.text).toBe(201)
    const { id } = made.body
    const answers = [
      made,
      await app().get(`/monitors/${id}`, { key: keys.read }),
      await app().get(`/monitors?type=${type}`),
      await patch(app(), id, { name: 'Renamed', config: { timeoutSeconds: 31 } }),
      await app().post(`/monitors/${id}/pause`),
      await app().post(`/monitors/${id}/resume`),
      await app().get(`/activity?entity_id=${id}`),
    ]
    for (const { text } of answers) expect(text).not.toContain(hidden)
    for (const { body } of [answers[0], answers[1]] as any[]) expect(body.config).toEqual(masked(type, config))
    expect(answers[3]?.body.config).toEqual({ ...masked(type, config), timeoutSeconds: 31 })
    expect(await stored(id)).toEqual(part(config, secretsOf(type)))

    for (const value of [undefined, '', mask]) {
      const sent = Object.fromEntries(secretsOf(type).map((key) => [key, value]))
      expect((await patch(app(), id, { config: { ...sent, timeoutSeconds: 32 } })).body.config).toEqual({
        ...masked(type, config),
        timeoutSeconds: 32,
      })
      expect(await stored(id)).toEqual(part(config, secretsOf(type)))
    }
    const { body: current } = await patch(app(), id, { name: 'Shop' })
    const unchanged = { target: current.target, config: current.config }
    expect((await patch(app(), id, unchanged)).body).toEqual(current)
    expect(await stored(id)).toEqual(part(config, secretsOf(type)))

    const next = withSecrets[type]?.('a-new-secret') ?? {}
    expect((await patch(app(), id, { config: part(next, secretsOf(type)) })).body.config).toEqual({
      ...masked(type, config),
      timeoutSeconds: 32,
    })
    expect(await stored(id)).toEqual(part(next, secretsOf(type)))
    const [event] = (await app().get(`/activity?entity_id=${id}&action=monitor.updated`)).body.data
    for (const key of secretsOf(type)) expect(event.changes[`config.${key}`]).toEqual({ from: mask, to: mask })
    expect(JSON.stringify(event)).not.toMatch(/a-new-secret|correct-horse/)

    const cleared = Object.fromEntries(Object.keys(current.config).map((key) => [key, null]))
    expect((await patch(app(), id, { config: cleared })).body.config).toEqual({})
    expect(await stored(id)).toEqual({})
  })

  it('that are empty or masked count as not sent for a new monitor', async () => {
    for (const value of ['', mask]) {
      const sent = Object.fromEntries(secretsOf(type).map((key) => [key, value]))
      const made = await make(app(), { type, config: sent })
      expect(made.config).toEqual({})
      expect(await stored(made.id)).toEqual({})
    }
  })

  it('are not repeated in error messages', async () => {
    for (const key of secretsOf(type))
      for (const wrong of [{ nested: hidden }, [[hidden]], `${hidden}\n`.repeat(4000)]) {
        const answer = await create(app(), { type, config: { ...config, [key]: wrong } })
        expect([key, answer.status]).toEqual([key, 400])
        expect(answer.text).not.toContain(hidden)
      }
  })
})

describe('credentials of servers with a login', () => {
  const bound: [type: string, change: Fields, causes: string][] = [
    ...withLogin.map((type): [string, Fields, string] => [type, { target: 'evil.example.com' }, 'target']),
    ...withLogin.map((type): [string, Fields, string] => [type, { config: { username: 'root' } }, 'username']),
    ['smtp', { config: { port: 465 } }, 'port'],
    ['smtp', { config: { port: 465, tlsMode: 'implicit' } }, 'port, tlsMode'],
    ['imap', { config: { port: 1993 } }, 'port'],
    ['imap', { config: { tlsMode: 'starttls' } }, 'tlsMode'],
    ['imap', { config: { tlsMode: 'none' } }, 'tlsMode'],
    ['pop3', { config: { port: 1995 } }, 'port'],
    ['pop3', { config: { tlsMode: 'starttls' } }, 'tlsMode'],
    ['ftp', { config: { port: 2121 } }, 'port'],
    ['ftp', { config: { tlsMode: 'implicit' } }, 'tlsMode'],
    ['ftp', { target: 'ftp.example.com:2121' }, 'target'],
    ['sftp', { config: { port: 2222 } }, 'port'],
    ['sftp', { target: 'sftp.example.com:2022' }, 'target'],
    [
      'imap',
      { target: 'evil.example.com', config: { tlsMode: 'starttls', username: 'root' } },
      'target, tlsMode, username',
    ],
  ]

  it.each(bound)('must be sent again if what they are bound to changes: %s %j', async (type, change, causes) => {
    const config = withSecrets[type]?.(hidden) ?? {}
    const made = await make(app(), { type, config })
    const secrets = part(config, secretsOf(type))
    const message = Object.keys(secrets).map(
      (key) => `config.${key}: must be sent again, or removed with null, because ${causes} changed`,
    )
    for (const value of [undefined, '', mask]) {
      const kept = Object.fromEntries(Object.keys(secrets).map((key) => [key, value]))
      const answer = await patch(app(), made.id, { ...change, config: { ...(change['config'] as Fields), ...kept } })
      expect(answer.status, answer.text).toBe(400)
      expect(answer.body.error.message.split('; ').sort()).toEqual(message.toSorted())
    }
    expect((await app().get(`/monitors/${made.id}`)).body).toMatchObject(made)

    const answer = await patch(app(), made.id, { ...change, config: { ...(change['config'] as Fields), ...secrets } })
    expect(answer.status, answer.text).toBe(200)
    expect(await stored(made.id)).toEqual(secrets)
  })

  it('can be removed together with what they are bound to', async () => {
    const { id } = await make(app(), { type: 'imap', config: { username: 'probe', password: hidden } })
    expectRefusal(
      await patch(app(), id, { config: { username: null } }),
      400,
      /^config\.password: must be sent again, or removed with null, because username/,
    )
    const { status, body } = await patch(app(), id, {
      target: 'imap2.example.com',
      config: { username: null, password: null },
    })
    expect([status, body.config]).toEqual([200, {}])
    expect(await stored(id)).toEqual({})
  })

  it.each(withLogin)('stay if other fields of a %s monitor change', async (type) => {
    const config = withSecrets[type]?.(hidden) ?? {}
    const { id, target } = await make(app(), { type, config })
    const change = {
      name: 'Renamed',
      target,
      interval: 7200,
      tags: ['x'],
      config: { timeoutSeconds: 33, ipVersion: 'ip6', username: 'probe' },
    }
    expect((await patch(app(), id, change)).status).toBe(200)
    expect(await stored(id)).toEqual(part(config, secretsOf(type)))
  })

  it('need not be sent again if a default is only made explicit', async () => {
    const { id } = await make(app(), { type: 'imap', config: { username: 'probe', password: hidden } })
    expect((await patch(app(), id, { config: { tlsMode: 'implicit' } })).status).toBe(200)
    expect((await patch(app(), id, { config: { tlsMode: null } })).status).toBe(200)
    expect(await stored(id)).toMatchObject({ password: hidden })
  })

  it.each([
    ['imap', {}, { port: 993 }],
    ['imap', { tlsMode: 'starttls' }, { port: 143 }],
    ['pop3', {}, { port: 995, tlsMode: 'implicit' }],
    ['ftp', {}, { port: 21 }],
    ['ftp', { tlsMode: 'implicit' }, { port: 990 }],
    ['smtp', { port: 465 }, { tlsMode: 'implicit' }],
  ])('nor if it follows from another key: %s %j %j', async (type, given, spelled) => {
    const config = { ...withSecrets[type]?.(hidden), ...given }
    const { id } = await make(app(), { type, config })
    const answer = await patch(app(), id, { config: spelled })
    expect(answer.status, answer.text).toBe(200)
    expect(await stored(id)).toMatchObject({ password: hidden })
  })

  it.each(withPassword)('are required with a username: %s', async (type) => {
    for (const password of [undefined, '', mask, null])
      expectRefusal(
        await create(app(), { type, config: { port: 587, username: 'probe', password } }),
        400,
        'config.password: Required with a username',
      )
  })

  it('are bound to the origin of a URL, with everything that is sent there', async () => {
    const headers = [{ key: 'X-Tenant', value: 'acme' }]
    const config = { ...withSecrets['http']?.(hidden), requestHeaders: headers }
    const { id } = await make(app(), { target: 'https://shop.example/health', config })
    const moved = await patch(app(), id, { target: 'https://elsewhere.example/health' })
    for (const key of [...Object.keys(withSecrets['http']!(hidden)), 'requestHeaders'].filter((key) => key in sealed))
      expectRefusal(
        moved,
        400,
        new RegExp(`config.${key}: must be sent again, or removed with null, because target changed`),
      )
    expect((await patch(app(), id, { target: 'https://shop.example/status' })).status).toBe(200)
    const again = { ...sealed, authPassword: 'new', requestHeaders: headers }
    expect((await patch(app(), id, { target: 'https://elsewhere.example/', config: again })).status).toBe(200)
    expect(await stored(id)).toMatchObject({ authPassword: 'new', requestHeaders: headers })
  })
})

const sealed = { authPassword: null, bearerToken: null, requestBody: null, requestHeaders: null }

describe('headers of a request', () => {
  const requestHeaders = [
    { key: 'Authorization', value: 'hunter2' },
    { key: 'X-Tenant', value: 'acme' },
  ]
  const shown = [{ key: 'Authorization', value: '[redacted]' }, requestHeaders[1]]

  it('are readable, except credentials', async () => {
    const made = await make(app(), { config: { requestHeaders } })
    expect(made.config.requestHeaders).toEqual(shown)
    const { body } = await app().get('/monitors?limit=100')
    expect(body.data.find(({ id }: { id: string }) => id === made.id).config.requestHeaders).toEqual(shown)
    const [row] = await store.rows<{ text: string }>(
      sql`select to_jsonb(m)::text as text from monitors m where id = ${made.id}`,
    )
    expect(row!.text).not.toMatch(/hunter2|acme/)
  })

  it('keep their stored values if sent back masked', async () => {
    const { id } = await make(app(), { config: { requestHeaders } })
    const changed = [shown[0], { key: 'X-Tenant', value: 'other' }]
    expect((await patch(app(), id, { config: { requestHeaders: changed } })).status).toBe(200)
    expect(await stored(id)).toMatchObject({ requestHeaders: [requestHeaders[0], { key: 'X-Tenant', value: 'other' }] })
  })

  it('are refused if only a mask is sent', async () => {
    expectRefusal(
      await create(app(), { config: { requestHeaders: shown } }),
      400,
      /requestHeaders\[0\].value: is a masked value/,
    )
  })
})

describe('secrets at rest', () => {
  it('are nowhere in the database in plain text, including stored responses and activity', async () => {
    const ask = { headers: { 'idempotency-key': 'secret' } }
    const { id } = await make(app(), { type: 'browser', config: withSecrets['browser']?.('at-rest-secret') }, ask)
    await patch(app(), id, { config: { authPassword: 'at-rest-secret-2' } })
    const everything = await store.rows<{ rows: string }>(sql`
      select query_to_xml(format('select t::text as row from %I t', tablename), true, false, '')::text as rows
      from pg_tables
      where schemaname = 'public'`)
    expect(everything.length).toBeGreaterThan(10)
    const text = everything.map(({ rows }) => rows).join('\n')
    expect(text).toContain('[redacted]')
    for (const encoding of ['utf8', 'hex'] as const)
      expect(text).not.toContain(Buffer.from('at-rest-secret').toString(encoding))
  })

  it('look different each time, even for the same secret', async () => {
    const config = { authType: 'bearer', bearerToken: hidden }
    const ids = [(await make(app(), { config })).id, (await make(app(), { config })).id]
    const rows = await store.rows<{ secrets: Buffer }>(sql`select secrets from monitors where id = any (${ids})`)
    expect(rows[0]?.secrets.equals(rows[1]?.secrets ?? Buffer.alloc(0))).toBe(false)
  })

  it('that cannot be decrypted must be sent again with a change of the config, and the monitor can be deleted', async () => {
    const { id } = await make(app(), { config: { authType: 'bearer', bearerToken: hidden } })
    await store.run(sql`update monitors set secrets = 'broken' where id = ${id}`)
    const sent = { timeoutSeconds: 7, bearerToken: mask }
    expectRefusal(await patch(app(), id, { config: sent }), 400, /^config\.bearerToken: must be sent again/)
    expect((await app().get(`/monitors/${id}`)).body.config).toEqual({ authType: 'bearer', bearerToken: mask })
    const answer = await patch(app(), id, { config: { bearerToken: 'another-secret' } })
    expect([answer.status, answer.text.includes('another-secret')]).toEqual([200, false])
    const row = await store.row<{ secrets: Buffer }>(sql`select secrets from monitors where id = ${id}`)
    expect(JSON.parse(vault.open(row!.secrets, id))).toEqual({ bearerToken: 'another-secret' })
    await store.run(sql`update monitors set secrets = 'broken' where id = ${id}`)
    expect((await app().ask('DELETE', `/monitors/${id}`)).status).toBe(204)
  })

  it('are not repeated from a body that is not JSON', async () => {
    for (const body of [
      `{"config":{"bearerToken": ${hidden}}}`,
      `{"config":{"bearerToken":"${hidden}"`,
      `{"bearerToken":"${hidden}\n"}`,
    ]) {
      const answer = await app().ask('POST', '/monitors', { body })
      expectRefusal(answer, 400, /^Malformed JSON: /)
      expect(answer.text).not.toMatch(/correct|horse|staple/)
    }
  })

  it('are not in logs or the API description', async () => {
    expect(logged.join('\n')).not.toMatch(/correct-horse|at-rest-secret|another-secret/)
    const { text, body } = await app().get('/openapi.json', { key: null })
    expect(text).not.toContain(secretKey)
    const described = text.replaceAll('"password":"only for our customers"', '')
    expect(described).not.toMatch(
      /"(password|passphrase|authPassword|bearerToken|apiKeyValue|privateKey)":"(?!\[redacted\])/,
    )
    expect(body.openapi).toMatch(/^3\.1/)
  })
})

describe('any mix of secrets', () => {
  const fate = fc.constantFrom('omitted', 'empty', 'masked', 'cleared', 'new')
  const mixes = fc.record({
    type: fc.constantFrom(...Object.keys(withSecrets)),
    edits: fc.array(fc.array(fate, { minLength: 6, maxLength: 6 }), { minLength: 1, maxLength: 3 }),
  })

  it('is neither lost nor leaked from create to get to update to get', async () => {
    let count = 0
    await fc.assert(
      fc.asyncProperty(mixes, async ({ type, edits }) => {
        const fresh = (): Fields => part(withSecrets[type]?.(`leak-${count++}-`) ?? {}, secretsOf(type))
        const config = withSecrets[type]?.(`leak-${count++}-`) ?? {}
        const { id } = await make(app(), { type, config })
        let expected = part(config, secretsOf(type))
        for (const fates of edits) {
          const values = fresh()
          const sent: Fields = {}
          const wanted = { ...expected }
          secretsOf(type).forEach((key, index) => {
            const value = { omitted: undefined, empty: '', masked: mask, cleared: null, new: values[key] }[
              fates[index] ?? 'omitted'
            ]
            sent[key] = value
            if (fates[index] === 'cleared') delete wanted[key]
            if (fates[index] === 'new') wanted[key] = value
          })
          const answer = await patch(app(), id, { config: sent })
          expect(answer.text).not.toContain('leak-')
          if (answer.status === 200) expected = wanted
          else expect(answer.body.error.message).toMatch(/: Required with a|: Required with authType/)
          const { text, body } = await app().get(`/monitors/${id}`)
          expect(text).not.toContain('leak-')
          expect(part(body.config, secretsOf(type))).toEqual(masked(type, expected))
          expect(await stored(id)).toEqual(expected)
        }
        expect((await app().get(`/activity?entity_id=${id}`)).text).not.toContain('leak-')
      }),
      { numRuns: 20 },
    )
    expect(logged.join('\n')).not.toContain('leak-')
  })
})
