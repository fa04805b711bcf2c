// Unpacks the archive of a package: gzipped tar with plain files below one folder. Anything else is refused.
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { NeedsNpm } from './say.mjs'

const block = 512

/** Whether a relative path stays in its folder, on every system. */
export const staysInside = (path) => !/^$|[\\:\0]|(^|\/)(\.{0,2})(\/|$)/.test(path)

/** Nothing is unpacked before the checksum is verified. `keeps` decides by path whether a file is needed. */
export async function unpack(archive, { title, folder, integrity, keeps = () => true, maxBytes = 512 * 1024 ** 2 }) {
  const refuse = (what) => {
    throw new NeedsNpm(`the archive of ${title} ${what}`)
  }
  if (integrity !== `sha512-${createHash('sha512').update(archive).digest('base64')}`)
    refuse('does not match its checksum in the lockfile')
  const tar = await inflate(archive, maxBytes).catch((error) =>
    refuse(error.code === 'ERR_BUFFER_TOO_LARGE' ? 'is too large' : 'is damaged'),
  )
  const made = new Set()
  for (const { path, mode, content } of filesIn(tar, refuse)) {
    if (!keeps(path)) continue
    const file = join(folder, path)
    try {
      if (!made.has(dirname(file))) mkdirSync(dirname(file), { recursive: true })
      made.add(dirname(file))
      writeFileSync(file, content, { mode: mode & 0o111 ? 0o755 : 0o644 })
    } catch (error) {
      refuse(`contains a path that cannot be created: ${path} (${error.code})`)
    }
  }
}

// gzip stores the unpacked size at the end. Unpacking in one piece takes a third of the time.
async function inflate(archive, maxOutputLength) {
  const size = archive.length < 4 ? 0 : archive.readUInt32LE(archive.length - 4)
  const chunkSize = Math.min(Math.max(size + 1, 64), maxOutputLength)
  return promisify(gunzip)(archive, { chunkSize, maxOutputLength })
}

function* filesIn(tar, refuse) {
  let more = {}
  for (let at = 0, end; ; at = end) {
    const header = tar.subarray(at, at + block)
    if (header.length === block && header.every((byte) => byte === 0)) return
    const size = octal(header, 124, 12)
    end = at + block + Math.ceil(size / block) * block
    if (!(end <= tar.length)) refuse('is cut off')
    if (octal(header, 148, 8) !== sumOf(header)) refuse('is damaged')
    const content = tar.subarray(at + block, at + block + size)
    const kind = String.fromCharCode(header[156] || 48)
    if (!'05xg'.includes(kind)) refuse(kind === '1' || kind === '2' ? 'contains a link' : 'has an unknown entry')
    if (more.size !== undefined && Number(more.size) !== size) refuse('has an unknown entry')
    if (kind === '0')
      yield { path: inPackage(more.path ?? pathIn(header), refuse), mode: octal(header, 100, 8), content }
    more = kind === 'x' ? recordsIn(content, refuse) : {}
  }
}

/** The path and size of the next file in an extended header, whose records are `<length> <key>=<value>\n`. */
function recordsIn(records, refuse) {
  const found = {}
  for (let at = 0, end; at < records.length; at = end) {
    end = at + Number.parseInt(records.toString('latin1', at, at + 10), 10)
    if (!(end > at && end <= records.length)) refuse('is damaged')
    const [, key, value] = /^\d+ ([^=]+)=(.*)\n$/s.exec(records.toString('utf8', at, end)) ?? refuse('is damaged')
    if (key === 'path' || key === 'size') found[key] = value
  }
  return found
}

const text = (header, at, length) => header.toString('utf8', at, at + length).replace(/\0.*$/s, '')
const octal = (header, at, length) => Number(`0o${text(header, at, length).trim()}`)
const pathIn = (header) => [text(header, 345, 155), text(header, 0, 100)].filter(Boolean).join('/')
// The field of the sum itself counts as eight spaces.
function sumOf(header) {
  let sum = 0
  for (let at = 0; at < block; at++) sum += at >= 148 && at < 156 ? 32 : header[at]
  return sum
}

function inPackage(path, refuse) {
  const within = path.slice(path.indexOf('/') + 1)
  if (!staysInside(path) || within === path) refuse(`contains a path that leaves its folder: ${path}`)
  if (/^node_modules(\/|$)/.test(within)) refuse('contains packages of its own')
  return within
}
