import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { addContactGroup, create, expectRefusal, make, minimal, patch } from '../../kit/resources/monitors.ts'

const app = sharedLapwing()
const everyType = Object.keys(minimal)
const expiring = ['http', 'ssl', 'rdap', 'mcp', 'api', 'prometheus', 'grpc', 'docker']

describe('the config of a monitor', () => {
  it('is stored as sent, with the names of the catalog', async () => {
    const config = {
      method: 'POST',
      requestHeaders: [{ key: 'Accept', value: '*/*' }],
      failIfBodyMatchesRegexp: ['a', 'b'],
      followRedirects: false,
    }
    const made = await make(app(), { config })
    expect(made.config).toEqual(config)
    expect((await app().get(`/monitors/${made.id}`)).body.config).toEqual(config)
  })

  it('contains only sent values', async () => {
    expect((await make(app(), { config: { method: null, timeoutSeconds: 5 } })).config).toEqual({ timeoutSeconds: 5 })
  })

  it('is merged key by key on updates: omitted keys stay, null clears', async () => {
    const { id } = await make(app(), { config: { method: 'POST', timeoutSeconds: 5, followRedirects: false } })
    expect((await patch(app(), id, { config: { timeoutSeconds: 7, method: null } })).body.config).toEqual({
      timeoutSeconds: 7,
      followRedirects: false,
    })
    expect((await patch(app(), id, { config: {} })).body.config).toEqual({ timeoutSeconds: 7, followRedirects: false })
    expect((await patch(app(), id, { name: 'No config at all' })).body.config).toEqual({
      timeoutSeconds: 7,
      followRedirects: false,
    })
    expect(
      (await patch(app(), id, { config: { timeoutSeconds: null, followRedirects: null, ipVersion: null } })).body
        .config,
    ).toEqual({})
  })

  it('replaces a list or an object as a whole', async () => {
    const { id } = await make(app(), { config: { failIfBodyMatchesRegexp: ['a', 'b'] } })
    expect((await patch(app(), id, { config: { failIfBodyMatchesRegexp: ['c'] } })).body.config).toEqual({
      failIfBodyMatchesRegexp: ['c'],
    })
  })

  it.each(everyType)('refuses a key that %s monitors do not have, null or not', async (type) => {
    const config = minimal[type]?.config
    for (const value of [1, null]) {
      expectRefusal(
        await create(app(), { type, config: { ...config, surprise: value } }),
        400,
        'config.surprise: unsupported field',
      )
      expectRefusal(
        await create(app(), { type, config: { ...config, constructor: value } }),
        400,
        'config.constructor: unsupported field',
      )
    }
    const { id } = await make(app(), { type })
    expectRefusal(await patch(app(), id, { config: { surprise: null } }), 400, 'config.surprise: unsupported field')
  })

  it('cannot lose a key that another key requires', async () => {
    const mail = await make(app(), { type: 'imap', config: { username: 'probe', password: 'hunter2' } })
    expectRefusal(
      await patch(app(), mail.id, { config: { password: null } }),
      400,
      'config.password: Required with a username',
    )
    const journey = await make(app(), { type: 'playwright' })
    expectRefusal(await patch(app(), journey.id, { config: { script: null } }), 400, 'config.script: Required')
    const site = await make(app(), { config: { authType: 'bearer', bearerToken: 'hunter2' } })
    expectRefusal(
      await patch(app(), site.id, { config: { bearerToken: null } }),
      400,
      'config.bearerToken: Required with authType bearer',
    )
    expect((await patch(app(), site.id, { config: { bearerToken: null, authType: null } })).body.config).toEqual({})
  })

  it('is validated together with a changed target', async () => {
    const { id } = await make(app(), { config: { transportMode: 'http3' } })
    expectRefusal(
      await patch(app(), id, { target: 'http://example.com/' }),
      400,
      'config.transportMode: http3 needs an https:// target',
    )
  })

  it('must be an object', async () => {
    for (const config of ['x', 7, [], null])
      expectRefusal(await create(app(), { config }), 400, /^config: Expected object, received /)
  })

  it('names the line of an invalid script', async () => {
    const config = {
      script: "import { test } from '@playwright/test'\nimport fs from 'left-pad'\ntest('a', async () => {})\n",
    }
    expectRefusal(
      await create(app(), { type: 'playwright', config }),
      400,
      /^config\.script: line 2: cannot import "left-pad"/,
    )
    const { id } = await make(app(), { type: 'playwright' })
    expectRefusal(await patch(app(), id, { config: { script: 'let =' } }), 400, /^config\.script: line 1: /)
  })
})

