// POST /batch: several operations in one request, each as if it had been sent alone.
import { beforeAll, describe, expect, it } from 'vitest'
import { type Answered, type Ask, keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { signedIn } from '../../kit/people/signed-in.ts'

const app = sharedLapwing()

type Part = { id?: string; method?: string; path: string; body?: object; idempotencyKey?: string }

const batch = (
  operations: Part[],
  { stopOnError, ...options }: Ask & { stopOnError?: boolean } = {},
): Promise<Answered> =>
  app().post(
    '/batch',
    { operations: operations.map((one) => ({ method: 'GET', ...one })), ...(stopOnError && { stopOnError }) },
    options,
  )

const statuses = ({ body }: Answered): number[] => body.data.map(({ status }: { status: number }) => status)
const group = (name: string): Part => ({ method: 'POST', path: '/contact-groups', body: { name } })
let made = 0
const fresh = (): string => `Group ${++made}`

it('runs each operation in order, as if it had been sent alone', async () => {
  const { status, body } = await batch([
    { id: 'all', path: '/locations?limit=1' },
    { path: '/me' },
    { path: '/nothing' },
  ])
  expect(status).toBe(200)
  expect(body).toMatchObject({ object: 'batch_result', succeeded: 2, failed: 1, skipped: 0 })
  expect(body.data[0]).toEqual({
    id: 'all',
    index: 0,
    status: 200,
    headers: {},
    body: (await app().get('/locations?limit=1')).body,
  })
  expect(body.data[1]).toMatchObject({ id: null, index: 1, body: { object: 'me' } })
  expect(body.data[2]).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } })
})

it('fills in ids of earlier operations in later paths and bodies', async () => {
  const name = fresh()
  const { body } = await batch([
    { ...group(name), id: 'group' },
    { path: '/contact-groups/{{ops.group.id}}' },
    {
      method: 'POST',
      path: '/contacts',
      body: { name: 'Ada of {{ops.group.id}}', email: 'ada@batch.example', groupIds: ['{{ops.group.id}}'] },
    },
    { method: 'DELETE', path: '/contact-groups/{{ops.group.id}}?force=true' },
  ])
  const [{ body: made }, { body: read }, { body: contact }, { status: deleted }] = body.data
  expect(read).toMatchObject({ id: made.id, name })
  expect(contact).toMatchObject({ name: `Ada of ${made.id}`, groups: [{ id: made.id, name }] })
  expect(deleted).toBe(200)
})

it('refuses an unknown reference, and skips a reference to a failed operation', async () => {
  const answer = await batch([
    { id: 'lost', path: '/monitors/0198c5a2-8a00-7e55-a1b2-c3d4e5f60718' },
    { path: '/monitors/{{ops.lost.id}}' },
    { path: '/monitors/{{ops.never.id}}' },
    { id: 'list', path: '/locations' },
    { path: '/monitors/{{ops.list.id}}' },
    group('Beside {{ops.list.object}}'),
  ])
  expect(statuses(answer)).toEqual([404, 424, 400, 200, 400, 400])
  expect(answer.body.data[2].body.error.message).toMatch(/^{{ops.never.id}}: no earlier operation/)
  expect(answer.body.data[5].body.error.message).toMatch(/^{{ops.list.object}}: only ids can be referenced/)
  expect(answer.body).toMatchObject({ succeeded: 1, failed: 4, skipped: 1 })
})

it('continues after a failure unless stopOnError is set; earlier changes stay', async () => {
  const [first, second] = [fresh(), fresh()]
  const operations = [group(first), { path: '/monitors?limit=0' }, group(second)]
  const stopped = await batch(operations, { stopOnError: true })
  expect(statuses(stopped)).toEqual([201, 400, 424])
  expect(stopped.body).toMatchObject({ succeeded: 1, failed: 1, skipped: 1 })
  expect(stopped.body.data[2].body).toBeNull()
  expect(statuses(await batch(operations))).toEqual([409, 400, 201])
})

it.each([
  ['nothing', []],
  ['21 operations', Array.from({ length: 21 }, () => ({ path: '/me' }))],
])('accepts 1 to 20 operations: %s is 400', async (_words, operations) => {
  const { status, body } = await batch(operations)
  expect([status, body.error.message]).toEqual([400, expect.stringMatching(/^operations: /)])
})

it.each([
  [{ path: 'monitors' }, /^operations\[0\].path: must be a path/],
  [{ path: 'https://other.example/monitors' }, /^operations\[0\].path/],
  [{ path: '//other.example/monitors' }, /^operations\[0\].path/],
  [{ path: '/me', method: 'TRACE' }, /^operations\[0\].method: Invalid value/],
  [{ path: '/me', id: 'x'.repeat(65) }, /^operations\[0\].id/],
  [{ path: '/me', headers: {} }, /^operations\[0\].headers: unsupported field/],
])('refuses the whole batch for the malformed %j', async (one, message) => {
  const { status, body } = await batch([one as Part])
  expect([status, body.error.message]).toEqual([400, expect.stringMatching(message)])
})

