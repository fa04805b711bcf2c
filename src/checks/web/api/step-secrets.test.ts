import { describe, expect, it } from 'vitest'
import type { SecretMove } from '../../../domain/field.ts'
import { namedOrigin } from './origins.ts'
import { stepSecrets } from './step-secrets.ts'

const mask = '[redacted]'
const pair = (key: string, value: string) => ({ key, value })
const login = { name: 'Log in', method: 'POST', url: '/login', requestBody: '{"password":"hunter2"}' }
const orders = {
  name: 'Orders',
  url: '/orders',
  requestHeaders: [pair('X-Api-Key', 'secret-key'), pair('Accept', 'text/html')],
  queryParams: [pair('sig', 'secret-sig'), pair('page', '1')],
}
const stored = [login, orders]
const conceal = (value: unknown): any => stepSecrets.conceal(value, mask)
const restore = (sent: unknown, kept: unknown = stored): any => stepSecrets.restore(sent, kept, mask)
const shown = conceal(stored)

describe('the secrets of steps', () => {
  it('are masked: bodies, and headers and parameters that are credentials', () => {
    expect(shown).toEqual([
      { ...login, requestBody: mask },
      {
        ...orders,
        requestHeaders: [pair('X-Api-Key', mask), pair('Accept', 'text/html')],
        queryParams: [pair('sig', mask), pair('page', '1')],
      },
    ])
  })

  it('are not masked if a response supplies the whole value, or if they are empty', () => {
    const step = {
      name: 'a',
      url: '/',
      requestBody: '',
      requestHeaders: [pair('Authorization', 'Bearer {{token}}'), pair('Cookie', '{{ sid }}')],
    }
    expect(conceal([step])).toEqual([step])
    const mixed = { ...step, requestHeaders: [pair('Authorization', 'hunter2 {{token}}')] }
    expect(conceal([mixed])[0].requestHeaders[0].value).toBe(mask)
  })

  it('of invalid steps are masked completely', () => {
    expect(conceal([{ url: '/', requestBody: 'hunter2' }])).toBe(mask)
    expect(conceal(undefined)).toBeUndefined()
  })

  it.each<[string, unknown[], unknown[]]>([
    ['as they were read', shown, stored],
    ['in another order', shown.toReversed(), stored.toReversed()],
    ['with one less', [shown[1]], [orders]],
    [
      'with another one before them',
      [{ name: 'New', url: '/new' }, ...shown],
      [{ name: 'New', url: '/new' }, ...stored],
    ],
    ['with a new name', [shown[0], { ...shown[1], name: 'All orders' }], [login, { ...orders, name: 'All orders' }]],
    ['with another path', [{ ...shown[0], url: '/signin' }], [{ ...login, url: '/signin' }]],
    ['as one mask', mask as unknown as unknown[], stored],
  ])('are restored if they are sent back %s', (_, sent, kept) => {
    expect(restore(sent)).toEqual(kept)
  })

  it.each<[string, unknown[]]>([
    ['have a new name and a new url', [{ ...shown[0], name: 'Sign in', url: '/signin' }]],
    ['have a new name and another method', [{ ...shown[0], name: 'Sign in', method: 'PUT' }]],
    ['are a second copy of a stored one', [shown[0], { ...shown[0], name: 'Log in again' }]],
    ['are stored nowhere', [{ name: 'New', url: '/new', requestBody: mask }]],
    ['share a name', [shown[0], { ...shown[0], url: '/elsewhere' }]],
  ])('are not restored for steps that %s', (_, sent) => {
    expect(restore(sent).at(-1).requestBody).toBe(mask)
    expect(stepSecrets.isMasked(restore(sent), mask)).toBe(true)
  })

  it('of two steps with the same name are matched by their requests', () => {
    const twins = [
      { name: '登录', url: '/a', requestBody: 'one' },
      { name: '登录', url: '/b', requestBody: 'two' },
    ]
    expect(restore(conceal(twins).toReversed(), twins)).toEqual(twins.toReversed())
  })

  it.each([null, 'text', 3, [1], [{ name: 'a' }]])('that are invalid, such as %j, stay as they are', (value) => {
    expect(restore(value)).toEqual(value)
    expect(stepSecrets.unsent!({ ...stay, sent: value })).toEqual([])
  })
})