describe('keys that every type accepts', () => {
  const accepted = {
    confirmationThreshold: 2,
    durationWindow: 60,
    repeatIntervalSeconds: 3600,
    notificationGroupIds: [],
  }

  it.each(everyType)('are accepted by %s', async (type) => {
    const made = await make(app(), { type, config: { ...minimal[type]?.config, ...accepted } })
    expect(made.config).toMatchObject(accepted)
  })

  it.each([
    [{ confirmationThreshold: 0 }, /^config\.confirmationThreshold: /],
    [{ confirmationThreshold: 101 }, /^config\.confirmationThreshold: /],
    [{ confirmationThreshold: 2.5 }, /^config\.confirmationThreshold: /],
    [{ confirmationThreshold: '3' }, /^config\.confirmationThreshold: Expected integer|Expected number/],
    [{ durationWindow: -1 }, /^config\.durationWindow: /],
    [
      { repeatIntervalSeconds: 60 },
      'config.repeatIntervalSeconds: Invalid value. Allowed values: 3600, 21600, 43200, 86400',
    ],
    [{ notificationGroupIds: 'ops' }, 'config.notificationGroupIds: Expected array, received string'],
    [{ notificationGroupIds: ['ops'] }, 'config.notificationGroupIds[0]: must be a valid UUID'],
  ])('are validated: %j', async (config, message) => {
    expectRefusal(await create(app(), { config }), 400, message)
  })

  it.each([3600, 21_600, 43_200, 86_400])('repeat a notification every %i seconds', async (repeatIntervalSeconds) => {
    expect((await make(app(), { config: { repeatIntervalSeconds } })).config).toEqual({ repeatIntervalSeconds })
  })
})

describe('notificationGroupIds', () => {
  it('must be contact groups of the organization; the response lists the others', async () => {
    const mine = await addContactGroup(app(), 'Ops')
    const theirs = await addContactGroup(app(), 'Ops', { key: keys.other })
    const missing = randomUUID()
    const { id } = await make(app())
    for (const ids of [[missing], [mine, missing], [theirs]]) {
      const message = `config.notificationGroupIds: unknown contact group id(s) in this organization: ${ids.at(-1)}`
      expectRefusal(await create(app(), { config: { notificationGroupIds: ids } }), 400, message)
      expectRefusal(await patch(app(), id, { config: { notificationGroupIds: ids } }), 400, message)
    }
    expect((await patch(app(), id, { config: { notificationGroupIds: [mine] } })).body.config).toEqual({
      notificationGroupIds: [mine],
    })
  })

  it('are stored without duplicates, ignoring case', async () => {
    const [one, two] = [await addContactGroup(app(), 'One'), await addContactGroup(app(), 'Two')]
    const made = await make(app(), { config: { notificationGroupIds: [two, one, two.toUpperCase(), one] } })
    expect(made.config.notificationGroupIds).toEqual([two, one])
  })
})

describe('expiryReminderDays', () => {
  it.each(expiring)('are accepted by %s, sorted and without duplicates', async (type) => {
    const made = await make(app(), { type, config: { expiryReminderDays: [30, 7, 1, 30, 365] } })
    expect(made.config).toEqual({ expiryReminderDays: [1, 7, 30, 365] })
    expect((await patch(app(), made.id, { config: { expiryReminderDays: [9, 3] } })).body.config).toEqual({
      expiryReminderDays: [3, 9],
    })
    expect((await patch(app(), made.id, { config: { expiryReminderDays: null } })).body.config).toEqual({})
  })

  it.each(everyType.filter((type) => !expiring.includes(type)))(
    'are 400 for %s, with the path of the field',
    async (type) => {
      const config = { ...minimal[type]?.config, expiryReminderDays: [7] }
      expectRefusal(await create(app(), { type, config }), 400, 'config.expiryReminderDays: unsupported field')
    },
  )

  it.each([
    [[0], 'config.expiryReminderDays[0]: Number must be greater than or equal to 1'],
    [[366], 'config.expiryReminderDays[0]: Number must be less than or equal to 365'],
    [[7, 1.5], /^config\.expiryReminderDays\[1\]: /],
    [['7'], /^config\.expiryReminderDays\[0\]: /],
    [7, 'config.expiryReminderDays: Expected array, received number'],
    [[1, 2, 3, 4, 5, 6], 'config.expiryReminderDays: Array must contain at most 5 element(s)'],
  ])('are whole days from 1 to 365, at most five: %j is refused', async (expiryReminderDays, message) => {
    expectRefusal(await create(app(), { config: { expiryReminderDays } }), 400, message)
  })
})
