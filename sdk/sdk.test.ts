import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { operations } from '../src/operations/index.ts'
import type { MonitorCreate } from './api.ts'
import { addressOf, createClient } from './client.ts'
import { writeTypes } from './write-types.ts'

/** Ignores differences in formatting. */
const words = (text: string): string => text.replaceAll(/["']/g, "'").replaceAll(/[\s;,|()]/g, '')

it('has types that match every operation', () => {
  const committed = readFileSync(join(import.meta.dirname, 'api.ts'), 'utf8')
  expect(words(committed) === words(writeTypes(operations)), 'run `npm run sdk`').toBe(true)
})

it('accepts a monitor with only its required fields', () => {
  const least: MonitorCreate = { name: 'Nightly backup', type: 'heartbeat', interval: 60 }
  // @ts-expect-error a monitor has an interval
  const less: MonitorCreate = { name: 'Nightly backup', type: 'heartbeat' }
  const { body } = operations.find(({ id }) => id === 'createMonitor')!
  expect(body!.safeParse(least).success).toBe(true)
  expect(body!.safeParse(less).success).toBe(false)
})

it.each([
  ['/monitors', {}, '/monitors'],
  ['/monitors/{id}', { params: { id: 'a/b' } }, '/monitors/a%2Fb'],
  [
    '/incidents',
    { query: { status: ['open', 'firing'], since: undefined, limit: 5 } },
    '/incidents?status=open%2Cfiring&limit=5',
  ],
] as const)('asks at %s with %j', (path, input, address) => {
  expect(addressOf(path, input)).toBe(address)
})

it('treats a response that is not from Lapwing as missing', async () => {
  const fetch = async (): Promise<Response> => new Response('<h1>Welcome on board</h1>')
  const asked = createClient({ base: '/app', fetch }).get('/summary')
  await expect(asked).rejects.toMatchObject({ name: 'ApiError', status: 0, code: 'unreachable' })
})
