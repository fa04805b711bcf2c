import { expect, it } from 'vitest'
import { systemClock } from '../domain/clock.ts'
import { fakeClock } from '../../test/kit/clock.ts'
import { createClientDocuments } from './client-documents.ts'

it.each(['https://127.0.0.1/c.json', 'https://[::1]/c.json', 'https://169.254.169.254/c.json', 'https://10.0.0.1/c'])(
  'reads no document from the inside: %s',
  async (url) => {
    const read = createClientDocuments(systemClock)
    await expect(read(url)).rejects.toMatchObject({ code: 'invalid_client' })
  },
)

it('keeps a document for five minutes and shares concurrent requests', async () => {
  const clock = fakeClock()
  const fetched: string[] = []
  const read = createClientDocuments(clock, async (url) => {
    fetched.push(url)
    return '{}'
  })
  await Promise.all([read('https://a.example/c'), read('https://a.example/c')])
  await read('https://a.example/c')
  expect(fetched).toHaveLength(1)
  clock.advance(300_001)
  await read('https://a.example/c')
  expect(fetched).toHaveLength(2)
})

it('reads ten at once at most, and forgets failures', async () => {
  const read = createClientDocuments(fakeClock(), (url) =>
    url.endsWith('/wrong') ? Promise.reject(new Error('wrong')) : new Promise(() => undefined),
  )
  await expect(read('https://a.example/wrong')).rejects.toThrow('wrong')
  for (let count = 0; count < 10; count++) void read(`https://a.example/${count}`)
  await expect(read('https://a.example/10')).rejects.toMatchObject({ code: 'temporarily_unavailable' })
})
