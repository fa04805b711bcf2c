// Unpacks the archive of a package: gzipped tar with plain files below one folder. Anything else is refused.
import { webcrypto } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

const block = 512

/** Whether a relative path stays in its folder, on every system. */
export const staysInside = (path) => !/[\\:\0]|(^|\/)\.{0,2}(\/|$)/.test(path)

/** Nothing is unpacked before the checksum is verified. `keeps` decides by path whether a file is needed. */
export async function unpack(archive, { folder, integrity, keeps = () => true, maxBytes = 512 * 1024 ** 2 }) {
  const sum = Buffer.from(await webcrypto.subtle.digest('SHA-512', archive)).toString('base64')
  if (integrity !== `sha512-${sum}`) throw new Error('the archive does not match its checksum in the lockfile')
  // gzip stores the unpacked size at the end. Unpacking in one piece takes a third of the time.
  const chunkSize = Math.min(Math.max(archive.readUInt32LE(archive.length - 4) + 1, 64), maxBytes)
  const tar = await promisify(gunzip)(archive, { chunkSize, maxOutputLength: maxBytes })
  for (const { path, mode, content } of filesIn(tar)) {
    if (!keeps(path)) continue
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content, { mode: mode & 0o111 ? 0o755 : 0o644 })
  }
}

function* filesIn(tar) {
  let at = 0
  let records = []
  for (let end; tar[at] !== 0; at = end) {
    const text = (from, length) => tar.toString('utf8', at + from, at + from + length).replace(/\0.*$/s, '')
    const octal = (from, length) => Number(`0o${text(from, length).trim()}`)
    const size = octal(124, 12)
    end = at + block + Math.ceil(size / block) * block
    if (!(end < tar.length)) throw new Error('the archive is cut off')
    const content = tar.subarray(at + block, at + block + size)
    const kind = text(156, 1) || '0'
    const path = [text(345, 155), text(0, 100)].filter(Boolean).join('/')
    // Folders are made for their files. Extended headers may only repeat what the next header says.
    const repeats = ([record]) => [` path=${path}`, ` size=${size}`].includes(record)
    if (!'05xg'.includes(kind) || !records.every(repeats)) throw new Error('the archive contains more than plain files')
    records = 'xg'.includes(kind) ? [...String(content).matchAll(/ (path|size|linkpath)=.*/g)] : []
    if (kind === '0') yield { path: pathInPackage(path), mode: octal(100, 8), content }
  }
  if (tar.subarray(at).some((byte) => byte !== 0)) throw new Error('the archive goes on after its end')
}

/** The path below the first folder, whatever its name is. Packages within a package are for npm. */
function pathInPackage(path) {
  const [, within] = /^[^/]+\/(?!node_modules(?:\/|$))(.+)$/s.exec(path) ?? []
  if (!within || !staysInside(path)) throw new Error(`the archive contains an unusual path: ${path}`)
  return within
}
