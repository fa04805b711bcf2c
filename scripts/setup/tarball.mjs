// Reads package files of a registry: gzipped tar archives of plain files below one folder.
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { SetupFailed } from './say.mjs'

const block = 512

/** Verifies the checksum and unpacks; `keeps` decides by path whether a file is needed. */
export async function unpack(packed, { called, folder, integrity, keeps = () => true }) {
  const [algorithm] = integrity.split('-', 1)
  const found = `${algorithm}-${createHash(algorithm).update(packed).digest('base64')}`
  if (found !== integrity) throw new SetupFailed(`${called} is damaged: run the same command again.`)
  const made = new Set()
  for (const { path, mode, content } of filesIn(await promisify(gunzip)(packed, { chunkSize: sizeOf(packed) }))) {
    if (!keeps(path)) continue
    const file = join(folder, path)
    const around = dirname(file)
    if (!made.has(around)) mkdirSync(around, { recursive: true })
    made.add(around)
    writeFileSync(file, content, { mode: mode & 0o111 ? 0o755 : 0o644 })
  }
}

// gzip stores the unpacked size at the end. Unpacking in one piece takes a third of the time.
const sizeOf = (packed) => Math.max(packed.readUInt32LE(packed.length - 4) + 1, 64)

function* filesIn(archive) {
  let longPath
  for (let at = 0; at + block <= archive.length && archive[at] !== 0;) {
    const header = archive.subarray(at, at + block)
    const size = octal(header, 124, 12)
    const content = archive.subarray(at + block, at + block + size)
    const kind = String.fromCharCode(header[156] || 48)
    if (kind === 'x') longPath = /^\d+ path=(.*)$/m.exec(content.toString())?.[1]
    if (kind === '0') yield { path: inPackage(longPath ?? pathIn(header)), mode: octal(header, 100, 8), content }
    if (kind !== 'x') longPath = undefined
    at += block + Math.ceil(size / block) * block
  }
}

const text = (header, at, length) => header.toString('utf8', at, at + length).replace(/\0.*$/s, '')
const octal = (header, at, length) => Number.parseInt(text(header, at, length), 8) || 0
const pathIn = (header) => [text(header, 345, 155), text(header, 0, 100)].filter(Boolean).join('/')
const inPackage = (path) => path.slice(path.indexOf('/') + 1)