it('refuses two operations with one id', async () => {
  const { status, body } = await batch([
    { id: 'a', path: '/me' },
    { id: 'a', path: '/me' },
  ])
  expect([status, body.error.message]).toEqual([400, 'operations: ids must be unique'])
})

it('refuses batches and check-ins in a batch, each by itself', async () => {
  const answer = await batch([
    { method: 'POST', path: '/batch', body: { operations: [{ method: 'GET', path: '/me' }] } },
    { path: '/ping/0123456789abcdef' },
    { path: '/monitors/%zz' },
    { path: '/me' },
  ])
  expect(statuses(answer)).toEqual([400, 400, 400, 200])
  expect(answer.body.data[0].body.error.message).toMatch(/is not allowed in a batch/)
})

it('checks the scope for each operation, and finds nothing of another organization', async () => {
  const [{ id }] = (await app().get('/contact-groups')).body.data
  const answer = await batch([{ path: '/me' }, group('Not for me')], { key: keys.read })
  expect(statuses(answer)).toEqual([200, 403])
  expect(statuses(await batch([{ path: `/contact-groups/${id}` }], { key: keys.other }))).toEqual([404])
})

it('checks the role for each operation', async () => {
  const viewer = await signedIn(app(), { role: 'viewer' })
  const { body } = await viewer.ask('POST', '/batch', {
    body: {
      operations: [
        { method: 'GET', path: '/summary' },
        { method: 'POST', path: '/contact-groups', body: { name: 'x' } },
      ],
    },
  })
  expect(body.data.map(({ status }: any) => status)).toEqual([200, 403])
})

it('does not serve operations of the dashboard', async () => {
  expect(statuses(await batch([{ path: '/dashboard/overview' }]))).toEqual([404])
})

it('records actions as those of the API', async () => {
  const name = fresh()
  await batch([group(name)])
  const [event] = (await app().get('/activity?action=contact_group.created&limit=1')).body.data
  expect(event).toMatchObject({ entity_name: name, changes: { via: 'api' } })
})

describe('the budget', () => {
  it('counts each operation, shows the remaining budget, and refuses the rest', async () => {
    app().clock.advance(61_000)
    const two = await batch([{ path: '/me' }, { path: '/me' }], { key: keys.starter })
    expect(two.headers.get('x-ratelimit-remaining')).toBe('3')
    const answer = await batch(
      Array.from({ length: 5 }, () => ({ path: '/me' })),
      { key: keys.starter },
    )
    expect(statuses(answer)).toEqual([200, 200, 200, 429, 429])
    expect(answer.headers.get('x-ratelimit-remaining')).toBe('0')
    expect(Number(answer.body.data[3].headers['retry-after'])).toBeGreaterThan(0)
    expect((await batch([{ path: '/me' }], { key: keys.starter })).status).toBe(429)
    app().clock.advance(61_000)
  })
})

describe('an Idempotency-Key', () => {
  const keyed = (key: string, operations: Part[]): Promise<Answered> =>
    batch(operations, { headers: { 'idempotency-key': key } })
  let name = ''
  beforeAll(() => {
    name = fresh()
  })

  it('replays the whole batch without repeating anything', async () => {
    const first = await keyed('whole', [group(name), { path: '/summary' }])
    expect(statuses(first)).toEqual([201, 200])
    app().clock.advance(1000)
    const again = await keyed('whole', [group(name), { path: '/summary' }])
    expect(again.text).toBe(first.text)
    expect(again.headers.get('idempotency-replay')).toBe('true')
    expect((await keyed('whole', [{ path: '/me' }])).status).toBe(409)
  })

  it('does not store temporary results, and finds created resources again', async () => {
    app().clock.advance(61_000)
    const ask = (): Promise<Answered> =>
      batch([group('Kept'), ...Array.from({ length: 5 }, () => ({ path: '/me' }))], {
        key: keys.starter,
        headers: { 'idempotency-key': 'short of budget' },
      })
    expect(statuses(await ask())).toEqual([201, 200, 200, 200, 200, 429])
    app().clock.advance(61_000)
    const again = await ask()
    expect(again.body.data[0]).toMatchObject({ status: 201, headers: { 'idempotency-replay': 'true' } })
    app().clock.advance(61_000)
  })

  it('of one operation equals that of a single request', async () => {
    const body = { name: fresh() }
    const headers = { 'idempotency-key': 'one operation' }
    const { body: made } = await app().post('/contact-groups', body, { headers })
    const { body: batched } = await batch([{ ...group(body.name), idempotencyKey: 'one operation' }])
    expect(batched.data[0]).toMatchObject({ status: 201, headers: { 'idempotency-replay': 'true' }, body: made })
  })

  it('lets many batches run at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) => keyed(`many ${at}`, [group(fresh()), { path: '/me' }])),
    )
    expect(answers.map(statuses)).toEqual(Array.from({ length: 12 }, () => [201, 200]))
  })
})
