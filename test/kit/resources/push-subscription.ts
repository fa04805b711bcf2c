// A push subscription as a browser has it: decrypts what a push service received, and verifies who sent it.
import {
  createDecipheriv,
  createECDH,
  createHash,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify as verifySignature,
} from 'node:crypto'
import type { Received } from './receiver.ts'

export function createPushSubscription() {
  const pair = createECDH('prime256v1')
  const own = pair.generateKeys()
  const auth = randomBytes(16)
  const secrets = { p256dh: own.toString('base64url'), auth: auth.toString('base64url') }

  /** RFC 8188 and RFC 8291, step by step. */
  function decrypt(body: Buffer): string {
    const [salt, keyBytes] = [body.subarray(0, 16), body[20]!]
    const sender = body.subarray(21, 21 + keyBytes)
    const sealed = body.subarray(21 + keyBytes)
    const derive = (input: Buffer, mixed: Buffer, info: string | Buffer, bytes: number): Buffer =>
      Buffer.from(hkdfSync('sha256', input, mixed, info, bytes))
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, sender])
    const input = derive(pair.computeSecret(sender), auth, info, 32)
    const key = derive(input, salt, 'Content-Encoding: aes128gcm\0', 16)
    const nonce = derive(input, salt, 'Content-Encoding: nonce\0', 12)
    const opened = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16))
    const padded = Buffer.concat([opened.update(sealed.subarray(0, -16)), opened.final()])
    return padded.subarray(0, padded.lastIndexOf(2)).toString()
  }

  return {
    /** The config of a device whose push service is at this address. */
    config: (url: string) => ({ url, ...secrets, device: deviceOf(url) }),
    decrypt,
  }
}

export const deviceOf = (url: string): string => createHash('sha256').update(url).digest('base64url').slice(0, 22)

/** The claims of a request whose signature fits the key it names (RFC 8292). */
export function pushClaims({ headers }: Received): { key: string; aud: string; exp: number; sub: string } {
  const [, token, key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization ?? '')!
  const [head, claims, signature] = token!.split('.')
  const point = Buffer.from(key!, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const signed = Buffer.from(`${head}.${claims}`)
  const options = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
  if (!verifySignature('sha256', signed, options, Buffer.from(signature!, 'base64url')))
    throw new Error('the signature does not fit')
  return { key: key!, ...JSON.parse(Buffer.from(claims!, 'base64url').toString()) }
}
