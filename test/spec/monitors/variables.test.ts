// The variables of an organization over HTTP.
import { describe, expect, it } from 'vitest'
import { createVault } from '../../../src/domain/vault.ts'
import { provision } from '../../kit/lapwing/provision.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { acme, keys, lapwing, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { expectRefusal } from '../../kit/resources/monitors.ts'
import { activityOf } from '../../kit/people/people.ts'

const app = sharedLapwing()
const secret = 'correct horse battery staple'

let made = 0
const create = (body: object = {}, options: object = {}) =>
  app().post('/variables', { name: `SECRET_${(made += 1)}`, value: secret, ...body }, options)
const change = (id: string, body: object) => {
  app().clock.advance(1)
  return app().ask('PATCH', `/variables/${id}`, { body })
}
const sealed = (id: string) => app().store.row<{ secrets: Buffer }>(sql`select secrets from variables where id = ${id}`)

describe('a variable', () => {
  it('has a name, and a value that is never returned', async () => {
    const { status, body } = await create({ name: 'SHOP_PASSWORD' })
    expect([status, body]).toEqual([
      201,
      {
        object: 'variable',
        id: expect.any(String),
        name: 'SHOP_PASSWORD',
        created_at: app().clock.now().toISOString(),
        updated_at: app().clock.now().toISOString(),
      },
    ])
    expect((await app().get(`/variables/${body.id}`)).body).toEqual(body)
    expect(JSON.stringify((await app().get('/variables')).body)).not.toContain(secret)
  })

  it('is stored encrypted', async () => {
    const { body } = await create()
    expect((await sealed(body.id))!.secrets.toString('latin1')).not.toContain('horse')
  })

  it.each([
    [{ name: 'shop_password' }, /^name: must be capital letters/],
    [{ name: '1ST' }, /^name: must be capital letters/],
    [{ name: 'A-B' }, /^name: must be capital letters/],
    [{ name: 'A'.repeat(65) }, /^name: String must contain at most 64/],
    [{ name: 'TARGET_URL' }, /^name: is reserved for the script runner/],
    [{ name: 'PATH' }, /^name: is reserved/],
    [{ name: 'LD_PRELOAD' }, /^name: is reserved/],
    [{ name: 'NODE_OPTIONS' }, /^name: is reserved/],
    [{ name: 'HTTPS_PROXY' }, /^name: is reserved/],
    [{ value: 'abc' }, /^value: String must contain at least 4/],
    [{ value: 'x'.repeat(4097) }, /^value: String must contain at most 4096/],
    [{ value: 'with\0zero' }, /^value: must be valid Unicode text without NUL/],
    [{ value: 1234 }, /^value: Expected string/],
    [{ value: undefined }, /^value: Required/],
    [{ surprise: 1 }, /surprise/],
  ])('cannot be created from %j', async (body, words) => {
    expectRefusal(await create(body), 400, words)
  })

  it('has a unique name in its organization', async () => {
    expect((await create({ name: 'ONLY_ONE' })).status).toBe(201)
    expect((await create({ name: 'ONLY_ONE' })).status).toBe(409)
    expect((await create({ name: 'ONLY_ONE' }, { key: keys.other })).status).toBe(201)
    const { body } = await create()
    expect((await change(body.id, { name: 'ONLY_ONE' })).status).toBe(409)
  })

  it('can change its value or name, and keeps omitted fields', async () => {
    const { body } = await create({ name: 'RENAMED' })
    const before = await sealed(body.id)
    expect((await change(body.id, { name: 'RENAMED_NOW' })).body).toMatchObject({ name: 'RENAMED_NOW' })
    expect(await sealed(body.id)).toEqual(before)
    expect((await change(body.id, { value: 'another secret' })).body).toMatchObject({
      name: 'RENAMED_NOW',
      updated_at: app().clock.now().toISOString(),
    })
    expect(await sealed(body.id)).not.toEqual(before)
  })

  it('is in the activity log with its name, and never with its value', async () => {
    const { body } = await create()
    await change(body.id, { value: 'another secret' })
    await app().ask('DELETE', `/variables/${body.id}`)
    const log = await activityOf(app(), body.id)
    expect(log.map(({ action }: any) => action)).toEqual(['variable.deleted', 'variable.updated', 'variable.created'])
    expect(log[1].changes.value).toEqual({ from: '[redacted]', to: '[redacted]' })
    expect(JSON.stringify(log)).not.toMatch(/horse|another secret/)
  })

  it('can be deleted, and is 404 for other organizations', async () => {
    const { body } = await create()
    expect((await app().get(`/variables/${body.id}`, { key: keys.other })).status).toBe(404)
    expect((await app().ask('DELETE', `/variables/${body.id}`, { key: keys.other })).status).toBe(404)
    expect((await app().ask('DELETE', `/variables/${body.id}`)).status).toBe(200)
    expect((await app().get(`/variables/${body.id}`)).status).toBe(404)
  })

  it('is one of at most a hundred', async () => {
    const own = await lapwing()
    for (let n = 0; n < 100; n++) await own.post('/variables', { name: `V_${n}`, value: secret })
    const { status, body } = await own.post('/variables', { name: 'ONE_MORE', value: secret })
    expect([status, body.error.message]).toEqual([403, expect.stringMatching(/at most 100 variables/)])
  })

  it('can come from the provision file, and is deleted with its entry', async () => {
    const own = await lapwing()
    const apply = async (variables: string): Promise<void> => {
      const text = acme.replace('name: Acme', `name: Acme\n    variables: ${variables}`)
      const [now, vault] = [own.clock.now(), createVault(['the key of the provision file'])]
      await provision(own.store, text, { now, vault })
    }
    const kept = () => own.store.rows(sql`select name, secrets, updated_at from variables order by name`)
    await own.post('/variables', { name: 'BY_HAND', value: secret })
    await apply('[{ name: FROM_FILE, value: provisioned }]')
    const before = await kept()
    expect(before).toMatchObject([{ name: 'BY_HAND' }, { name: 'FROM_FILE' }])
    own.clock.advance(1000)
    await apply('[{ name: FROM_FILE, value: provisioned }]')
    expect(await kept()).toEqual(before)
    await apply('[]')
    expect(await kept()).toEqual([before[0]])
    await expect(apply('[{ name: LD_PRELOAD, value: provisioned }]')).rejects.toThrow(
      /variables\[0\]\.name: is reserved/,
    )
  })
})
