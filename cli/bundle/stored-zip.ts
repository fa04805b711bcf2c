// Reads the zip archive of a bundle. Readers of zip files disagree about hidden, doubled and overlapping entries, so
// the archive has to be exactly the one that its files give when they are written again.
import { crc32 } from 'node:zlib'

export interface ArchivedFile {
  readonly path: string
  readonly content: Buffer
}

export class NotIntact extends Error {
  override name = 'NotIntact'
}

const endBytes = 22
const maxFiles = 50
/** No folders: a path can lead nowhere else. */
const plainName = /^[a-z0-9][a-z0-9-]{0,40}\.[a-z]{1,10}$/

export function readArchive(archive: Buffer): ArchivedFile[] {
  const end = archive.length - endBytes
  if (end < 0 || archive.readUInt32LE(end) !== 0x06054b50)
    throw new NotIntact('It is not a bundle, or its end is missing.')
  const count = archive.readUInt16LE(end + 10)
  if (count > maxFiles) throw new NotIntact(`It claims to have ${count} files; a bundle has at most ${maxFiles}.`)
  const files: ArchivedFile[] = []
  for (let at = 0; files.length < count;) {
    const file = readFile(archive.subarray(0, end), at)
    files.push(file)
    at += 30 + file.path.length + file.content.length
  }
  const paths = files.map(({ path }) => path)
  if (new Set(paths).size < paths.length) throw new NotIntact('It has two files with the same name.')
  const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  if (!writeArchive(sorted).equals(archive))
    throw new NotIntact('The archive was changed: it has bytes, names or an order that Lapwing does not write.')
  return files
}

function readFile(archive: Buffer, at: number): ArchivedFile {
  if (at + 30 > archive.length || archive.readUInt32LE(at) !== 0x04034b50)
    throw new NotIntact('The archive was changed: a file is missing or not where it should be.')
  const [size, nameLength] = [archive.readUInt32LE(at + 18), archive.readUInt16LE(at + 26)]
  const begin = at + 30 + nameLength
  if (begin + size > archive.length) throw new NotIntact('The archive was changed: a file is larger than the archive.')
  const path = archive.toString('latin1', at + 30, begin)
  if (!plainName.test(path)) throw new NotIntact('The archive was changed: it has a file with a name of another form.')
  return { path, content: archive.subarray(begin, begin + size) }
}

/** The only form in which Lapwing writes archives: stored, undated, in the order of the names. */
function writeArchive(files: readonly ArchivedFile[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { path, content } of files) {
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(0x0800, 2)
    fields.writeUInt16LE(0x21, 8)
    fields.writeUInt32LE(crc32(content), 10)
    fields.writeUInt32LE(content.length, 14)
    fields.writeUInt32LE(content.length, 18)
    fields.writeUInt16LE(path.length, 22)
    const name = Buffer.from(path, 'latin1')
    parts.push(Buffer.from('PK\u0003\u0004'), fields, name, content)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000'), fields, place, name)
    offset += 30 + name.length + content.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(endBytes)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, listed, end])
}
