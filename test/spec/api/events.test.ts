import { expect, it } from 'vitest'
import { keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { make } from '../../kit/resources/monitors.ts'

const app = sharedLapwing()
const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${app().origin}/v1${path}`, { ...init, headers: { authorization: `Bearer ${keys.read}` } })

it('streams changes of the organization to a key, and none of others', async () => {
  const closing = new AbortController()
  const { status, headers, body } = await ask('/events', { signal: closing.signal })
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  const foreign = await make(app(), { name: 'Not theirs' }, { key: keys.other })
  const { id } = await make(app(), { name: 'New' })
  let text = ''
  for await (const chunk of body!.pipeThrough(new TextDecoderStream())) {
    text += chunk
    if (text.includes(id)) break
    app().clock.advance(1000)
  }
  expect(text).toContain('event: monitor')
  expect(text).not.toContain(foreign.id)
  closing.abort()
})

it('refuses a missing key, other methods and unknown parameters like every operation', async () => {
  expect((await fetch(`${app().origin}/v1/events`)).status).toBe(401)
  expect((await ask('/events?since=1')).status).toBe(400)
  const other = await ask('/events', { method: 'POST' })
  expect([other.status, other.headers.get('allow')]).toEqual([405, 'GET'])
})
