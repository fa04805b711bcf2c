// Rules of the REST API. Operation-specific rules are tested for every operation, common ones for one operation of each
// kind.
import { beforeAll, describe, expect, it } from 'vitest'
import type { Operation } from '../../src/operations/registry/define.ts'
import { operations } from '../../src/operations/index.ts'
import { type Answered, type Ask, keys, sharedLapwing } from '../kit/lapwing/lapwing.ts'
import { type Real, makeOneOfEach, withReal } from '../kit/lapwing/one-of-each.ts'
import { newGate, noteOperations } from '../kit/lapwing/operations.ts'
import { make } from '../kit/resources/monitors.ts'

const openGate = newGate()
openGate.open()
const notes = noteOperations(openGate).filter(({ id }) => id !== 'breakNote')
const registry: readonly Operation[] = [...operations, ...notes]
const shown = registry.filter(({ audience }) => audience === 'public')
const app = sharedLapwing({ operations: registry })

/** One operation of each kind that the REST API handles differently. */
const kinds = [
  ...new Map(
    shown
      .toReversed()
      .map((operation) => [[operation.method, operation.access, !operation.params, !operation.body].join(), operation]),
  ).values(),
]

/** One resource of Acme for each collection, by the path of the collection. */
const real: Real = new Map()

/** Only a monitor of this type has pages to compare. */
let integrityMonitor = ''

beforeAll(async () => {
  await makeOneOfEach(app(), shown, { real, pathOf: (operation) => pathOf(operation, realId) })
  integrityMonitor = (await make(app(), { type: 'integrity' })).id
})

const randomIds = [
  '0198c5a2-8a00-7e55-a1b2-c3d4e5f60718',
  '987654321',
  'nobody-has-this-slug',
  '987654321-9',
  'nobody.example',
]
const malformedIds = ['no%20id', '-1', '0', '1.5', 'x'.repeat(300), '%F0%9F%90%A6']

type Choose = (operation: Operation, name: string, collection: string) => string

const accepts = (operation: Operation, name: string, value: string): boolean =>
  operation.params!.shape[name]!.safeParse(value).success
const randomId: Choose = (operation, name) => randomIds.find((id) => accepts(operation, name, id))!
const realId: Choose = (operation, name, collection) =>
  operation.id === 'listIntegrityChanges' && integrityMonitor !== ''
    ? integrityMonitor
    : (real.get(collection) ?? randomId(operation, name, collection))

function pathOf(operation: Operation, choose: Choose = randomId): string {
  const parts = operation.path.split('/')
  const filled = parts.map((part, index) =>
    part.startsWith('{') ? choose(operation, part.slice(1, -1), parts.slice(0, index).join('/')) : part,
  )
  return filled.join('/')
}

const collections = ({ path }: Operation): string[] =>
  path.split('/').flatMap((part, index, parts) => (part.startsWith('{') ? [parts.slice(0, index).join('/')] : []))

const bodyOf = (operation: Operation): any => withReal(real, operation.bodyExample)

const ask = (operation: Operation, path: string, options: Ask = {}): Promise<Answered> =>
  app().ask(operation.method, path, { body: operation.method === 'GET' ? undefined : bodyOf(operation), ...options })

const rateHeaders = [
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
]

function expectRefusal(answer: Answered, status: number, code: string, message = /\S/): void {
  expect({ status: answer.status, body: answer.body }).toMatchObject({
    status,
    body: { error: { code, message: expect.stringMatching(message) } },
  })
  for (const name of rateHeaders) expect(answer.headers.get(name), name).toMatch(/^\d+$/)
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
}

const named = (chosen: readonly Operation[]) => chosen.map((operation) => [operation.id, operation] as const)

const guarded = ({ access }: Operation): boolean => access !== 'none'

/** The key is checked in one place, which looks at nothing but the access; `roles.test.ts` lists that of each. */
const levels = [...new Map(kinds.filter(guarded).map((operation) => [operation.access, operation])).values()]

describe.each(named(levels))('%s requires a valid key:', (_id, operation) => {
  it.each([
    ['no key', null, {}],
    ['another scheme', null, { authorization: `Basic ${keys.write}` }],
    ['an unknown key', 'lw_test_nobody_0123456789abcdef', {}],
  ] as const)('with %s it responds with HTTP 401', async (_case, key, headers) => {
    const answer = await ask(operation, pathOf(operation, realId), { key, headers })
    expectRefusal(answer, 401, 'unauthorized')
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer (.+, )?resource_metadata="http/)
  })

  it('the key of a plan without API access is 403', async () => {
    expectRefusal(
      await ask(operation, pathOf(operation), { key: keys.free }),
      403,
      'forbidden',
      /does not include API access/,
    )
  })
})

it('an operation that changes something returns 403 for a read key', async () => {
  const operation = levels.find(({ access }) => access === 'write')!
  expectRefusal(await ask(operation, pathOf(operation, realId), { key: keys.read }), 403, 'forbidden', /write scope/)
})

describe.each(named(shown.filter(({ params }) => params)))('%s looks up the ids in its path:', (_id, operation) => {
  it('a random id is 404', async () => {
    expectRefusal(await ask(operation, pathOf(operation)), 404, 'not_found')
  })

  it("another organization's id is 404 with the same message", async ({ skip }) => {
    const missing = collections(operation).filter((collection) => !real.has(collection))
    skip(missing.length > 0, `nothing here makes ${missing.join(', ')}`)
    const random = await ask(operation, pathOf(operation))
    const answer = await ask(operation, pathOf(operation, realId), { key: keys.other })
    expectRefusal(answer, 404, 'not_found')
    expect(answer.text).toBe(random.text)
    if (operation.method === 'GET') expect((await ask(operation, pathOf(operation, realId))).status).toBe(200)
  })
})

