import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { newFolder } from '../../test/kit/files.ts'
import type { BackupEntry, EntryAbout } from '../store/backup/entry.ts'
import { type BackupFile, readBackup, writeBackup } from './file.ts'
import { createFolderDestination } from './folder.ts'

const folder = newFolder()
afterAll(folder.remove)
let files = 0
const newFile = (): string => join(folder.path, `${++files}.backup`)

const destination = createFolderDestination(folder.path)
const { signal } = new AbortController()
const fileAt = (path: string, passphrase: string | null): BackupFile => ({
  destination,
  name: basename(path),
  passphrase,
  signal,
})

interface Plain {
  readonly about: EntryAbout
  readonly bytes: Buffer
}

async function* entriesOf(plain: readonly Plain[], pieceBytes: number): AsyncGenerator<BackupEntry> {
  for (const { about, bytes } of plain) {
    const data = async function* (): AsyncGenerator<Uint8Array> {
      for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
    }
    yield { about, data: data() }
  }
}

async function read(file: string, passphrase: string | null): Promise<Plain[]> {
  const found: Plain[] = []
  for await (const { about, data } of readBackup(fileAt(file, passphrase))) {
    const pieces = []
    for await (const piece of data) pieces.push(piece)
    found.push({ about, bytes: Buffer.concat(pieces) })
  }
  return found
}

const passphrase = 'correct horse battery'
const noise = randomBytes(300_000)
const sample: Plain[] = [
  { about: { type: 'key' }, bytes: Buffer.from('secret') },
  { about: { type: 'artifact', key: '2026-03-01/a' }, bytes: noise },
  { about: { type: 'artifact', key: '2026-03-01/b' }, bytes: Buffer.alloc(0) },
]

async function saved(with_: string | null): Promise<string> {
  const file = newFile()
  await writeBackup(fileAt(file, with_), entriesOf(sample, 30_000))
  return file
}

function changed(file: string, change: (bytes: Buffer) => Buffer): string {
  const copy = newFile()
  writeFileSync(copy, change(readFileSync(file)))
  return copy
}

describe('a backup file', () => {
  it('returns the entries that were written, whatever their sizes', async () => {
    const entry = fc.record({
      about: fc.record({ type: fc.constant('artifact' as const), key: fc.string() }),
      bytes: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    })
    const property = fc.asyncProperty(
      fc.array(entry, { maxLength: 5 }),
      fc.integer({ min: 1, max: 90 }),
      async (plain, size) => {
        const file = newFile()
        await writeBackup(fileAt(file, null), entriesOf(plain, size))
        expect(await read(file, null)).toEqual(plain)
      },
    )
    await fc.assert(property, { numRuns: 30 })
  })

  it('shows nothing of its content when it is encrypted', async () => {
    const file = await saved(passphrase)
    expect(await read(file, passphrase)).toEqual(sample)
    expect(readFileSync(file).includes('secret')).toBe(false)
    await expect(read(file, 'another passphrase')).rejects.toThrow(/^cannot be decrypted: the passphrase is wrong,/)
    await expect(read(file, null)).rejects.toThrow(/^is encrypted: set LAPWING_BACKUP_PASSPHRASE$/)
  })

  it.each([null, passphrase])('is refused when it is cut off or changed anywhere (passphrase: %s)', async (with_) => {
    const file = await saved(with_)
    const { length } = readFileSync(file)
    // The last bytes of a plain file only end its compression.
    const places = [20, 40, 70, 1000, 70_000, length - 20, ...(with_ === null ? [] : [length - 1])]
    for (const place of places) {
      const cut = changed(file, (bytes) => bytes.subarray(0, place))
      await expect(read(cut, with_), `cut at ${place}`).rejects.toThrow(/cut off|damaged|not a backup/)
    }
    // The salt of a file that is not encrypted means nothing.
    for (const place of places.filter((each) => with_ !== null || each > 40)) {
      const flipped = changed(file, (bytes) => bytes.fill(bytes[place]! ^ 1, place, place + 1))
      await expect(read(flipped, with_), `changed at ${place}`).rejects.toThrow(/damaged|cannot be decrypted/)
    }
  })

  it('is refused when its encrypted parts are swapped or the last one is missing', async () => {
    const file = await saved(passphrase)
    const [header, chunk] = [34, 64 * 1024 + 16]
    const part = (bytes: Buffer, n: number): Buffer => bytes.subarray(header + n * chunk, header + (n + 1) * chunk)
    const swapped = changed(file, (bytes) =>
      Buffer.concat([bytes.subarray(0, header), part(bytes, 1), part(bytes, 0), bytes.subarray(header + 2 * chunk)]),
    )
    await expect(read(swapped, passphrase)).rejects.toThrow('cannot be decrypted')
    const shorter = changed(file, (bytes) => bytes.subarray(0, header + chunk))
    await expect(read(shorter, passphrase)).rejects.toThrow(/cut off|cannot be decrypted/)
  })

  it('is not written over, and nothing is left of one that failed', async () => {
    const file = await saved(null)
    await expect(writeBackup(fileAt(file, null), entriesOf(sample, 1000))).rejects.toThrow(
      'already exists; choose another name',
    )
    const failing = async function* (): AsyncGenerator<BackupEntry> {
      yield* entriesOf(sample, 1000)
      throw new Error('the database went away')
    }
    const other = newFile()
    await expect(writeBackup(fileAt(other, null), failing())).rejects.toThrow('the database went away')
    expect(() => readFileSync(`${other}.partial`)).toThrow('ENOENT')
    expect(() => readFileSync(other)).toThrow('ENOENT')
  })

  it('is refused when it is something else, or missing', async () => {
    const file = newFile()
    writeFileSync(file, 'create table monitors; -- a dump of another program, which is longer than the header')
    await expect(read(file, null)).rejects.toThrow('is not a backup of Lapwing')
    await expect(read(newFile(), null)).rejects.toThrow('does not exist')
  })
})