const home = 'https://shop.example/v1'
const stay: SecretMove = { stored, sent: undefined, from: home, to: home, mask, causes: [] }
const away = 'https://evil.example/'
const paths = (move: Partial<SecretMove>): string[] =>
  stepSecrets.unsent!({ ...stay, ...move }).map((problem) => problem.split(':')[0]!)

describe('secrets of steps must be sent again', () => {
  it('if the origin of the target changes, and not if only its path does', () => {
    const all = ['[0].requestBody', '[1].requestHeaders', '[1].queryParams']
    expect(paths({ to: away })).toEqual(all)
    expect(paths({ to: away, sent: shown })).toEqual(all)
    expect(paths({ to: 'http://shop.example/v1' })).toEqual(all)
    expect(paths({ to: 'https://shop.example/v2' })).toEqual([])
    expect(paths({ to: away, sent: stored })).toEqual([])
    expect(paths({ to: away, sent: [] })).toEqual([])
  })

  it('if the url of a step changes its origin, which the message names together with the step', () => {
    const sent = [shown[0], { ...shown[1], url: 'https://evil.example/orders' }]
    expect(stepSecrets.unsent!({ ...stay, sent })[0]).toBe(
      '[1].requestHeaders: must be sent again, or removed, because url changed: step "Orders" leads to https://evil.example',
    )
    expect(paths({ sent })).toEqual(['[1].requestHeaders', '[1].queryParams'])
    expect(paths({ sent: [shown[0], { ...shown[1], url: 'https://shop.example/orders' }] })).toEqual([])
    expect(paths({ sent: [shown[0], { ...orders, url: 'https://evil.example/orders' }] })).toEqual([])
  })

  it('not if the target changes and the step has its own origin', () => {
    const own = [{ ...login, url: 'https://auth.example/login' }]
    expect(paths({ stored: own, to: away })).toEqual([])
    expect(paths({ stored: own, sent: conceal(own), to: away })).toEqual([])
    expect(paths({ stored: own, sent: [{ ...conceal(own)[0], url: '/login' }], to: away })).toEqual(['[0].requestBody'])
  })

  it('if a response may choose the host, and the target changes', () => {
    const chosen = [{ ...login, url: '{{next}}' }]
    expect(paths({ stored: chosen, to: away })).toEqual(['[0].requestBody'])
    expect(paths({ stored: chosen, to: 'https://shop.example/' })).toEqual([])
  })

  it('if the connection becomes insecure', () => {
    expect(paths({ causes: ['verifyTls'] })).toHaveLength(3)
    expect(paths({ causes: ['verifyTls'], stored: [{ name: 'Plain', url: '/' }] })).toEqual([])
  })
})

describe('the origin of a step', () => {
  it.each([
    ['/login', 'https://shop.example'],
    ['https://auth.example/login', 'https://auth.example'],
    ['https://auth.example:444/{{path}}', 'https://auth.example:444'],
    ['https://auth.example?next={{path}}', 'https://auth.example'],
    ['//auth.example/{{path}}', 'https://auth.example'],
    ['//auth.example/login', 'https://auth.example'],
    ['https:\\\\auth.example\\login', 'https://auth.example'],
    ['/{{path}}', 'https://shop.example'],
    ['{{next}}', 'https://shop.example'],
    ['https://{{host}}/', 'https://shop.example'],
    ['https://auth.example{{rest}}', 'https://shop.example'],
    ['https://auth.example:{{port}}/', 'https://shop.example'],
    [' https://auth.example/{{path}}', 'https://shop.example'],
  ])('of %s is %s', (url, origin) => {
    expect(namedOrigin(url, home)).toBe(origin)
  })
})