// `registry.test.ts` refuses such ids for every parameter.
it.each(named(kinds.filter(({ params }) => params)))('%s returns 400 for malformed ids', async (_id, operation) => {
  for (const name of Object.keys(operation.params!.shape)) {
    const malformed = malformedIds.filter((id) => !accepts(operation, name, decodeURIComponent(id)))
    expect(malformed).not.toEqual([])
    for (const id of malformed) {
      const path = pathOf(operation, (of, other, collection) => (other === name ? id : randomId(of, other, collection)))
      expectRefusal(await ask(operation, path), 400, 'invalid_request', new RegExp(`^${name}: `))
    }
  }
})

const places = [...new Set(shown.map(({ path }) => path))].flatMap((path) => {
  const here = shown.filter((known) => known.path === path)
  const supported: string[] = here.map(({ method }) => method)
  const method = ['PUT', 'PATCH', 'DELETE', 'POST', 'GET'].find((each) => !supported.includes(each))
  return method === undefined ? [] : [{ path, method, supported, operation: here[0]! }]
})
it.each(places)('$method $path is 405 with Allow', async ({ method, operation, supported }) => {
  const answer = await app().ask(method, pathOf(operation))
  expectRefusal(answer, 405, 'method_not_allowed')
  const allowed = answer.headers.get('allow')!.split(', ')
  expect(allowed.filter((name) => name !== 'HEAD').toSorted()).toEqual(supported.toSorted())
})

const withBodies = kinds.filter(({ method }) => ['POST', 'PUT', 'PATCH'].includes(method))
describe.each(named(withBodies))('%s is strict about its body:', (_id, operation) => {
  const path = (): string => pathOf(operation, realId)

  it('an unknown field is 400 with its name', async () => {
    expectRefusal(
      await ask(operation, path(), { body: { ...bodyOf(operation), surprise: 1 } }),
      400,
      'invalid_request',
      /(^|; )surprise: unsupported field/,
    )
  })

  it.each(['{', '[1,', '"', '{"a":1}}'])('the malformed JSON %s is 400', async (body) => {
    expectRefusal(await ask(operation, path(), { body }), 400, 'invalid_request', /^Malformed JSON/)
  })

  it.each(['[]', '"text"', '1', 'true'])('%s instead of an object is 400', async (body) => {
    expectRefusal(await ask(operation, path(), { body }), 400, 'invalid_request', /^body: /)
  })

  it('a body over 256 KiB is 413', async () => {
    expectRefusal(await ask(operation, path(), { body: `{"a":"${'x'.repeat(262_144)}"}` }), 413, 'payload_too_large')
  })

  it('another content type is 400', async () => {
    const answer = await ask(operation, path(), { body: '{}', headers: { 'content-type': 'text/plain' } })
    expectRefusal(answer, 400, 'invalid_request', /^Content-Type: /)
  })
})

const needing = withBodies.filter(({ body }) => body && !body.safeParse(undefined).success)
it.each(named(needing))('%s returns 400 for a missing body', async (_id, operation) => {
  expectRefusal(
    await app().ask(operation.method, pathOf(operation, realId)),
    400,
    'invalid_request',
    /^body: Required$/,
  )
})

it.each(named(kinds.filter(({ creating }) => creating)))(
  '%s returns 400 for an Idempotency-Key over 255 characters',
  async (_id, operation) => {
    const answer = await ask(operation, pathOf(operation, realId), { headers: { 'idempotency-key': 'x'.repeat(256) } })
    expectRefusal(answer, 400, 'invalid_request', /^Idempotency-Key: /)
  },
)

async function expectRefusedQuery(operation: Operation, query: string, message: RegExp): Promise<void> {
  expectRefusal(await ask(operation, `${pathOf(operation, realId)}?${query}`), 400, 'invalid_request', message)
}

const queries = shown.flatMap((operation) =>
  Object.keys(operation.query?.shape ?? {}).map((name) => ({ operation, id: operation.id, name })),
)

it.each(named(kinds))('%s returns 400 for sort', async (_id, operation) => {
  await expectRefusedQuery(operation, 'sort=name', /^sort: /)
})

it.each(queries.filter(({ operation }) => kinds.includes(operation)))(
  '$id answers $name as NUL with 400',
  async ({ operation, name }) => {
    await expectRefusedQuery(operation, `${name}=%00`, new RegExp(`^${name}: `))
  },
)

it.each(queries.filter(({ name }) => name === 'cursor'))(
  '$id answers a made-up cursor with 400, and is a list that gives one',
  async ({ operation }) => {
    for (const cursor of ['', 'x', 'A'.repeat(40)]) await expectRefusedQuery(operation, `cursor=${cursor}`, /^cursor: /)
    const { body } = await ask(operation, `${pathOf(operation, realId)}?limit=1`)
    expect(body).toMatchObject({ object: 'list', data: expect.any(Array), has_more: expect.any(Boolean) })
    expect(body.next_cursor === null).toBe(!body.has_more)
  },
)

it.each(named(kinds))('%s refuses unknown query parameters, and lists the known ones', async (_id, operation) => {
  const answer = await ask(operation, `${pathOf(operation, realId)}?surprise=1`)
  const allowed = Object.keys(operation.query?.shape ?? {}).join(', ') || 'none'
  expectRefusal(
    answer,
    400,
    'invalid_request',
    new RegExp(`^surprise: unsupported query parameter. Allowed: ${allowed}$`),
  )
})

describe('operations for the dashboard', () => {
  it('are not served by the API', async () => {
    for (const operation of registry.filter(({ audience }) => audience === 'dashboard'))
      expectRefusal(await ask(operation, pathOf(operation)), 404, 'not_found')
  })
})
