import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { verifyServiceSignature, verifyWebhook } from './webhook.ts'

const now = Date.parse('2026-03-01T12:00:00Z')
const body = JSON.stringify({ event: 'incident.firing', timestamp: '2026-03-01T12:00:00.000Z', incident: { id: 7 } })
const base64Key = Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')

function standard(secret: string, { at = now, text = body } = {}) {
  const timestamp = String(at / 1000)
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : secret
  const signature = createHmac('sha256', key).update(`msg_1.${timestamp}.${text}`).digest('base64')
  return { 'webhook-id': 'msg_1', 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}

describe('a Standard Webhooks signature', () => {
  it.each(['a plain secret', `whsec_${base64Key}`])('is verified with %s', async (secret) => {
    const headers = standard(secret)
    await expect(verifyWebhook({ body, headers, secret }, { now })).resolves.toMatchObject({ incident: { id: 7 } })
    const bytes = new TextEncoder().encode(body)
    await expect(verifyWebhook({ body: bytes, headers: new Headers(headers), secret }, { now })).resolves.toBeDefined()
  })

  it('is found among several, as while a secret is replaced', async () => {
    const headers = { ...standard('new') }
    headers['webhook-signature'] = `v1,AAAA v2,zzz ${headers['webhook-signature']}`
    await expect(verifyWebhook({ body, headers, secret: 'new' }, { now })).resolves.toBeDefined()
  })

  it.each([
    ['another secret', { secret: 'other' }, 'does not match'],
    ['another body', { body: `${body} ` }, 'does not match'],
    ['no signature', { headers: {} }, 'webhook-id is missing'],
    ['an old delivery', { headers: standard('s', { at: now - 301_000 }) }, '300 seconds'],
    ['a delivery from the future', { headers: standard('s', { at: now + 301_000 }) }, '300 seconds'],
    ['a time that is no number', { headers: { ...standard('s'), 'webhook-timestamp': '1e9' } }, 'not a number'],
    ['an empty secret', { secret: '' }, 'The secret is empty'],
  ])('is refused with %s', async (_what, change, message) => {
    const requested = verifyWebhook({ body, headers: standard('s'), secret: 's', ...change }, { now })
    await expect(requested).rejects.toMatchObject({ name: 'WebhookVerificationError' })
    await expect(requested).rejects.toThrow(message)
  })
})

describe('X-Service-Signature', () => {
  const signed = (secret: string) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

  it('is verified', async () => {
    const headers = { 'X-Service-Signature': signed('s') }
    await expect(verifyServiceSignature({ body, headers, secret: 's' })).resolves.toMatchObject({ incident: { id: 7 } })
  })

  it.each([signed('other'), signed('s').slice(7), `${signed('s')}00`, 'sha256=', 'sha1=aa'])(
    'is refused as %s',
    async (signature) => {
      const headers = { 'x-service-signature': signature }
      const requested = verifyServiceSignature({ body, headers, secret: 's' })
      await expect(requested).rejects.toThrow('does not match the body')
    },
  )
})
