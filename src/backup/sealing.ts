// Encrypts a stream with a passphrase: AES-256-GCM in chunks. The nonce of a chunk is its number and whether it is the
// last one, so that chunks can be neither swapped, nor repeated, nor cut off unnoticed.
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { BadBackup } from './bad-backup.ts'

const magic = Buffer.from('LAPWING BACKUP 1\n')
const isPlain = 0
const isSealed = 1
const saltBytes = 16
const headerBytes = magic.length + 1 + saltBytes
const chunkBytes = 64 * 1024
const tagBytes = 16

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)
const keyOf = (passphrase: string, salt: Buffer): Promise<Buffer> =>
  derive(passphrase, salt, 32, { N: 2 ** 16, r: 8, p: 1, maxmem: 128 * 1024 * 1024 })

/** Without a passphrase the stream stays readable and only gets a header. */
export async function* seal(stream: AsyncIterable<Uint8Array>, passphrase: string | null): AsyncGenerator<Uint8Array> {
  const header = Buffer.concat([magic, Buffer.of(passphrase === null ? isPlain : isSealed), randomBytes(saltBytes)])
  yield header
  if (passphrase === null) return yield* stream
  const key = await keyOf(passphrase, header.subarray(-saltBytes))
  let number = 0
  for await (const { bytes, isLast } of inChunks(stream, chunkBytes)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number++, isLast)).setAAD(header)
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  }
}

/** The reverse of `seal`. */
export async function* unseal(
  stream: AsyncIterable<Uint8Array>,
  passphrase: string | null,
): AsyncGenerator<Uint8Array> {
  const { header, rest } = await withoutHeader(stream)
  if (header[magic.length] === isPlain) return yield* rest
  if (passphrase === null) throw new BadBackup('is encrypted: set LAPWING_BACKUP_PASSPHRASE')
  const key = await keyOf(passphrase, header.subarray(-saltBytes))
  let number = 0
  for await (const { bytes, isLast } of inChunks(rest, chunkBytes + tagBytes)) {
    if (bytes.length < tagBytes) throw new BadBackup('is cut off: it ends before its last part')
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number, isLast)).setAAD(header)
    decipher.setAuthTag(bytes.subarray(-tagBytes))
    yield opened(() => Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]), number++)
  }
}

function opened(open: () => Buffer, number: number): Buffer {
  try {
    return open()
  } catch {
    throw new BadBackup(
      number === 0 ? 'cannot be decrypted: the passphrase is wrong, or the file is damaged' : 'is damaged or cut off',
    )
  }
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(number, 6, 6)
  nonce[0] = isLast ? 1 : 0
  return nonce
}

async function withoutHeader(
  stream: AsyncIterable<Uint8Array>,
): Promise<{ header: Buffer; rest: AsyncIterable<Uint8Array> }> {
  const parts = stream[Symbol.asyncIterator]()
  let first = Buffer.alloc(0)
  while (first.length < headerBytes) {
    const { value, done } = await parts.next()
    if (done) break
    first = Buffer.concat([first, value])
  }
  const header = first.subarray(0, headerBytes)
  const mode = header[magic.length]
  if (header.length < headerBytes || !header.subarray(0, magic.length).equals(magic))
    throw new BadBackup('is not a backup of Lapwing')
  if (mode !== isPlain && mode !== isSealed) throw new BadBackup('was made by a newer Lapwing')
  const rest = async function* (): AsyncGenerator<Uint8Array> {
    if (first.length > headerBytes) yield first.subarray(headerBytes)
    yield* { [Symbol.asyncIterator]: () => parts }
  }
  return { header, rest: rest() }
}

/** All chunks have this size except the last one, which may be empty. */
async function* inChunks(
  stream: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  let buffer = Buffer.alloc(0)
  for await (const bytes of stream) {
    buffer = buffer.length === 0 ? Buffer.from(bytes) : Buffer.concat([buffer, bytes])
    let at = 0
    for (; buffer.length - at > size; at += size) yield { bytes: buffer.subarray(at, at + size), isLast: false }
    buffer = buffer.subarray(at)
  }
  yield { bytes: buffer, isLast: true }
}
