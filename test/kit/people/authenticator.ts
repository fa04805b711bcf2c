// A device that makes passkeys and signs with them, as a browser would hand its answers on.
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

interface Challenge {
  readonly challenge: string
  readonly origin: string
  /** Whether its owner showed who they are: a finger, a face, a number. */
  readonly verified?: boolean
}

export interface Authenticator {
  readonly id: string
  create(requested: Challenge): object
  sign(requested: Challenge & { counter?: number }): object
}

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest()
const text = (word: string): Buffer => Buffer.concat([Buffer.from([0x60 + word.length]), Buffer.from(word)])
// The shortest way to write a length is the only one that is taken.
const lengthOf = ({ length }: Buffer): number[] => (length < 256 ? [0x58, length] : [0x59, length >> 8, length & 255])
const bytes = (value: Buffer): Buffer => Buffer.concat([Buffer.from(lengthOf(value)), value])

/** With the other coordinate in its public key where one is given, which is then no key. */
export function newAuthenticator(wrong: { y?: Buffer } = {}): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const rawId = randomBytes(32)
  const id = rawId.toString('base64url')
  // A COSE key: kty EC2, alg ES256, crv P-256, then the point.
  const cose = Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    bytes(Buffer.from(x!, 'base64url')),
    Buffer.from([0x22]),
    bytes(wrong.y ?? Buffer.from(y!, 'base64url')),
  ])

  const dataFor = ({ origin, verified = true }: Challenge, counter: number, key: Buffer | null): Buffer => {
    const flags = (verified ? 0x05 : 0x01) | (key ? 0x40 : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([flags]), count, key ?? Buffer.alloc(0)])
  }
  const clientData = (type: string, { challenge, origin }: Challenge): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const answer = (response: Record<string, Buffer>): object => ({
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response: Object.fromEntries(Object.entries(response).map(([key, value]) => [key, value.toString('base64url')])),
  })

  return {
    id,
    create(requested) {
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, rawId.length]), rawId, cose])
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        text('fmt'),
        text('none'),
        text('attStmt'),
        Buffer.from([0xa0]),
        text('authData'),
        bytes(dataFor(requested, 0, credential)),
      ])
      return answer({ clientDataJSON: clientData('webauthn.create', requested), attestationObject })
    },
    sign({ counter = 0, ...requested }) {
      const clientDataJSON = clientData('webauthn.get', requested)
      const authenticatorData = dataFor(requested, counter, null)
      const signed = Buffer.concat([authenticatorData, sha256(clientDataJSON)])
      const signature = createSign('sha256').update(signed).sign(privateKey)
      return answer({ clientDataJSON, authenticatorData, signature })
    },
  }
}
