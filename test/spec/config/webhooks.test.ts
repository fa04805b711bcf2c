// Webhooks that report deployments in documents.
import { expect, it } from 'vitest'
import { keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'

const app = sharedLapwing()
const secret = 'whsec_c2VjcmV0LW9mLXRoZS1zaG9w'
const shop = {
  key: 'shop',
  name: 'Shop',
  type: 'http',
  target: 'https://shop.example.com/',
  interval: 300,
  locations: ['fra'],
}
const hook = { key: 'deploys', name: 'Shop at CI', source: 'ci', secret: { env: 'HOOK_SECRET' }, monitorIds: ['shop'] }
const documentWith = (more: object) => ({ monitors: [shop], deploymentWebhooks: [{ ...hook, ...more }] })
const plan = (document: object, more: object = {}, key = keys.write) =>
  app().post('/config/plans', { document, source: 'repo', values: { HOOK_SECRET: secret }, ...more }, { key })
const applied = async (document: object, more: object = {}): Promise<void> => {
  const { body, text } = await plan(document, more)
  expect(text).toContain('config_plan')
  expect(text).not.toContain(secret)
  expect((await app().post(`/config/plans/${body.id}/apply`)).status).toBe(200)
}
const webhook = async () => (await app().get('/deployment-webhooks')).body.data[0]
const send = async (token: string) => {
  const response = await fetch((await webhook()).url.replace(/^https?:\/\/[^/]+/, app().origin), {
    method: 'POST',
    body: JSON.stringify({ id: token, service: 'shop' }),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
  })
  return response.status
}

it('are created with the secret that the document names, changed, exported and deleted', async () => {
  await applied(documentWith({}))
  const { id, managed } = await webhook()
  expect(managed).toEqual({ key: 'deploys', source: 'repo' })
  expect([await send('a-wrong-secret-here'), await send(secret)]).toEqual([401, 201])
  for (const same of [{}, { secret: undefined }, { secret: '[redacted]' }])
    expect((await plan(documentWith(same))).body.changes).toEqual([])
  const exported = (await app().get('/config')).body
  expect(exported.deploymentWebhooks).toEqual([
    { key: 'deploys', name: 'Shop at CI', source: 'ci', monitorIds: ['shop'], secret: '[redacted]' },
  ])
  const next = 'the-secret-of-next-year'
  const renewed = await plan(documentWith({ environments: ['production'] }), { values: { HOOK_SECRET: next } })
  expect(renewed.body.changes[0].fields).toEqual([
    { field: 'environments', from: [], to: ['production'], cause: 'document' },
    { field: 'secret', from: '[redacted]', to: '[redacted]', cause: 'document' },
  ])
  await applied(documentWith({ environments: ['production'] }), { values: { HOOK_SECRET: next } })
  expect(await webhook()).toMatchObject({ id, environments: ['production'] })
  expect([await send(secret), await send(next)]).toEqual([401, 202])
  await app().post('/variables', { name: 'HOOK', value: next })
  expect(
    (await plan(documentWith({ environments: ['production'], secret: { variable: 'HOOK' } }))).body.changes,
  ).toEqual([])
  await applied({ monitors: [shop] }, { prune: true })
  expect(await webhook()).toBeUndefined()
})

it('need a secret at first, and keep their source', async () => {
  const without = await plan(documentWith({ secret: undefined }))
  expect(without.body.error.details).toEqual([
    { field: 'deploymentWebhooks[deploys].secret', message: expect.stringContaining('required') },
  ])
  const unset = await plan(documentWith({}), { values: {} })
  expect(unset.body.error.message).toMatch(
    /^deploymentWebhooks\[deploys\]\.secret: \{env: HOOK_SECRET\} has no value[^;]*; [^;]*$/,
  )
  await applied(documentWith({}))
  const changed = await plan(documentWith({ source: 'github' }))
  expect(changed.body.error.message).toContain('deploymentWebhooks[deploys].source: cannot change')
})

it('are changed through the API', async () => {
  const { id } = await webhook()
  const { status, body } = await app().ask('PATCH', `/deployment-webhooks/${id}`, { body: { tags: ['team:shop'] } })
  expect([status, body.tags, body.name]).toEqual([200, ['team:shop'], 'Shop at CI'])
  expect(body).not.toHaveProperty('secret')
  const drifted = (await plan(documentWith({}))).body
  expect(drifted.drift).toMatchObject([{ key: 'deploys', fields: ['tags'] }])
  const unknown = await app().ask('PATCH', `/deployment-webhooks/${id}`, {
    body: { monitorIds: ['0198c5a2-c2e1-7a60-8b4c-3d2e1f0a9b87'] },
  })
  expect(unknown.status).toBe(400)
})
