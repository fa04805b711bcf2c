// A backup as one file: entries in frames, compressed, then encrypted if there is a passphrase.
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { BackupEntry } from '../store/backup/entry.ts'
import { entriesIn, framesOf } from './frames.ts'
import { BadBackup } from './bad-backup.ts'
import type { BackupDestination } from './destination.ts'
import { seal, unseal } from './sealing.ts'

export interface BackupFile {
  readonly destination: BackupDestination
  readonly name: string
  readonly passphrase: string | null
  readonly signal: AbortSignal
}

/** Returns the size in bytes. */
export async function writeBackup(
  { destination, name, passphrase, signal }: BackupFile,
  entries: AsyncIterable<BackupEntry>,
): Promise<number> {
  return pipeline(
    framesOf(entries),
    createZstdCompress(),
    (stream: AsyncIterable<Uint8Array>) => seal(stream, passphrase),
    (content: AsyncIterable<Uint8Array>) => destination.write(name, content, signal),
    { signal },
  )
}

/** Throws where the file turns out to be wrong, which may be at its end: use nothing of it before. */
export function readBackup(file: BackupFile): AsyncGenerator<BackupEntry> {
  return entriesIn(contentOf(file))
}

/** Reads everything once, and throws if it could not be restored. */
export async function verifyBackup(file: BackupFile): Promise<void> {
  const entries = readBackup(file)
  while (!(await entries.next()).done);
}

async function* contentOf({ destination, name, passphrase, signal }: BackupFile): AsyncGenerator<Uint8Array> {
  const content = createZstdDecompress()
  const read = pipeline(
    destination.read(name, signal),
    (stream: AsyncIterable<Uint8Array>) => unseal(stream, passphrase),
    content,
    { signal },
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
  // Of the decompression: Z_BUF_ERROR, ZSTD_error_….
  throw code.startsWith('Z') ? new BadBackup('is damaged or cut off') : error
}
