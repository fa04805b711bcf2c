import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { createAuthority } from '../../../test/kit/checks/certificates.ts'
import { sendContext } from '../../../test/kit/checks/channel-contract.ts'
import { type Answering, type Reply, startReceiver } from '../../../test/kit/resources/receiver.ts'
import { openNet } from '../../../test/kit/checks/run-check.ts'
import { DeliveryFailed } from '../define.ts'
import { type ReceiverRequest, jsonIn, post } from './post.ts'

async function refusal(reply: Reply, message: Partial<ReceiverRequest> = {}): Promise<DeliveryFailed> {
  const receiver = await startReceiver(reply)
  const error: unknown = await post(
    { url: `${receiver.origin}/hook/T0123456789abc?key=k0123456789abc`, json: {}, ...message },
    sendContext(),
  ).then(
    () => expect.unreachable('it was delivered'),
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(DeliveryFailed)
  return error as DeliveryFailed
}

describe('a post', () => {
  it.each<[string, Partial<ReceiverRequest>, string, string]>([
    ['JSON', { json: { a: 'ä' } }, 'application/json', '{"a":"ä"}'],
    ['a form', { form: { a: 'ä b', c: '&' } }, 'application/x-www-form-urlencoded', 'a=%C3%A4+b&c=%26'],
    ['text', { text: 'ä' }, 'text/plain; charset=utf-8', 'ä'],
  ])('carries %s', async (_what, body, type, text) => {
    const receiver = await startReceiver({ status: 204 })
    const receipt = await post({ url: receiver.origin, ...body }, sendContext())
    expect(receipt).toEqual({ httpStatus: 204 })
    expect(receiver.requests[0]).toMatchObject({ method: 'POST', text, headers: { 'content-type': type } })
  })

  it('moves credentials from the URL to the login', async () => {
    const receiver = await startReceiver()
    await post({ url: `${receiver.origin.replace('//', '//us%40er:pa%3Ass@')}/x#y`, text: '' }, sendContext())
    expect(receiver.requests[0]).toMatchObject({
      path: '/x',
      headers: {
        authorization: `Basic ${Buffer.from('us@er:pa:ss').toString('base64')}`,
        host: receiver.origin.slice(7),
      },
    })
  })

  it('requires a trusted certificate', async () => {
    const authority = createAuthority()
    const receiver = await startReceiver({}, authority.issue({ names: ['127.0.0.1'] }))
    const net = openNet({ extraTrust: [authority.root] })
    expect(await post({ url: receiver.origin, json: {} }, sendContext({ net }))).toEqual({ httpStatus: 200 })
    await expect(post({ url: receiver.origin, json: {} }, sendContext())).rejects.toThrow(/is not trusted/)
    expect(receiver.requests).toHaveLength(1)
  })
})

describe('the message of an error', () => {
  it.each<[string, Reply, string]>([
    ['the first line of a text', { body: '\nno_service\nmore' }, 'answered 404: no_service'],
    ['JSON as one line', { body: '{\n  "error": "no"\n}' }, 'answered 404: {"error":"no"}'],
    ['nothing of a web page', { body: '<!DOCTYPE html><html>' }, 'answered 404'],
    ['nothing of what calls itself one', { body: 'oops', headers: { 'content-type': 'text/html' } }, 'answered 404'],
    ['nothing of nothing', {}, 'answered 404'],
    ['no control characters', { body: 'a\u001b[31mb' }, 'answered 404: a [31mb'],
  ])('is %s', async (_what, reply, message) => {
    expect((await refusal({ status: 404, ...reply })).message).toBe(message)
  })

  it('is cut short', async () => {
    expect((await refusal({ status: 500, body: 'x'.repeat(100_000) })).message).toBe(
      `answered 500: ${'x'.repeat(199)}…`,
    )
  })

  it.each<[string, Partial<ReceiverRequest>, string]>([
    ['the path', {}, '/hook/T0123456789abc?key=k0123456789abc'],
    ['a part of the path', {}, 'T0123456789abc'],
    ['a value of the query', {}, 'k0123456789abc'],
    ['a header', { headers: { 'X-Key': 's3cret' } }, 's3cret'],
    ['the token in a header', { headers: { Authorization: 'GenieKey s3cret' } }, 's3cret'],
    ['a bearer token', { login: { kind: 'bearer', token: 's3cret' } }, 's3cret'],
    ['a password', { login: { kind: 'basic', username: 'me', password: 's3cret' } }, 's3cret'],
    [
      'a login',
      { login: { kind: 'basic', username: 'me', password: 's3cret' } },
      Buffer.from('me:s3cret').toString('base64'),
    ],
    ['a secret of the body', { secrets: [undefined, 's3cret'] }, 's3cret'],
  ])('never contains %s', async (_what, message, secret) => {
    expect((await refusal({ status: 400, body: `bad ${secret}!` }, message)).message).toBe(
      'answered 400: bad [redacted]!',
    )
  })
})

describe('an objection', () => {
  const objects: ReceiverRequest['objection'] = (answer) =>
    (jsonIn(answer) as { ok?: boolean })?.ok ? null : { permanent: true, message: 'not ok' }

  it('turns a 200 into a failure', async () => {
    expect(await refusal({ body: '{"ok":false}' }, { objection: objects })).toMatchObject({
      permanent: true,
      httpStatus: 200,
      message: 'answered 200: not ok',
    })
    const receiver = await startReceiver({ body: '{"ok":true}' })
    expect(await post({ url: receiver.origin, objection: objects }, sendContext())).toEqual({ httpStatus: 200 })
  })

  it('changes only the facts it states', async () => {
    const waits = await refusal(
      { status: 429, headers: { 'retry-after': '5' }, body: 'slow' },
      { objection: () => ({ message: undefined }) },
    )
    expect(waits).toMatchObject({ permanent: false, retryAfterMs: 5000, message: 'answered 429: slow' })
    expect(await refusal({ status: 500 }, { objection: () => ({ permanent: true, retryAfterMs: 1 }) })).toMatchObject({
      permanent: true,
      retryAfterMs: 1,
    })
  })
})

describe('whether a receiver may have the message', () => {
  it.each<[string, boolean, Answering]>([
    ['it closed the connection without a response', true, (response) => void response.socket!.destroy()],
    ['it ended in the middle of its response', true, (response) => void cutShort(response)],
    ['a gateway waited for it in vain', true, { status: 504 }],
    ['it refused the message', false, { status: 500 }],
  ])('is known if %s: %s', async (_what, uncertain, reply) => {
    const { origin } = await startReceiver(reply)
    await expect(post({ url: origin, json: {} }, sendContext())).rejects.toMatchObject({ uncertain })
  })

  it('is known if there was no connection, or no secure one', async () => {
    const receiver = await startReceiver({}, createAuthority().issue({ names: ['127.0.0.1'] }))
    for (const url of [receiver.origin, 'http://127.0.0.1:1'])
      await expect(post({ url, json: {} }, sendContext())).rejects.toMatchObject({ uncertain: false })
  })

  it('is uncertain if a secure connection is closed without a response', async () => {
    const authority = createAuthority()
    const hangUp: Answering = (response) => void response.socket!.destroy()
    const { origin } = await startReceiver(hangUp, authority.issue({ names: ['127.0.0.1'] }))
    const net = openNet({ extraTrust: [authority.root] })
    await expect(post({ url: origin, json: {} }, sendContext({ net }))).rejects.toMatchObject({ uncertain: true })
  })
})

function cutShort(response: ServerResponse): void {
  response.writeHead(200, { 'content-length': 10 }).flushHeaders()
  response.socket!.end()
}

describe('the retry delay of a receiver', () => {
  it.each([
    ['1.5', 1500],
    ['0', 0],
    ['soon', null],
    ['-3', null],
    ['99999999999', null],
  ])('is parsed from %s as %s ms', async (value, ms) => {
    const { retryAfterMs } = await refusal({ status: 429, headers: { 'retry-after': value } })
    expect(retryAfterMs).toBe(ms)
  })
})
