import { describe, expect, it } from 'vitest'
import { startReceiver } from '../../test/kit/resources/receiver.ts'
import { systemClock } from '../domain/clock.ts'
import { createVendorRequests } from './vendor-requests.ts'

const send = createVendorRequests(systemClock, true)

describe('a request to an API', () => {
  it.each([
    [401, 'does not accept this key (HTTP 401)'],
    [302, 'responded with HTTP 302 instead of 200'],
    [500, 'responded with HTTP 500 instead of 200'],
    [429, 'limits requests'],
  ])('that gets %i says what to do, without the key', async (status, message) => {
    const receiver = await startReceiver({ status })
    const request = send({ url: receiver.origin, headers: { authorization: 'Bearer s3cret' } })
    const error = await request.catch((thrown: Error) => thrown)
    expect((error as Error).message).toContain(message)
    expect((error as Error).message).not.toContain('s3cret')
  })

  it('gets a response with a limited number of values', async () => {
    const receiver = await startReceiver((response) => response.end(`[${'{},'.repeat(200_000)}{}]`))
    const request = send({ url: receiver.origin, headers: {} })
    await expect(request).rejects.toThrow(/^The response of .* cannot be read: body: has more than 200,000 values/)
  })

  it('never goes to private addresses unless they are allowed', async () => {
    const sendToPublic = createVendorRequests(systemClock, false)
    await expect(sendToPublic({ url: 'http://127.0.0.1:9/', headers: {} })).rejects.toThrow(
      /loopback|not allowed|private/,
    )
  })
})
