import { afterAll, expect, it, vi } from 'vitest'
import type * as Prefetched from './prefetched.ts'

const early = new Response('early')
const late = async (): Promise<Response> => new Response('late')
vi.stubGlobal('prefetched', { '/app/a': Promise.resolve(early), '/app/b': Promise.resolve(early) })
vi.stubGlobal('fetch', late)
afterAll(vi.unstubAllGlobals)
// The module reads the prefetched responses when it is loaded, and another test file may have loaded it already.
const address = './prefetched.ts?of-this-test'
const { fetchPrefetched, clearPrefetched } = (await import(address)) as typeof Prefetched

const textAt = async (address: string, method = 'GET') => (await fetchPrefetched(address, { method })).text()

it('takes an answer that was asked for ahead once, and only who reads takes it', async () => {
  expect(await textAt('/app/a', 'POST')).toBe('late')
  expect(await textAt('/app/a')).toBe('early')
  expect(await textAt('/app/a')).toBe('late')
})

it('takes none of those that were meant for somebody else', async () => {
  clearPrefetched()
  expect(await textAt('/app/b')).toBe('late')
})
