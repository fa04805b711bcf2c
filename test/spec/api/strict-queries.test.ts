// Unknown query parameters are refused, so that a misspelled filter does not return everything.
import { expect, it } from 'vitest'
import { keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { signedIn } from '../../kit/people/signed-in.ts'

const app = sharedLapwing()

it.each([
  ['/monitors?type=telepathy', /^type: Invalid value. Allowed values: http, .*heartbeat/],
  ['/monitors?status=sleepy', /^status: Invalid value. Allowed values: up, /],
  ['/monitors?tags=x', /^tags: unsupported query parameter. Allowed: limit, cursor, type, status, tag, q$/],
  ['/monitors?tag=No Tag', /^tag: must be 1 to 32 characters/],
  ['/incidents?severity=bad', /^severity: Invalid value. Allowed values: critical, warning/],
  ['/notifications?channel_type=pigeon', /^channel_type: Invalid value. Allowed values: slack, /],
  ['/activity?entity_type=ghost', /^entity_type: Invalid value. Allowed values: monitor, /],
  ['/activity?action=monitor.hugged', /^action: Invalid value. Allowed values: monitor.created, /],
  ['/reports?tags=team:shop,No Tag', /^tags\[1\]: must be 1 to 32 characters/],
  ['/summary?tag=', /^tag: must be 1 to 32 characters/],
  ['/plan?verbose=1', /^verbose: unsupported query parameter. Allowed: none$/],
  ['/openapi.json?x', /^x: unsupported query parameter. Allowed: none$/],
])('%s is 400 with the allowed parameters', async (path, message) => {
  const { status, body } = await app().get(path)
  expect({ status, body }).toMatchObject({
    status: 400,
    body: { error: { code: 'invalid_request', message: expect.stringMatching(message) } },
  })
})

it('lists every unknown parameter', async () => {
  const { body } = await app().get('/locations?a=1&b=2&limit=1')
  expect(body.error.message).toBe(
    'a: unsupported query parameter. Allowed: limit, cursor; b: unsupported query parameter. Allowed: limit, cursor',
  )
})

it('checks the key before the query', async () => {
  expect((await app().get('/monitors?tags=x', { key: null })).status).toBe(401)
  expect((await app().ask('POST', '/monitors?tags=x', { key: keys.read, body: {} })).status).toBe(403)
})

it('finds a type by its name and its alias', async () => {
  expect((await app().get('/monitors?type=page_integrity')).status).toBe(200)
})

it.each(['action=slo.created', 'entity_type=slo', 'action=report_schedule.updated', 'entity_type=report_schedule'])(
  'filters the activity log by every entity and action: %s',
  async (query) => {
    expect((await app().get(`/activity?${query}`)).status).toBe(200)
  },
)

it('is as strict in the session API', async () => {
  const ada = await signedIn(app())
  const { status, body } = await ada.ask('GET', '/dashboard/monitors?tags=x')
  expect([status, body.error.message]).toEqual([400, expect.stringMatching(/^tags: unsupported query parameter/)])
  expect((await ada.ask('GET', '/dashboard/monitors?type=http,telepathy')).body.error.message).toMatch(
    /^type\[1\]: Invalid/,
  )
})

it.each(['/', '/healthz', '/readyz', '/policies/sunset'])(
  'ignores unknown parameters at %s, which is a page',
  async (path) => {
    expect((await fetch(`${app().origin}${path}?utm_source=mail`)).status).toBe(200)
  },
)
