import { describe, expect, it, onTestFinished } from 'vitest'
import { operations } from '../../../src/operations/index.ts'
import { type TestLapwing, acme, keys, lapwing, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { quiet } from '../../kit/log.ts'
import { newGate, noteOperations, withNotes } from '../../kit/lapwing/operations.ts'

const app = sharedLapwing({ operations: withNotes })
const hour = 3_600_000

let made = 0
const newKey = (): Record<string, string> => ({ 'idempotency-key': `key ${++made}` })
const titlesIn = async (own: TestLapwing): Promise<string[]> =>
  (await own.get('/notes')).body.data.map(({ title }: { title: string }) => title)

describe('methods', () => {
  it('DELETE is idempotent by nature: repeated, it is 404', async () => {
    const { id } = (await app().post('/notes', { title: 'once' })).body
    expect((await app().ask('DELETE', `/notes/${id}`)).status).toBe(200)
    expect((await app().ask('DELETE', `/notes/${id}`)).status).toBe(404)
  })

  it('GET ignores an Idempotency-Key, and DELETE stores no response for it', async () => {
    const created = newKey()
    const { id } = (await app().post('/notes', { title: 'once' }, { headers: created })).body
    const read = await app().get(`/notes/${id}`, { headers: created })
    expect(read.status).toBe(200)
    expect(read.headers.has('idempotency-replay')).toBe(false)
    const headers = newKey()
    expect((await app().ask('DELETE', `/notes/${id}`, { headers })).status).toBe(200)
    expect((await app().ask('DELETE', `/notes/${id}`, { headers })).status).toBe(404)
  })

  it('a key that created something is refused with another method', async () => {
    const headers = newKey()
    const { id } = (await app().post('/notes', { title: 'once' }, { headers })).body
    const refused = await app().ask('DELETE', `/notes/${id}`, { headers })
    expect([refused.status, refused.body.error.code]).toEqual([409, 'conflict'])
    expect((await app().get(`/notes/${id}`)).status).toBe(200)
  })

  it('a key over 255 characters is refused by everything that may change something', async () => {
    const headers = { 'idempotency-key': 'k'.repeat(256) }
    const { id } = (await app().post('/notes', { title: 'once' })).body
    for (const refused of [
      await app().ask('DELETE', `/notes/${id}`, { headers }),
      await app().post('/notes', { title: 'long' }, { headers }),
    ])
      expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringContaining('255')])
    expect((await app().get(`/notes/${id}`)).status).toBe(200)
  })

  it('a creating POST without a key creates a new resource each time', async () => {
    const first = await app().post('/notes', { title: 'twin' })
    const second = await app().post('/notes', { title: 'twin' })
    expect(second.body.id).not.toBe(first.body.id)
    expect(second.headers.has('idempotency-replay')).toBe(false)
  })
})

