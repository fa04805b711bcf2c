// Web push: encrypts a message for one browser (RFC 8291) and signs the request to its push service (RFC 8292).
import { type ECDH, createCipheriv, createECDH, createPrivateKey, hkdfSync, randomBytes, sign } from 'node:crypto'
import type { PushKeys } from '../domain/notifying/push-keys.ts'

const curve = 'prime256v1'
const recordBytes = 4096
const pointBytes = 65
/** Salt, record size, length of the key and the key itself (RFC 8188). */
const headerBytes = 16 + 4 + 1 + pointBytes
const tagBytes = 16
const lastRecord = 2

/** The longest message that every push service accepts, before its encryption. */
export const maxPushBytes = recordBytes - headerBytes - tagBytes - 1

/** What a browser tells about its subscription, in base64url. */
export interface PushRecipient {
  readonly p256dh: string
  readonly auth: string
}

/** Random values of one message; tests pass those of the RFC. */
export interface PushSeed {
  readonly salt: Buffer
  readonly sender: ECDH
}

export function encryptPush(message: Buffer, { p256dh, auth }: PushRecipient, seed: PushSeed = newSeed()): Buffer {
  if (message.length > maxPushBytes) throw new Error(`a push message has at most ${maxPushBytes} bytes`)
  const { salt, sender } = seed
  const recipient = Buffer.from(p256dh, 'base64url')
  const own = sender.getPublicKey()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), recipient, own])
  const input = derive(sender.computeSecret(recipient), Buffer.from(auth, 'base64url'), info, 32)
  const key = derive(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const size = Buffer.alloc(5)
  size.writeUInt32BE(recordBytes)
  size.writeUInt8(own.length, 4)
  const body = [cipher.update(message), cipher.update(Buffer.of(lastRecord)), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat([salt, size, own, ...body])
}

/** Whether it is a point of the curve, as browsers send it. */
export function isPushPoint(p256dh: string): boolean {
  const point = Buffer.from(p256dh, 'base64url')
  if (point.length !== pointBytes || point[0] !== 4) return false
  const probe = createECDH(curve)
  probe.generateKeys()
  try {
    probe.computeSecret(point)
    return true
  } catch {
    return false
  }
}

interface PushClaims {
  /** The address of the subscription. */
  readonly url: string
  /** A mailto: or https: address of who sends. */
  readonly contact: string
  readonly now: Date
}

const hoursValid = 12

/** The Authorization header. */
export function pushAuthorization({ publicKey, privateKey }: PushKeys, { url, contact, now }: PushClaims): string {
  const expires = Math.floor(now.getTime() / 1000) + hoursValid * 3600
  const claims = { aud: new URL(url).origin, exp: expires, sub: contact }
  const signed = `${encoded({ typ: 'JWT', alg: 'ES256' })}.${encoded(claims)}`
  const point = Buffer.from(publicKey, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
    d: privateKey,
  }
  const key = createPrivateKey({ key: jwk, format: 'jwk' })
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')
  return `vapid t=${signed}.${signature}, k=${publicKey}`
}

function newSeed(): PushSeed {
  const sender = createECDH(curve)
  sender.generateKeys()
  return { salt: randomBytes(16), sender }
}

const derive = (input: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', input, salt, info, bytes))

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')
