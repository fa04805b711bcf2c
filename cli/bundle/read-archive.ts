// Reads the zip archive of a bundle. Readers of zip files disagree about hidden, doubled and overlapping entries, so
// the archive has to be exactly the one that its files give when they are written again.
import { storedZip } from '../../src/codecs/stored-zip.ts'

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
  if (!storedZip(sorted).equals(archive))
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
