// Unpacks the archive of a release into an empty folder. It contains folders, plain files, and links to files beside
// them; anything else is refused, because an archive may come from anywhere.
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createGunzip } from 'node:zlib'
import { UpgradeRefused } from './release.ts'

interface UnpackLimits {
  readonly maxBytes?: number
  readonly maxEntries?: number
}

interface ArchiveEntry {
  readonly path: string
  readonly kind: string
  readonly size: number
  readonly isExecutable: boolean
  readonly target: string
}

const block = 512
const gibibyte = 1024 ** 3

/** What is written until it fails is left to the caller to remove. */
export async function unpackArchive(
  file: string,
  folder: string,
  { maxBytes = 2 * gibibyte, maxEntries = 100_000 }: UnpackLimits = {},
): Promise<void> {
  const reader = new BlockReader(createReadStream(file).pipe(createGunzip()), maxBytes)
  const links: { path: string; target: string }[] = []
  const seen = new Set<string>()
  try {
    for (let header = await reader.take(block); header[0] !== 0; header = await reader.take(block)) {
      const entry = entryIn(header)
      const path = pathBelowTop(entry.path)
      if (seen.size >= maxEntries) throw new UpgradeRefused(`The archive has more than ${maxEntries} entries.`)
      if (path !== '' && seen.has(path)) throw new UpgradeRefused(`The archive contains ${path} twice.`)
      seen.add(path)
      if (entry.kind === '5') await mkdir(join(folder, path), { recursive: true })
      else if (entry.kind === '2') links.push({ path, target: insideTarget(path, entry.target) })
      else if (entry.kind === '0' && path !== '') await writeEntry(reader, join(folder, path), entry)
      else throw new UpgradeRefused(`The archive contains something unusual: ${entry.path}`)
    }
    // Made last, so that no file is written through one.
    for (const { path, target } of links) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await symlink(target, join(folder, path))
    }
  } catch (error) {
    throw asRefusal(error)
  } finally {
    reader.end()
  }
}

async function writeEntry(reader: BlockReader, file: string, { size, isExecutable }: ArchiveEntry): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const handle = await open(file, 'wx', isExecutable ? 0o755 : 0o644)
  try {
    await reader.copy(size, handle)
  } finally {
    await handle.close()
  }
  await reader.take((block - (size % block)) % block)
}

function entryIn(header: Buffer): ArchiveEntry {
  const text = (from: number, length: number): string =>
    header.toString('utf8', from, from + length).replace(/\0.*$/s, '')
  const octal = (from: number, length: number): number => Number(`0o${text(from, length).trim() || '0'}`)
  const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0)
  if (sum !== octal(148, 8)) throw new UpgradeRefused('The archive is damaged.')
  const size = octal(124, 12)
  if (!Number.isSafeInteger(size) || size < 0) throw new UpgradeRefused('The archive is damaged.')
  const path = [text(345, 155), text(0, 100)].filter(Boolean).join('/')
  const isExecutable = (octal(100, 8) & 0o111) !== 0
  return { path, kind: text(156, 1) || '0', size, isExecutable, target: text(157, 100) }
}

/** Whether a relative path stays where it is. */
const isPlain = (path: string): boolean => !/[\\\0\n]|^\/|(^|\/)\.{1,2}(\/|$)|\/\//.test(path)

/** All entries are below one folder, whose name does not matter. */
function pathBelowTop(path: string): string {
  const plain = path.replace(/\/$/, '')
  if (!isPlain(plain) || plain === '') throw new UpgradeRefused(`The archive contains an unsafe path: ${path}`)
  return plain.split('/').slice(1).join('/')
}

function insideTarget(path: string, target: string): string {
  // The libraries of PostgreSQL have such links; no other kind is needed.
  if (path === '' || !/^[\w.+-]+$/.test(target) || !isPlain(target))
    throw new UpgradeRefused(`The archive contains a link that leaves its folder: ${path}`)
  return target
}

function asRefusal(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC') return new UpgradeRefused('The disk became full while the archive was unpacked.')
  if (['EEXIST', 'ENOTDIR', 'EISDIR'].includes(code ?? ''))
    return new UpgradeRefused('The archive contains one path as two things.')
  if (code?.startsWith('Z_')) return new UpgradeRefused('The archive is damaged or is not a .tar.gz file.')
  return error
}

/** Reads exact numbers of bytes of a stream, up to a limit in total. */
class BlockReader {
  readonly #chunks: AsyncIterator<Buffer>
  readonly #stream: NodeJS.ReadableStream & { destroy(): void }
  readonly #maxBytes: number
  #rest: Buffer = Buffer.alloc(0)
  #bytes = 0

  constructor(stream: NodeJS.ReadableStream & { destroy(): void }, maxBytes: number) {
    this.#stream = stream
    this.#chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>
    this.#maxBytes = maxBytes
  }

  async take(length: number): Promise<Buffer> {
    while (this.#rest.length < length) this.#rest = Buffer.concat([this.#rest, await this.#next()])
    return this.#cut(length)
  }

  async copy(length: number, to: FileHandle): Promise<void> {
    for (let left = length; left > 0;) {
      if (this.#rest.length === 0) this.#rest = await this.#next()
      const part = this.#cut(Math.min(left, this.#rest.length))
      await to.writeFile(part)
      left -= part.length
    }
  }

  end(): void {
    this.#stream.destroy()
  }

  #cut(length: number): Buffer {
    const part = this.#rest.subarray(0, length)
    this.#rest = this.#rest.subarray(length)
    return part
  }

  async #next(): Promise<Buffer> {
    const { done, value } = await this.#chunks.next()
    if (done) throw new UpgradeRefused('The archive is cut off.')
    this.#bytes += value.length
    if (this.#bytes > this.#maxBytes)
      throw new UpgradeRefused(`The archive unpacks to more than ${Math.round(this.#maxBytes / 1e6)} MB.`)
    return value
  }
}
