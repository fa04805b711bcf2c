// RADIUS (RFC 2865): an Access-Request with PAP or a Status-Server, and its response. Both are signed with a
// Message-Authenticator (RFC 3579), without which they can be forged (BlastRADIUS).
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

export interface RadiusLogin {
  readonly secret: string
  /** Empty to ask for the status of the server (RFC 5997), which has the same responses. */
  readonly username: string
  readonly password: string
  /** Undefined for none. */
  readonly nasIdentifier: string | undefined
  readonly calledStationId: string | undefined
  readonly callingStationId: string | undefined
}

export interface RadiusRequest {
  readonly packet: Buffer
  readonly secret: string
}

export type RadiusAnswer = 'accept' | 'reject' | 'challenge'

export interface RadiusResponse {
  readonly answer: RadiusAnswer
  /** The texts that the server sends to the user. */
  readonly messages: readonly string[]
  readonly isSigned: boolean
}

const answers: Readonly<Record<number, RadiusAnswer>> = { 2: 'accept', 3: 'reject', 11: 'challenge' }

const userName = 1
const userPassword = 2
const replyMessage = 18
const calledStation = 30
const callingStation = 31
const nasIdentifierType = 32
const messageAuthenticator = 80

const headerBytes = 20
const authenticatorAt = 4
const unsigned = Buffer.alloc(16)
const md5 = (...parts: readonly Uint8Array[]): Buffer => createHash('md5').update(Buffer.concat(parts)).digest()
const signatureOf = (packet: Buffer, secret: string): Buffer => createHmac('md5', secret).update(packet).digest()

export function radiusRequest(login: RadiusLogin): RadiusRequest {
  const { secret } = login
  const authenticator = randomBytes(16)
  const texts = [
    [userName, login.username],
    [nasIdentifierType, login.nasIdentifier],
    [calledStation, login.calledStationId],
    [callingStation, login.callingStationId],
  ] as const
  const attributes = Buffer.concat([
    // First, so that a forged response cannot move it.
    attribute(messageAuthenticator, unsigned),
    ...texts.flatMap(([type, text]) => (text ? [attribute(type, Buffer.from(text))] : [])),
    ...(login.username
      ? [attribute(userPassword, hidden(Buffer.from(login.password), { secret, authenticator }))]
      : []),
  ])
  const header = Buffer.from([login.username ? 1 : 12, ...randomBytes(1), 0, 0])
  header.writeUInt16BE(headerBytes + attributes.length, 2)
  const packet = Buffer.concat([header, authenticator, attributes])
  signatureOf(packet, secret).copy(packet, headerBytes + 2)
  return { packet, secret }
}

/** Null for what does not come from a server that knows the request and the secret. */
export function radiusResponse(datagram: Buffer, { packet: request, secret }: RadiusRequest): RadiusResponse | null {
  const answer = answers[datagram[0] ?? 0]
  const isWhole = datagram.length >= headerBytes && datagram.readUInt16BE(2) <= datagram.length
  if (!answer || !isWhole || datagram[1] !== request[1]) return null
  const packet = Buffer.from(datagram.subarray(0, datagram.readUInt16BE(2)))
  if (packet.length < headerBytes) return null
  const authenticator = Buffer.from(packet.subarray(authenticatorAt, headerBytes))
  request.copy(packet, authenticatorAt, authenticatorAt, headerBytes)
  if (!timingSafeEqual(md5(packet, Buffer.from(secret)), authenticator)) return null
  const attributes = attributesOf(packet)
  if (attributes === null) return null
  const signature = attributes.find(({ type }) => type === messageAuthenticator)?.value
  if (signature && !isSignature(signature, packet, secret)) return null
  const messages = attributes.flatMap(({ type, value }) => (type === replyMessage ? [value.toString()] : []))
  return { answer, messages, isSigned: signature !== undefined }
}

interface Attribute {
  readonly type: number
  /** A part of the packet. */
  readonly value: Buffer
}

function attributesOf(packet: Buffer): Attribute[] | null {
  const found: Attribute[] = []
  for (let at = headerBytes; at < packet.length;) {
    const [type = 0, length = 0] = packet.subarray(at, at + 2)
    if (length < 2 || at + length > packet.length) return null
    found.push({ type, value: packet.subarray(at + 2, at + length) })
    at += length
  }
  return found
}

/** Signed with zeros in place of the signature, and with the authenticator of the request. */
function isSignature(signature: Buffer, packet: Buffer, secret: string): boolean {
  if (signature.length !== unsigned.length) return false
  const sent = Buffer.from(signature)
  signature.fill(0)
  return timingSafeEqual(sent, signatureOf(packet, secret))
}

function attribute(type: number, value: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from([type, value.length + 2]), value])
}

/** RFC 2865, section 5.2: each block is combined with a hash of the block before it. */
function hidden(password: Buffer, { secret, authenticator }: { secret: string; authenticator: Buffer }): Buffer {
  const blocks = Math.max(1, Math.ceil(password.length / 16))
  const padded = Buffer.concat([password, Buffer.alloc(blocks * 16 - password.length)])
  let before = authenticator
  for (let at = 0; at < padded.length; at += 16) {
    const mask = md5(Buffer.from(secret), before)
    for (let index = 0; index < 16; index++) padded[at + index]! ^= mask[index]!
    before = padded.subarray(at, at + 16)
  }
  return padded
}
