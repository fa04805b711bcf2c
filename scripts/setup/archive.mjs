// Unpacks the archive of a package: gzipped tar with plain files below one folder. Anything else is refused.
import { webcrypto } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { NeedsNpm } from './say.mjs'

const block = 512
const largeFile = 1024 ** 2

/** Whether a relative path stays in its folder, on every system. */
export const staysInside = (path) => !/^$|[\\:\0]|(^|\/)(\.{0,2})(\/|$)/.test(path)

/** Nothing is unpacked before the checksum is verified. `keeps` decides by path whether a file is needed. */
export async function unpack(archive, { title, folder, integrity, keeps = () => true, maxBytes = 512 * 1024 ** 2 }) {
  const refuse = (what) => {
    throw new NeedsNpm(`the archive of ${title} ${what}`)
  }
  const sum = Buffer.from(await webcrypto.subtle.digest('SHA-512', archive)).toString('base64')
  if (integrity !== `sha512-${sum}`) refuse('does not match its checksum in the lockfile')
  const tar = await inflate(archive, maxBytes).catch((error) =>
    refuse(error.code === 'ERR_BUFFER_TOO_LARGE' ? 'is too large' : 'is damaged'),
  )
  const made = new Set()
  for (const { path, mode, content } of filesIn(tar, refuse)) {
    if (!keeps(path)) continue
    const file = join(folder, path)
    // Small files take less time without another thread.
    const write = content.length < largeFile ? writeFileSync : writeFile
    try {
      if (!made.has(dirname(file))) mkdirSync(dirname(file), { recursive: true })
      made.add(dirname(file))
      await write(file, content, { mode: mode & 0o111 ? 0o755 : 0o644 })
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
  let at = 0
  for (let end; tar[at] !== 0; at = end) {
    const text = (from, length) => tar.toString('utf8', at + from, at + from + length).replace(/\0.*$/s, '')
    const octal = (from, length) => Number(`0o${text(from, length).trim()}`)
    const size = octal(124, 12)
    end = at + block + Math.ceil(size / block) * block
    if (!(end < tar.length)) refuse('is cut off')
    const content = tar.subarray(at + block, at + block + size)
    const path = [text(345, 155), text(0, 100)].filter(Boolean).join('/')
    const kind = text(156, 1) || '0'
    if (kind === '0') yield { path: inPackage(path, refuse), mode: octal(100, 8), content }
    // Folders are made for their files. Extended headers matter only if they rename, resize or link the next file.
    else if (!(kind === '5' || ('xg'.includes(kind) && !/ (path|size|linkpath)=/.test(content))))
      refuse('1' <= kind && kind <= '2' ? 'contains a link' : 'has an unknown entry')
  }
  if (tar.subarray(at).some((byte) => byte !== 0)) refuse('has an unknown entry')
}

function inPackage(path, refuse) {
  const within = path.slice(path.indexOf('/') + 1)
  if (!staysInside(path) || within === path) refuse(`contains a path that leaves its folder: ${path}`)
  if (/^node_modules(\/|$)/.test(within)) refuse('contains packages of its own')
  return within
}
