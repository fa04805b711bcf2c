// Derives the keys of each encryption level from the shared secret (RFC 8446, section 7.1, without early secrets).
import { type Hash, digest, expandLabel, extract, hmac } from './hkdf.ts'

export interface TrafficSecrets {
  readonly client: Buffer
  readonly server: Buffer
}

export class KeySchedule {
  readonly #hash: Hash
  readonly #handshakeSecret: Buffer

  constructor(hash: Hash, sharedSecret: Buffer) {
    this.#hash = hash
    const none = Buffer.alloc(digest(hash).length)
    const early = extract(hash, none, none)
    this.#handshakeSecret = extract(hash, this.#derive(early, 'derived', digest(hash)), sharedSecret)
  }

  /** `transcript` is the hash of everything up to the ServerHello. */
  handshakeSecrets(transcript: Buffer): TrafficSecrets {
    return this.#trafficSecrets('hs', this.#handshakeSecret, transcript)
  }

  /** `transcript` is the hash of everything up to the server's Finished. */
  applicationSecrets(transcript: Buffer): TrafficSecrets {
    const none = Buffer.alloc(transcript.length)
    const master = extract(this.#hash, this.#derive(this.#handshakeSecret, 'derived', digest(this.#hash)), none)
    return this.#trafficSecrets('ap', master, transcript)
  }

  #trafficSecrets(stage: 'hs' | 'ap', secret: Buffer, transcript: Buffer): TrafficSecrets {
    const side = (name: 'c' | 's'): Buffer => this.#derive(secret, `${name} ${stage} traffic`, transcript)
    return { client: side('c'), server: side('s') }
  }

  #derive(secret: Buffer, label: string, context: Buffer): Buffer {
    return expandLabel(this.#hash, secret, label, context.length, context)
  }
}

/** The content of a Finished message. */
export function finishedProof(hash: Hash, secret: Buffer, transcript: Buffer): Buffer {
  return hmac(hash, expandLabel(hash, secret, 'finished', transcript.length), transcript)
}
