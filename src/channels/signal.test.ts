import { describe, expect, it } from 'vitest'
import { critical } from '../../test/kit/resources/alerts.ts'
import { keepsDeliveryContract, sendContext } from '../../test/kit/checks/channel-contract.ts'
import { type Received, type Reply, startReceiver } from '../../test/kit/resources/receiver.ts'
import { channelProblems } from './define.ts'
import { signal } from './signal.ts'

const number = '+15005550006'
const recipients = ['+491701234567', 'group.ckRzaEd4VmRzNnJaASAEsasa']
const login = { username: 'lapwing', password: 'pa55-w0rd' }

function accepts(request: Received): void {
  expect(request.path).toBe('/v2/send')
  expect(request.headers.authorization).toBe(`Basic ${btoa(`${login.username}:${login.password}`)}`)
  const body = request.json()
  expect(body).toMatchObject({ number, recipients, text_mode: 'normal' })
  expect(body.message.length).toBeGreaterThan(0)
  expect(body.message.length).toBeLessThanOrEqual(2000)
}

keepsDeliveryContract({
  carriesLink: true,
  kind: signal,
  config: (origin) => ({ url: origin, number, recipients, ...login }),
  accepts,
  accepted: { status: 201, body: '{"timestamp":"1772366400000"}' },
})

describe('a message in Signal', () => {
  it('is sent to the members of the groups if no recipients are configured', async () => {
    const receiver = await startReceiver({ status: 201 })
    const receipt = await signal.send(critical, { url: receiver.origin, number }, sendContext())
    expect(receiver.requests[0]!.json().recipients).toEqual(['+491701234567'])
    expect(receiver.requests[0]!.headers).not.toHaveProperty('authorization')
    expect(receipt).toEqual({ httpStatus: 201 })
    await expect(
      signal.send(critical, { url: receiver.origin, number }, sendContext({ people: [] })),
    ).rejects.toMatchObject({
      message: expect.stringContaining('there is nobody to write to'),
      permanent: true,
    })
  })

  it.each<[string, Reply, object]>([
    [
      'an untrusted identity',
      { status: 400, body: JSON.stringify({ error: 'Untrusted Identity for "+436641234567"' }) },
      { message: 'answered 400: Untrusted Identity for "+43***67"', permanent: true },
    ],
    [
      'a network that is down',
      { status: 400, body: JSON.stringify({ error: 'Failed to send message: Connection closed unexpectedly' }) },
      { message: 'answered 400: Failed to send message: Connection closed unexpectedly', permanent: false },
    ],
    [
      'a challenge',
      { status: 429, body: JSON.stringify({ error: 'rate limited', challenge_tokens: ['x'], account: number }) },
      { permanent: false },
    ],
    [
      'a part of the recipients',
      { status: 201, body: JSON.stringify({ timestamp: '1', errors: { '+436641234567': 'IDENTITY_FAILURE' } }) },
      {
        message: 'answered 201: some recipients were not reached: {"+43***67":"IDENTITY_FAILURE"}',
        permanent: true,
      },
    ],
  ])('can fail for %s', async (_why, reply, failure) => {
    const receiver = await startReceiver(reply)
    await expect(
      signal.send(critical, { url: receiver.origin, number, recipients }, sendContext()),
    ).rejects.toMatchObject(failure)
  })

  it('requires numbers with country codes', () => {
    const config = { url: 'https://signal.example.com', number: '0170', recipients: ['me'], username: 'x' }
    expect(channelProblems(signal, config)).toEqual([
      'config.number: must be a number with its country code, such as +491701234567',
      'config.recipients[0]: must be a number with its country code, or the id of a group (group.…)',
    ])
    expect(channelProblems(signal, { ...config, number, recipients })).toEqual([
      'config.password: must be set together with username',
    ])
  })
})
