import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { fakeClock } from '../../../test/kit/clock.ts'
import { waitUntil } from '../../../test/kit/wait-until.ts'
import type { Tab } from '../../live/open-tabs.ts'
import type { StreamRequest } from '../../live/event-hub.ts'
import { streamEvents } from './stream-events.ts'

async function served() {
  const clock = fakeClock()
  const tabs: { tab: Tab; lastEventId: string | null; recheckAccess: () => void }[] = []
  let left = 0
  let released = 0
  const hub = {
    begin: () => '1-one',
    join(tab: Tab, { lastEventId, recheckAccess }: StreamRequest) {
      tabs.push({ tab, lastEventId, recheckAccess })
      return () => (left += 1)
    },
    stop: async () => {},
  }
  const allowed = { now: true }
  const app = Fastify({ forceCloseConnections: true })
  app.get('/events', (request, reply) => {
    streamEvents(
      { hub, clock },
      {
        reply,
        organizationId: 'acme',
        userId: 'ada',
        lastEventId: request.headers['last-event-id']?.toString() ?? null,
        hasAccess: async () => allowed.now,
        release: () => (released += 1),
      },
    )
  })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  const open = async (headers: Record<string, string> = {}) => {
    const answer = await fetch(`${origin}/events`, { headers })
    return { answer, reader: answer.body!.getReader() }
  }
  return { clock, tabs, allowed, open, left: () => left, released: () => released }
}

const ends = async (reader: ReadableStreamDefaultReader): Promise<boolean> => {
  for (;;) {
    const end = await reader.read().then(
      ({ done }) => done,
      () => true,
    )
    if (end) return true
  }
}

it('streams events, with the id of the last one', async () => {
  const { tabs, open } = await served()
  const { answer, reader } = await open({ 'last-event-id': '12-one' })
  expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const [{ tab, lastEventId }] = tabs as [(typeof tabs)[number]]
  expect(lastEventId).toBe('12-one')
  expect(tab.write(Buffer.from('event: summary\ndata: {}\n\n'))).toBe(true)
  let text = ''
  while (!text.includes('summary')) text += Buffer.from((await reader.read()).value!).toString()
  expect(text).toBe('retry: 2000\n\nevent: summary\ndata: {}\n\n')
})

it('ends when its user loses access', async () => {
  const { clock, allowed, open, left } = await served()
  const { reader } = await open()
  clock.advance(30_000)
  allowed.now = false
  await waitUntil(() => {
    clock.advance(30_000)
    return left() === 1
  })
  expect(await ends(reader)).toBe(true)
})

it('checks access at once when it may have changed', async () => {
  const { tabs, allowed, open, left } = await served()
  const { reader } = await open()
  tabs[0]!.recheckAccess()
  allowed.now = false
  await waitUntil(() => {
    tabs[0]!.recheckAccess()
    return left() === 1
  })
  expect(await ends(reader)).toBe(true)
})

it('reports a client that does not read', async () => {
  const { tabs, open } = await served()
  await open()
  const [{ tab }] = tabs as [(typeof tabs)[number]]
  const much = Buffer.alloc(1024 * 1024, 'x')
  await expect.poll(() => tab.write(much)).toBe(false)
})

it('unsubscribes when the tab is closed', async () => {
  const { open, left, released } = await served()
  const { reader } = await open()
  await reader.cancel()
  await expect.poll(() => [left(), released()]).toEqual([1, 1])
})
