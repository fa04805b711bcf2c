// Writes zip archives without compression, dates or attributes: the same files give the same bytes.
import { crc32 } from 'node:zlib'

const version = 20
/** 1980-01-01, the earliest date of the format. */
const date = 0x21
const utf8Names = 0x0800

/** For files below 4 GB in all. */
export function storedZip(files: readonly { readonly path: string; readonly content: Buffer }[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { path, content } of files) {
    const name = Buffer.from(path)
    const common = commonFields(name, content)
    const local = Buffer.concat([u32(0x04034b50), common, name, content])
    directory.push(Buffer.concat([u32(0x02014b50), u16(version), common, Buffer.alloc(10), u32(offset), name]))
    parts.push(local)
    offset += local.length
  }
  const listed = Buffer.concat(directory)
  const counts = Buffer.concat([u32(0), u16(files.length), u16(files.length)])
  return Buffer.concat([...parts, listed, u32(0x06054b50), counts, u32(listed.length), u32(offset), u16(0)])
}

/** The fields that a file's header and its entry in the directory share. */
function commonFields(name: Buffer, content: Buffer): Buffer {
  const size = u32(content.length)
  const times = Buffer.concat([u16(version), u16(utf8Names), u16(0), u16(0), u16(date)])
  return Buffer.concat([times, u32(crc32(content)), size, size, u16(name.length), u16(0)])
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
