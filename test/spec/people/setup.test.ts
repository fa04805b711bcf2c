// The first run: the token that the start printed creates the first owner, once.
import { describe, expect, it } from 'vitest'
import { fingerprint } from '../../../src/domain/secret.ts'
import { createVault } from '../../../src/domain/vault.ts'
import { createFirstAccess } from '../../../src/operations/provision/apply.ts'
import { addSetupToken, firstSetupToken } from '../../../src/store/accounts/setup-tokens.ts'
import { setUp as setUpOperation } from '../../../src/operations/people/setup.ts'
import type { CallerContext } from '../../../src/operations/registry/define.ts'
import { type Statement, sql } from '../../../src/store/database/sql.ts'
import { storeOn } from '../../kit/lapwing/database.ts'
import { type TestLapwing, lapwing } from '../../kit/lapwing/lapwing.ts'
import { expectRefusal, inDatabase } from '../../kit/resources/monitors.ts'
import { cookieOf, visit } from '../../kit/people/signed-in.ts'

const ada = {
  name: 'Ada Lovelace',
  email: 'Ada@Example.com',
  password: 'correct horse battery',
  organization: 'Analytical Engines',
  timezone: 'Europe/London',
}

const vault = createVault(['a key of at least thirty-two characters'])

async function fresh(): Promise<{ app: TestLapwing; token: string }> {
  const app = await lapwing({ provision: '' })
  const { setupToken } = (await createFirstAccess(storeOn(app.database), { now: app.clock.now(), vault }))!
  return { app, token: setupToken }
}

const setUp = (app: TestLapwing, body: object) => visit(app, 'POST', '/dashboard/setup', { body: { ...ada, ...body } })

describe('the first run', () => {
  it('creates the owner with the token, names the organization, and signs them in', async () => {
    const { app, token } = await fresh()
    expect((await visit(app, 'GET', '/dashboard/sign-in')).body).toMatchObject({ setup: true })
    const answer = await setUp(app, { token })
    expect(answer.status, answer.text).toBe(200)
    const session = await visit(app, 'GET', '/dashboard/session', { cookie: cookieOf(answer) })
    expect(session.body).toMatchObject({
      user: { name: 'Ada Lovelace', email: 'ada@example.com' },
      role: 'owner',
      organization: { name: 'Analytical Engines', slug: 'analytical-engines', timezone: 'Europe/London' },
    })
    expect((await visit(app, 'GET', '/dashboard/sign-in')).body).toMatchObject({ setup: false })
    const actions = await inDatabase<{ action: string }>(app, sql`select action from activity order by id`)
    expect(actions.map(({ action }) => action)).toEqual(expect.arrayContaining(['user.joined', 'user.login']))
  })

  it('checks the token before anything is filled in, and then everything', async () => {
    const { app, token } = await fresh()
    const check = (candidate: string) => visit(app, 'POST', '/dashboard/setup/token', { body: { token: candidate } })
    expect((await check(token)).status).toBe(204)
    expectRefusal(await check('nonsense'), 403, /token does not match the one in the log/)
    expectRefusal(
      await setUp(app, { token: 'not the one' }),
      403,
      'This token does not match the one in the log, or it was already used. ' +
        'Restart Lapwing to see it again; it is printed until the first account exists.',
    )
    const wrongs: [object, string | RegExp][] = [
      [{ password: 'too short' }, /^password: .*12/],
      [{ email: 'nobody' }, 'email: must be a valid email address'],
      [{ timezone: 'Mars/Olympus' }, /^timezone: must be a time zone/],
      [{ organization: ' ' }, /^organization: /],
    ]
    for (const [wrong, message] of wrongs) expectRefusal(await setUp(app, { token, ...wrong }), 400, message)
    expect(await inDatabase(app, sql`select from users`)).toEqual([])
    expect((await setUp(app, { token })).status).toBe(200)
    expectRefusal(await check(token), 404, 'Lapwing is already set up. Sign in.')
  })

  it('runs once, and is then 404 with the same token and any other', async () => {
    const { app, token } = await fresh()
    const another = 'printed by the command'
    const { organizationId } = (await firstSetupToken(app.store))!
    await addSetupToken(app.store, { hash: fingerprint(another), organizationId }, app.clock.now())
    expect((await setUp(app, { token })).status).toBe(200)
    for (const used of [token, another, 'nonsense'])
      expectRefusal(await setUp(app, { token: used }), 404, 'Lapwing is already set up. Sign in.')
    expect(await inDatabase(app, sql`select from setup_tokens`)).toEqual([])
  })

  it('runs once for two concurrent requests', async () => {
    const { app, token } = await fresh()
    const both = await Promise.all([
      setUp(app, { token }),
      setUp(app, { token, email: 'mallory@example.com', name: 'Mallory' }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404])
    expect(await inDatabase(app, sql`select from users`)).toHaveLength(1)
  })

  it('that another request just finished is 404, not a wrong token', async () => {
    const { app, token } = await fresh()
    const store = storeOn(app.database)
    let requested = 0
    const row = async <Row>(statement: Statement): Promise<Row | undefined> => {
      const found = await store.row<Row>(statement)
      requested += 1
      if (requested === 1) expect((await setUp(app, { token })).status).toBe(200)
      return found
    }
    const context = { services: { store: { ...store, row } } } as unknown as CallerContext
    const mallory = { ...ada, token, name: 'Mallory', email: 'mallory@example.com' }
    const second = setUpOperation.handle({ params: {}, query: {}, body: mallory }, context)
    await expect(second).rejects.toThrow('Lapwing is already set up. Sign in.')
  })
})
