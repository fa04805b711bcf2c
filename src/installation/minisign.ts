// Verifies signatures in the format of minisign: Ed25519 over a file, or over its BLAKE2b hash, and a trusted comment.
import { createHash, createPublicKey, verify } from 'node:crypto'
import { UpgradeRefused } from './release.ts'

// What stands before a raw Ed25519 key in its standard form.
const keyPrefix = Buffer.from('302a300506032b6570032100', 'hex')
const keyBytes = 42
const signatureBytes = 74

interface SignedText {
  readonly content: Buffer
  readonly signature: string
  readonly publicKey: string
}

/** Returns the trusted comment. Throws unless the key signed exactly this content. */
export function verifySignature({ content, signature, publicKey }: SignedText): string {
  const key = decode(publicKey.trim().split('\n').at(-1) ?? '', keyBytes, 'The public key')
  const [, signed = '', comment = '', global = ''] = signature.split('\n')
  const blob = decode(signed, signatureBytes, 'The signature')
  const algorithm = blob.toString('latin1', 0, 2)
  if (key.toString('latin1', 0, 2) !== 'Ed' || !['Ed', 'ED'].includes(algorithm))
    throw new UpgradeRefused('The signature uses an unknown algorithm.')
  if (!blob.subarray(2, 10).equals(key.subarray(2, 10)))
    throw new UpgradeRefused('The signature was made with another key than the one of this installation.')
  const bytes = blob.subarray(10)
  const message = algorithm === 'ED' ? createHash('blake2b512').update(content).digest() : content
  const ours = createPublicKey({ key: Buffer.concat([keyPrefix, key.subarray(10)]), format: 'der', type: 'spki' })
  const prefix = 'trusted comment: '
  const trusted = comment.startsWith(prefix) ? comment.slice(prefix.length).trimEnd() : null
  const isGenuine =
    trusted !== null &&
    verify(null, message, ours, bytes) &&
    verify(null, Buffer.concat([bytes, Buffer.from(trusted)]), ours, decode(global, 64, 'The signature'))
  if (!isGenuine) throw new UpgradeRefused('The signature is wrong: the file was changed after it was signed.')
  return trusted
}

function decode(text: string, length: number, what: string): Buffer {
  const bytes = Buffer.from(text.trim(), 'base64')
  if (bytes.length !== length) throw new UpgradeRefused(`${what} is damaged.`)
  return bytes
}