describe('the same request again', () => {
  it('gets the stored response with the same status and Idempotency-Replay: true, and creates nothing', async () => {
    const own = await lapwing({ operations: withNotes })
    const headers = newKey()
    const first = await own.post('/notes', { title: 'a' }, { headers })
    const again = await own.post('/notes', { title: 'a' }, { headers })
    expect(first.status).toBe(201)
    expect(first.headers.has('idempotency-replay')).toBe(false)
    expect(again.status).toBe(201)
    expect(again.text).toBe(first.text)
    expect(again.headers.get('idempotency-replay')).toBe('true')
    expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'))
    expect(await titlesIn(own)).toEqual(['a'])
  })

  it('gets a response that is encrypted in the database', async () => {
    const own = await lapwing({ operations: withNotes })
    const headers = newKey()
    const first = await own.post('/notes', { title: 'for your eyes only' }, { headers })
    const kept = await own.store.rows<{ body: string }>(sql`select body from idempotency_keys`)
    expect(kept).toHaveLength(1)
    expect(Buffer.from(kept[0]!.body, 'base64').toString('latin1') + kept[0]!.body).not.toContain('your eyes')
    expect((await own.post('/notes', { title: 'for your eyes only' }, { headers })).text).toBe(first.text)
  })

  it('gets 409 if its stored response can no longer be decrypted', async () => {
    const own = await lapwing({ operations: withNotes })
    const headers = newKey()
    await own.post('/notes', { title: 'a' }, { headers })
    await own.store.run(sql`update idempotency_keys set body = ${Buffer.alloc(60).toString('base64')}`)
    const again = await own.post('/notes', { title: 'a' }, { headers })
    expect([again.status, again.body.error.message]).toEqual([
      409,
      expect.stringContaining('can no longer be decrypted'),
    ])
    expect(await titlesIn(own)).toEqual(['a'])
  })

  it('may have another order of fields and other white space', async () => {
    const headers = newKey()
    const first = await app().post(
      '/notes',
      '{"title":"a","labels":[{"text":"x"}],"anything":{"b":1,"a":{"d":1,"c":2}}}',
      { headers },
    )
    const again = await app().post(
      '/notes',
      '{ "anything": {"a":{"c":2,"d":1},"b":1.0}, "labels": [{"text": "x"}], "title": "\\u0061" }',
      { headers },
    )
    expect(again.headers.get('idempotency-replay')).toBe('true')
    expect(again.body.id).toBe(first.body.id)
  })

  it('gets the stored response for 24 hours, and runs again afterwards', async () => {
    const own = await lapwing({ operations: withNotes })
    const headers = newKey()
    await own.post('/notes', { title: 'a' }, { headers })
    own.clock.advance(24 * hour - 1)
    expect((await own.post('/notes', { title: 'a' }, { headers })).headers.get('idempotency-replay')).toBe('true')
    own.clock.advance(1)
    const repeated = await own.post('/notes', { title: 'a' }, { headers })
    expect(repeated.status).toBe(201)
    expect(repeated.headers.has('idempotency-replay')).toBe(false)
    expect((await own.post('/notes', { title: 'a' }, { headers })).body.id).toBe(repeated.body.id)
    expect(await titlesIn(own)).toEqual(['a', 'a'])
  })

  it('may differ with the same key after 24 hours', async () => {
    const own = await lapwing({ operations: withNotes })
    const headers = newKey()
    await own.post('/notes', { title: 'a' }, { headers })
    own.clock.advance(24 * hour)
    expect((await own.post('/notes', { title: 'b' }, { headers })).status).toBe(201)
  })

  it('is replayed even if the quota is now full', async () => {
    const own = await lapwing({
      operations: withNotes,
      provision: acme.replace('- name: Acme', '- name: Acme\n    limits: { contacts: 1 }'),
    })
    const headers = newKey()
    const first = await own.post('/notes', { title: 'a' }, { headers })
    expect((await own.post('/notes', { title: 'b' })).status).toBe(403)
    const again = await own.post('/notes', { title: 'a' }, { headers })
    expect(again.status).toBe(201)
    expect(again.body).toEqual(first.body)
  })

  it('is replayed even if the created resource was deleted', async () => {
    const headers = newKey()
    const { id } = (await app().post('/notes', { title: 'a' }, { headers })).body
    await app().ask('DELETE', `/notes/${id}`)
    expect((await app().post('/notes', { title: 'a' }, { headers })).body.id).toBe(id)
  })

  it('is replayed after a restart and by another replica', async () => {
    const first = await lapwing({ operations: withNotes })
    const headers = newKey()
    const { text } = await first.post('/notes', { title: 'a' }, { headers })
    await first.stop()
    const { database, clock } = first
    const second = await lapwing({ operations: withNotes, database, clock })
    const again = await second.post('/notes', { title: 'a' }, { headers })
    expect(again.text).toBe(text)
    expect(again.headers.get('idempotency-replay')).toBe('true')
  })

  it('counts against the budget and has its headers', async () => {
    const own = await lapwing({ operations: withNotes })
    const options = { key: keys.starter, headers: newKey() }
    await own.post('/notes', { title: 'a' }, options)
    expect((await own.post('/notes', { title: 'a' }, options)).headers.get('x-ratelimit-remaining')).toBe('3')
  })
})

