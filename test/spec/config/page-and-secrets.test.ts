import { describe, expect, it } from 'vitest'
import { keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'

const app = sharedLapwing()
const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII='

const plan = (document: object, more: object = {}, key = keys.write) =>
  app().post('/config/plans', { document, source: 'repo', ...more }, { key })
const fieldsOf = (body: { changes: { fields: { field: string; cause: string }[] }[] }) =>
  body.changes.flatMap(({ fields }) => fields.map(({ field, cause }) => `${field} ${cause}`))
const applied = async (document: object, more: object = {}) => {
  const { body, text } = await plan(document, more)
  expect(text).toContain('config_plan')
  expect((await app().post(`/config/plans/${body.id}/apply`)).status).toBe(200)
}

describe('the logo, password and hostnames of a page', () => {
  const page = { key: 'public', slug: 'acme-public', name: 'Acme' }
  const whole = {
    ...page,
    logo: { file: 'brand/logo.png' },
    password: { env: 'PAGE_PASSWORD' },
    hosts: ['www.acme.test', 'Status.Acme.test'],
  }
  const sent = {
    values: { PAGE_PASSWORD: 'only for customers' },
    files: { 'brand/logo.png': `data:image/png;base64,${picture}` },
  }
  const pages = (one: object) => ({ statusPages: [one] })

  it('are set by a document, and stay if the document leaves them out', async () => {
    await applied(pages(whole), sent)
    for (const same of [whole, page]) expect((await plan(pages(same), sent)).body.changes).toEqual([])
    const { body, text } = await app().get('/config')
    expect(text).not.toContain('only for customers')
    expect(body.statusPages[0]).toMatchObject({ password: '[redacted]', hosts: ['status.acme.test', 'www.acme.test'] })
    expect(body.statusPages[0].logo).toMatch(/^data:image\/png;base64,/)
    expect((await plan(body)).body.changes.filter(({ action }: { action: string }) => action === 'update')).toEqual([])
  })

  it('are changed one by one; a changed password is distinguished from one that someone else set', async () => {
    const other = { ...sent, values: { PAGE_PASSWORD: 'another one for them' } }
    expect(fieldsOf((await plan(pages(whole), other)).body)).toEqual(['password document'])
    const { id } = (await app().get('/status-pages')).body.data[0]
    await app().ask('PUT', `/status-pages/${id}/password`, { body: { password: 'by hand, elsewhere' } })
    expect(fieldsOf((await plan(pages(whole), sent)).body)).toEqual(['password both'])
    const none = { ...page, logo: null, password: null, hosts: ['status.acme.test'] }
    await applied(pages(none))
    const { body } = await app().get('/config')
    expect(body.statusPages).toEqual([{ ...page, hosts: ['status.acme.test'] }])
  })

  it.each([
    [{ password: '[redacted]' }, 'statusPages[next].password: is masked'],
    [{ password: { env: 'NONE' } }, 'statusPages[next].password: {env: NONE} has no value'],
    [{ logo: 'https://acme.test/logo.png' }, 'statusPages[next].logo: must be a data: URL'],
    [{ logo: 'data:image/png;base64,AAAA' }, 'statusPages[next].logo: must be an undamaged PNG'],
    [{ hosts: ['no host'] }, 'statusPages[next].hosts[0]: must be a hostname'],
  ])('are refused by their place: %j', async (fields, message) => {
    const { status, body } = await plan(pages({ key: 'next', slug: 'acme-next', name: 'Next', ...fields }))
    expect([status, body.error.message]).toEqual([400, expect.stringContaining(message)])
  })
})

describe('a secret from a variable', () => {
  const monitor = (config: object) => ({
    monitors: [
      {
        key: 'shop',
        name: 'Shop',
        type: 'http',
        target: 'https://shop.example.com/',
        interval: 300,
        locations: ['fra'],
        config,
      },
    ],
  })
  const token = (name: string) => monitor({ authType: 'bearer', bearerToken: { variable: name } })

  it('is read when the document is planned and applied, so that a new value is a difference', async () => {
    const variable = (await app().post('/variables', { name: 'SHOP_TOKEN', value: 'hunter2-hunter2' })).body
    await applied(token('SHOP_TOKEN'))
    expect((await plan(token('SHOP_TOKEN'))).body.changes).toEqual([])
    const stale = (await plan({ monitors: [{ ...token('SHOP_TOKEN').monitors[0], interval: 600 }] })).body
    await app().ask('PATCH', `/variables/${variable.id}`, { body: { value: 'swordfish-swordfish' } })
    const changed = await plan(token('SHOP_TOKEN'))
    expect(fieldsOf(changed.body)).toEqual(['config.bearerToken document'])
    expect(changed.text).not.toMatch(/hunter2|swordfish/)
    expect((await app().post(`/config/plans/${stale.id}/apply`)).status).toBe(409)
    await applied(token('SHOP_TOKEN'))
    expect((await plan(token('SHOP_TOKEN'))).body.changes).toEqual([])
  })

  it('may be a part of a value that is masked, and nothing that is shown', async () => {
    const headers = { requestHeaders: [{ key: 'Authorization', value: { variable: 'SHOP_TOKEN' } }] }
    expect((await plan(monitor(headers))).body.error).toBeUndefined()
    for (const [config, message] of [
      [
        { requestHeaders: [{ key: 'X-Team', value: { variable: 'SHOP_TOKEN' } }] },
        'config.requestHeaders[0].value: is not a secret',
      ],
      [{ method: { variable: 'SHOP_TOKEN' } }, 'config.method: is not a secret'],
      [{ authType: 'bearer', bearerToken: { variable: 'NONE' } }, 'config.bearerToken: no variable is named NONE'],
    ] as const) {
      const { status, body } = await plan(monitor(config))
      expect([status, body.error?.message]).toEqual([400, expect.stringContaining(`monitors[shop].${message}`)])
    }
    const { status } = await plan(token('SHOP_TOKEN'), {}, keys.other)
    expect(status).toBe(400)
  })
})
