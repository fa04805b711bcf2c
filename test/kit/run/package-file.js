// The file in which a registry keeps a package, with one path too long for a plain header.
import { gzipSync } from 'node:zlib'

export const longPath = `share/${'deep/'.repeat(30)}file`

export function packageFile({ name, version }) {
  const attribute = `path=package/${longPath}\n`
  const record = `${attribute.length + 4} ${attribute}`
  return gzipSync(
    Buffer.concat([
      file('package/package.json', JSON.stringify({ name, version })),
      file('package/bin/program', '#!/bin/sh\n', { mode: '755' }),
      file('PaxHeader', record, { kind: 'x' }),
      file('package/cut-off', 'far down'),
      Buffer.alloc(1024),
    ]),
  )
}

function file(path, content, { mode = '644', kind = '0' } = {}) {
  const header = Buffer.alloc(512)
  header.write(path, 0)
  header.write(mode.padStart(7, '0'), 100)
  header.write(content.length.toString(8).padStart(11, '0'), 124)
  header.write(kind, 156)
  const body = Buffer.alloc(Math.ceil(content.length / 512) * 512)
  body.write(content)
  return Buffer.concat([header, body])
}