describe('the same key', () => {
  it('with a different body is 409', async () => {
    const headers = newKey()
    await app().post('/notes', { title: 'a' }, { headers })
    for (const body of [{ title: 'b' }, { title: 'a', count: 1 }, { title: 'a', labels: [] }]) {
      const { status, body: answer } = await app().post('/notes', body, { headers })
      expect(status).toBe(409)
      expect(answer.error.code).toBe('conflict')
    }
  })

  it('with another path or query is 409', async () => {
    const headers = newKey()
    await app().post('/notes', { title: 'a' }, { headers })
    expect((await app().post('/broken-notes', undefined, { headers })).status).toBe(409)
    expect((await app().post('/notes?x=1', { title: 'a' }, { headers })).status).toBe(409)
  })

  it('stays with the first request after a 409', async () => {
    const headers = newKey()
    const { text } = await app().post('/notes', { title: 'a' }, { headers })
    await app().post('/notes', { title: 'b' }, { headers })
    expect((await app().post('/notes', { title: 'a' }, { headers })).text).toBe(text)
  })

  it('of another credential is another key, even in the same organization', async () => {
    const second = 'lw_test_second_0123456789abcde'
    const provision = acme.replace(
      '- { name: ro,',
      `- { name: rw2, scope: write, key: ${second} }\n      - { name: ro,`,
    )
    const own = await lapwing({ operations: withNotes, provision })
    const headers = newKey()
    for (const [key, title] of [
      [keys.write, 'a'],
      [second, 'b'],
      [keys.other, 'c'],
    ] as const) {
      const answer = await own.post('/notes', { title }, { key, headers })
      expect(answer.status).toBe(201)
      expect(answer.headers.has('idempotency-replay')).toBe(false)
    }
  })

  it('while the first request is running is 409, here and at another replica', async () => {
    const gate = newGate()
    const slow = [...operations, ...noteOperations(gate)]
    const first = await lapwing({ operations: slow })
    const { database, clock } = first
    const second = await lapwing({ operations: slow, database, clock })
    onTestFinished(gate.open)
    const headers = newKey()
    const running = first.post('/slow-notes', undefined, { headers })
    await gate.entered
    for (const own of [first, second]) {
      const { status, body } = await own.post('/slow-notes', undefined, { headers })
      expect(status).toBe(409)
      expect(body.error).toEqual({ code: 'conflict', message: 'A request with this Idempotency-Key is still running' })
      expect((await own.post('/notes', { title: 'other' }, { headers })).status).toBe(409)
    }
    gate.open()
    const { status, text } = await running
    expect(status).toBe(201)
    expect((await second.post('/slow-notes', undefined, { headers })).text).toBe(text)
    expect(await titlesIn(first)).toEqual(['slow'])
  })

  it('sent many times at once creates one resource', async () => {
    const own = await lapwing({ operations: withNotes })
    const headers = newKey()
    const answers = await Promise.all(Array.from({ length: 12 }, () => own.post('/notes', { title: 'a' }, { headers })))
    expect(new Set(answers.map(({ status }) => status)).difference(new Set([201, 409])).size).toBe(0)
    const ids = answers.filter(({ status }) => status === 201).map(({ body }) => body.id)
    expect(new Set(ids).size).toBe(1)
    expect(await titlesIn(own)).toEqual(['a'])
  })
})

describe('after a failure the key is free', () => {
  it('for a corrected body', async () => {
    const headers = newKey()
    expect((await app().post('/notes', { title: '' }, { headers })).status).toBe(400)
    expect((await app().post('/notes', '{', { headers })).status).toBe(400)
    const answer = await app().post('/notes', { title: 'corrected' }, { headers })
    expect(answer.status).toBe(201)
    expect(answer.headers.has('idempotency-replay')).toBe(false)
  })

  it('for a retry once the plan has a free slot', async () => {
    const own = await lapwing({
      operations: withNotes,
      provision: acme.replace('- name: Acme', '- name: Acme\n    limits: { contacts: 1 }'),
    })
    const { id } = (await own.post('/notes', { title: 'first' })).body
    const headers = newKey()
    expect((await own.post('/notes', { title: 'second' }, { headers })).status).toBe(403)
    await own.ask('DELETE', `/notes/${id}`)
    expect((await own.post('/notes', { title: 'second' }, { headers })).status).toBe(201)
  })

  it('for a retry after an internal error, which stored nothing', async () => {
    const own = await lapwing({ operations: withNotes, log: quiet })
    const headers = newKey()
    expect((await own.post('/broken-notes', undefined, { headers })).status).toBe(500)
    expect(await titlesIn(own)).toEqual([])
    expect((await own.post('/notes', { title: 'a' }, { headers })).status).toBe(201)
  })
})

describe('the key itself', () => {
  it.each(['x', 'a b', '0', '\u00e9', '"quoted"', "'; drop table idempotency_keys;--", 'x'.repeat(255)])(
    'can be any text up to 255 characters: %s',
    async (key) => {
      const headers = { 'idempotency-key': key }
      const { body } = await app().post('/notes', { title: 'a' }, { headers })
      const again = await app().post('/notes', { title: 'a' }, { headers })
      expect(again.headers.get('idempotency-replay')).toBe('true')
      expect(again.body.id).toBe(body.id)
    },
  )

  it.each([0, 256, 5000])('of %i characters is 400', async (length) => {
    const { status, body } = await app().post(
      '/notes',
      { title: 'a' },
      { headers: { 'idempotency-key': 'x'.repeat(length) } },
    )
    expect(status).toBe(400)
    expect(body.error).toMatchObject({
      code: 'invalid_request',
      message: 'Idempotency-Key: must be 1 to 255 characters',
    })
  })
})
