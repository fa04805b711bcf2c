// The client's side of SCRAM-SHA-256 (RFC 7677), without channel binding.
import { createHash, createHmac, pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { TargetDown } from '../../domain/outcome.ts'

// A server chooses how long a thread of ours computes: 100,000 rounds take about 30 ms.
const maxRounds = 600_000
const maxCached = 500
const derive = promisify(pbkdf2)
const derived = new Map<string, Buffer>()

export class ScramSha256 {
  readonly #clientFirst: string
  readonly #password: string
  readonly #nonce = randomBytes(18).toString('base64')
  #serverSignature: Buffer | null = null

  constructor({ username, password }: { username: string; password: string }) {
    this.#password = password
    this.#clientFirst = `n=${username.replaceAll('=', '=3D').replaceAll(',', '=2C')},r=${this.#nonce}`
  }

  get first(): string {
    return `n,,${this.#clientFirst}`
  }

  /** The response to the server's first message. */
  async final(serverFirst: string): Promise<string> {
    const { r: nonce = '', s: salt = '', i: rounds = '' } = attributesOf(serverFirst)
    const count = Number(rounds)
    if (!nonce.startsWith(this.#nonce) || nonce === this.#nonce || !salt || !(count >= 1 && count <= maxRounds))
      throw new TargetDown('other', 'the server sent a challenge that no login can answer')
    const salted = await saltedPassword(this.#password, salt, count)
    const clientKey = hmac(salted, 'Client Key')
    const withoutProof = `c=biws,r=${nonce}`
    const message = `${this.#clientFirst},${serverFirst},${withoutProof}`
    const signature = hmac(createHash('sha256').update(clientKey).digest(), message)
    this.#serverSignature = hmac(hmac(salted, 'Server Key'), message)
    return `${withoutProof},p=${xor(clientKey, signature).toString('base64')}`
  }

  /** The server proves that it knows the password, too. */
  verify(serverFinal: string): void {
    const signature = Buffer.from(attributesOf(serverFinal)['v'] ?? '', 'base64')
    const expected = this.#serverSignature
    if (!expected || signature.length !== expected.length || !timingSafeEqual(signature, expected))
      throw new TargetDown('auth', 'the server does not know the password that it asks for')
  }
}

function attributesOf(message: string): Record<string, string | undefined> {
  return Object.fromEntries(message.split(',').map((part) => [part.slice(0, 1), part.slice(2)]))
}

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

export const xor = (one: Buffer, other: Buffer): Buffer => Buffer.from(one.map((byte, at) => byte ^ other[at]!))

async function saltedPassword(password: string, salt: string, rounds: number): Promise<Buffer> {
  const id = createHash('sha256')
    .update(JSON.stringify([password, salt, rounds]))
    .digest('base64')
  const known = derived.get(id)
  if (known) return known
  const made = await derive(password.normalize('NFKC'), Buffer.from(salt, 'base64'), rounds, 32, 'sha256')
  if (derived.size >= maxCached) derived.delete(derived.keys().next().value as string)
  derived.set(id, made)
  return made
}
