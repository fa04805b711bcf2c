// The archive in which a registry keeps a package, with one path too long for a header's first field.
import { basename, dirname } from 'node:path'
import { gzipSync } from 'node:zlib'

export const longPath = `share/${'deep/'.repeat(25)}file`

export function packageFile({ name, version }) {
  return archiveOf([
    { path: 'package/package.json', content: JSON.stringify({ name, version }) },
    { path: 'package/bin/program', content: '#!/bin/sh\n', mode: '755' },
    { folder: `package/${dirname(longPath)}`, path: basename(longPath), content: 'far down' },
  ])
}

export const archiveOf = (entries) => gzipSync(Buffer.concat([...entries.map(entryOf), Buffer.alloc(1024)]))

function entryOf({ folder = '', path, content = '', mode = '644', kind = '0', size = content.length.toString(8) }) {
  const header = Buffer.alloc(512)
  header.write(path, 0)
  header.write(folder, 345)
  header.write(mode.padStart(7, '0'), 100)
  header.write(size.padStart(11, '0'), 124)
  header.write(' '.repeat(8), 148)
  header.write(kind, 156)
  const sum = header.reduce((all, byte) => all + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  const body = Buffer.alloc(Math.ceil(content.length / 512) * 512)
  body.write(content)
  return Buffer.concat([header, body])
}
