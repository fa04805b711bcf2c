// A backup as one file: entries in frames, compressed, then encrypted if there is a passphrase.
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { BackupEntry } from '../store/backup/entry.ts'
import { entriesIn, framesOf } from './frames.ts'
import { BadBackup } from './bad-backup.ts'
import { seal, unseal } from './sealing.ts'

/** Returns the size in bytes. The file appears under its name only when it is whole and on disk. */
export async function writeBackup(
  file: string,
  entries: AsyncIterable<BackupEntry>,
  passphrase: string | null,
): Promise<number> {
  if (existsSync(file)) throw new BadBackup('already exists; choose another name')
  const unfinished = `${file}.partial`
  const output = createWriteStream(unfinished, { mode: 0o600, flush: true })
  try {
    await pipeline(
      framesOf(entries),
      createZstdCompress(),
      (stream: AsyncIterable<Uint8Array>) => seal(stream, passphrase),
      output,
    )
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
  return (await stat(file)).size
}

/** Throws where the file turns out to be wrong, which may be at its end: use nothing of it before. */
export function readBackup(file: string, passphrase: string | null): AsyncGenerator<BackupEntry> {
  return entriesIn(contentOf(file, passphrase))
}

async function* contentOf(file: string, passphrase: string | null): AsyncGenerator<Uint8Array> {
  const content = createZstdDecompress()
  const read = pipeline(
    createReadStream(file),
    (stream: AsyncIterable<Uint8Array>) => unseal(stream, passphrase),
    content,
  )
  read.catch(() => undefined)
  try {
    yield* content
    await read
  } catch (error) {
    // An earlier stage ends the later ones, so its error is the cause of theirs.
    await read.catch((cause: unknown) => fail(cause))
    fail(error)
  } finally {
    content.destroy()
  }
}

function fail(error: unknown): never {
  const { code = '' } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') throw new BadBackup('does not exist')
  // Of the decompression: Z_BUF_ERROR, ZSTD_error_….
  throw code.startsWith('Z') ? new BadBackup('is damaged or cut off') : error
}
