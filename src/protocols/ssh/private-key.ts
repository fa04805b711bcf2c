// Parses private keys in all common formats, and caches the decrypted keys.
import { type KeyObject, createHash, createPrivateKey } from 'node:crypto'
import type { ParsedKey } from 'ssh2'
import { TargetDown } from '../../domain/outcome.ts'

const opened = new Map<string, ParsedKey | TargetDown>()
const maxCached = 2000
// Decrypting a key blocks this thread as long as its owner chose: about 20 ms a round of bcrypt.
const maxBcryptRounds = 64
const maxPbkdf2Rounds = 1_000_000

export async function openPrivateKey(pem: string, passphrase: string | undefined): Promise<ParsedKey> {
  const id = createHash('sha256')
    .update(JSON.stringify([pem, passphrase]))
    .digest('base64')
  const text = pem.trim().replaceAll('\r\n', '\n')
  const result = opened.get(id) ?? (await open(text, passphrase || undefined).catch(unusableOnly))
  if (opened.size >= maxCached) opened.delete(opened.keys().next().value as string)
  opened.set(id, result)
  if (result instanceof TargetDown) throw result
  return result
}

/** A key that cannot be decrypted is not tried again. */
function unusableOnly(error: unknown): TargetDown {
  if (error instanceof TargetDown) return error
  throw error
}

async function open(pem: string, passphrase: string | undefined): Promise<ParsedKey> {
  const { default: ssh2 } = await import('ssh2')
  if (roundsIn(pem) > maxBcryptRounds)
    throw unusable(`it asks for more than ${maxBcryptRounds} bcrypt rounds (ssh-keygen -a)`)
  const isPkcs8 = /^-----BEGIN (ENCRYPTED )?PRIVATE KEY/.test(pem)
  const parsed = ssh2.utils.parseKey(isPkcs8 ? rewritten(pem, passphrase) : pem, passphrase)
  // The types omit that a file with several keys returns a list.
  const key = (Array.isArray(parsed) ? parsed[0] : parsed) as ParsedKey | Error
  if (key instanceof Error) throw unusable(reasonOf(key, passphrase))
  if (!key.isPrivateKey()) throw unusable('it is a public key')
  return key
}

function unusable(reason: string): TargetDown {
  return new TargetDown('auth', `the private key cannot be used: ${reason}`)
}

function reasonOf({ message }: Error, passphrase: string | undefined): string {
  if (/passphrase|encrypted/i.test(message) && !passphrase) return 'it needs a passphrase'
  if (/bad (decrypt|passphrase)|integrity check/i.test(message)) return 'the passphrase does not open it'
  return /unsupported|malformed/i.test(message) ? message[0]!.toLowerCase() + message.slice(1) : 'it cannot be read'
}

/** The bcrypt rounds of a key in OpenSSH's own format; 0 in any other. */
function roundsIn(pem: string): number {
  const body = /^-----BEGIN OPENSSH PRIVATE KEY-----\n([\s\S]+)\n-----END/.exec(pem)?.[1]
  if (!body) return 0
  const bytes = Buffer.from(body, 'base64')
  const lengthAt = (at: number): number => (at + 4 <= bytes.length ? bytes.readUInt32BE(at) : 0)
  const cipherEnd = 19 + lengthAt(15)
  const kdfEnd = cipherEnd + 4 + lengthAt(cipherEnd)
  const hasOptions = lengthAt(kdfEnd) > 0
  const saltLength = lengthAt(kdfEnd + 4)
  return hasOptions ? lengthAt(kdfEnd + 8 + saltLength) : 0
}

/** ssh2 does not read PKCS #8, but Node does: converts the key to a format that ssh2 reads. */
function rewritten(pem: string, passphrase: string | undefined): string {
  const key = readPkcs8(pem, passphrase)
  switch (key.asymmetricKeyType) {
    case 'rsa':
      return key.export({ type: 'pkcs1', format: 'pem' }).toString()
    case 'ec':
      return key.export({ type: 'sec1', format: 'pem' }).toString()
    case 'ed25519':
      return openSshForm(key)
    default:
      throw unusable(`keys of the kind ${key.asymmetricKeyType} are not for SSH`)
  }
}

function readPkcs8(pem: string, passphrase: string | undefined): KeyObject {
  const isLocked = pem.startsWith('-----BEGIN ENCRYPTED')
  if (isLocked) {
    if (!passphrase) throw unusable('it needs a passphrase')
    if (pbkdf2RoundsIn(pem) > maxPbkdf2Rounds)
      throw unusable(`it asks for more than ${maxPbkdf2Rounds} rounds of PBKDF2`)
  }
  try {
    return createPrivateKey({ key: pem, passphrase })
  } catch (error) {
    // One wrong passphrase in some hundreds decrypts to valid padding, but no key.
    const isKnownLock = isLocked && (error as { code?: string }).code !== 'ERR_OSSL_EVP_UNSUPPORTED'
    throw unusable(isKnownLock ? 'the passphrase does not open it' : 'it cannot be read')
  }
}

const pbes2 = Buffer.from('06092a864886f70d01050d', 'hex')
const pbkdf2 = Buffer.from('06092a864886f70d01050c', 'hex')

/** Any other key derivation is refused like one with too many rounds. */
function pbkdf2RoundsIn(pem: string): number {
  const der = Buffer.from(pem.replace(/-----[^-]+-----/g, ''), 'base64')
  // Two sequences precede the first, two the second: anywhere else they are part of something larger.
  const scheme = der.indexOf(pbes2)
  const pbkdf2At = der.indexOf(pbkdf2, scheme + pbes2.length)
  const isInPlace = scheme >= 0 && scheme <= 8 && pbkdf2At >= 0 && pbkdf2At - scheme - pbes2.length <= 8
  // A sequence follows, then the salt as an octet string, and the rounds as an integer.
  const salt = pbkdf2At + pbkdf2.length + 2
  const rounds = salt + 2 + (der[salt + 1] ?? 0)
  const length = der[rounds + 1] ?? 0
  if (!isInPlace || der[salt] !== 0x04 || der[rounds] !== 0x02 || length < 1 || length > 5) return Infinity
  return der.readUIntBE(rounds + 2, length)
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function text(value: Buffer | string): Buffer {
  const bytes = Buffer.from(value as string)
  return Buffer.concat([number(bytes.length), bytes])
}

function openSshForm(key: KeyObject): string {
  const { x = '', d = '' } = key.export({ format: 'jwk' })
  const [open, secret] = [Buffer.from(x, 'base64url'), Buffer.from(d, 'base64url')]
  const publicPart = Buffer.concat([text('ssh-ed25519'), text(open)])
  const privatePart = Buffer.concat([number(0), number(0), publicPart, text(Buffer.concat([secret, open])), text('')])
  const padding = Buffer.from([1, 2, 3, 4, 5, 6, 7].slice(0, (8 - (privatePart.length % 8)) % 8))
  const head = [Buffer.from('openssh-key-v1\0'), text('none'), text('none'), text(''), number(1), text(publicPart)]
  const body = Buffer.concat([...head, text(Buffer.concat([privatePart, padding]))])
  const lines = body.toString('base64').match(/.{1,70}/g) ?? []
  return ['-----BEGIN OPENSSH PRIVATE KEY-----', ...lines, '-----END OPENSSH PRIVATE KEY-----'].join('\n')
}
