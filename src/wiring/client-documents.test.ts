import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../domain/clock.ts'
import { fakeClock } from '../../test/kit/clock.ts'
import { createClientDocuments } from './client-documents.ts'

it.each(['127.0.0.1', 'localhost', '[::1]'])('connects to no private address: %s', async (host) => {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  await once(server.listen(0), 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const reading = createClientDocuments(systemClock)(`https://${host}:${port}/client.json`)
  await expect(reading).rejects.toMatchObject({
    code: 'invalid_client',
    message: expect.not.stringMatching(/loopback/),
  })
  expect(connections).toBe(0)
})

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

it('tries a document that failed again after a minute', async () => {
  const clock = fakeClock()
  let fetched = 0
  const read = createClientDocuments(clock, async () => {
    fetched += 1
    throw new Error('wrong')
  })
  for (let count = 0; count < 3; count++) await expect(read('https://a.example/c')).rejects.toThrow('wrong')
  expect(fetched).toBe(1)
  clock.advance(60_001)
  await expect(read('https://a.example/c')).rejects.toThrow('wrong')
  expect(fetched).toBe(2)
})

it('reads ten documents at once at most, and twenty of one host in a minute', async () => {
  const busy = createClientDocuments(fakeClock(), () => new Promise(() => undefined))
  for (let count = 0; count < 10; count++) void busy(`https://a.example/${count}`)
  await expect(busy('https://b.example/c')).rejects.toMatchObject({ code: 'temporarily_unavailable' })
  const quick = createClientDocuments(fakeClock(), async () => '{}')
  for (let count = 0; count < 20; count++) await quick(`https://a.example/${count}`)
  await expect(quick('https://a.example/20')).rejects.toMatchObject({ code: 'temporarily_unavailable' })
  expect(await quick('https://b.example/c')).toBe('{}')
})
