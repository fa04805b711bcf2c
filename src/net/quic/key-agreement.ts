// Our half of the key exchange of TLS 1.3: the hybrid group, which some servers insist on, and two curves.
import crypto, { type KeyObject, createPublicKey, diffieHellman, generateKeyPairSync } from 'node:crypto'
import { TargetDown } from '../../domain/outcome.ts'
import { offersHybrid } from '../tls/hello-message.ts'
import { MalformedMessage, type Reader } from '../tls/wire.ts'

const groups = { x25519MlKem768: 0x11ec, x25519: 0x1d, p256: 0x17 }
const ciphertextBytes = 1088

export class KeyAgreement {
  readonly #mlKem = offersHybrid ? generateKeyPairSync('ml-kem-768') : null
  readonly #x25519 = generateKeyPairSync('x25519')
  readonly #p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' })

  /** For the ClientHello. */
  publicKeys(): [group: number, publicKey: Buffer][] {
    const { x, y } = this.#p256.publicKey.export({ format: 'jwk' })
    const p256 = Buffer.concat([Buffer.from([4]), Buffer.from(x!, 'base64url'), Buffer.from(y!, 'base64url')])
    const x25519 = Buffer.from(this.#x25519.publicKey.export({ format: 'jwk' }).x!, 'base64url')
    const mlKem = this.#mlKem?.publicKey.export({ format: 'raw-public' })
    return [
      ...(mlKem ? [[groups.x25519MlKem768, Buffer.concat([mlKem, x25519])] satisfies [number, Buffer]] : []),
      [groups.x25519, x25519],
      [groups.p256, p256],
    ]
  }

  /** The shared secret; null when the key belongs to a group that was not offered. */
  sharedSecret(keyShare: Reader): Buffer | null {
    const group = keyShare.uint(2)
    const theirs = keyShare.sized(2)
    try {
      if (group === groups.x25519MlKem768 && this.#mlKem)
        return Buffer.concat([
          crypto.decapsulate(this.#mlKem.privateKey, theirs.subarray(0, ciphertextBytes)),
          this.#onX25519(theirs.subarray(ciphertextBytes)),
        ])
      if (group === groups.x25519) return this.#onX25519(theirs)
      if (group === groups.p256) return diffieHellman({ privateKey: this.#p256.privateKey, publicKey: p256Key(theirs) })
    } catch (error) {
      throw new TargetDown('tls', 'the server sent a key that cannot be used', { cause: error })
    }
    return null
  }

  #onX25519(theirs: Buffer): Buffer {
    return diffieHellman({ privateKey: this.#x25519.privateKey, publicKey: x25519Key(theirs) })
  }
}

function x25519Key(bytes: Buffer): KeyObject {
  return createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'X25519', x: bytes.toString('base64url') } })
}

function p256Key(bytes: Buffer): KeyObject {
  if (bytes.length !== 65 || bytes[0] !== 4) throw new MalformedMessage('it is no point of P-256')
  const [x, y] = [bytes.subarray(1, 33).toString('base64url'), bytes.subarray(33).toString('base64url')]
  return createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } })
}
