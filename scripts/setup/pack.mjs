// Packs a folder: the same files give the same bytes.
import { createHash } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { runQuietly } from './run.mjs'
import { SetupFailed, say } from './say.mjs'

// No time of a build gets into the archive. Before 1980, some programs call a time implausible.
const everyTime = '1980-01-01T00:00:00Z'

export function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Writes the archive, and its checksum beside it. */
export async function pack(folder, file) {
  say('packing')
  const sameForAll = ['--sort=name', `--mtime=${everyTime}`, '--owner=0', '--group=0', '--numeric-owner']
  const header = ['--format=ustar', '--mode=u=rwX,go=rX', '--use-compress-program=gzip -9n']
  const args = [...sameForAll, ...header, '-C', dirname(folder), '-cf', file, basename(folder)]
  const { code, output } = await runQuietly('tar', args)
  if (code !== 0) throw new SetupFailed(`tar failed:\n${output.trim()}`)
  const sum = sha256(readFileSync(file))
  writeFileSync(`${file}.sha256`, `${sum}  ${basename(file)}\n`)
  say(`${file}: ${(statSync(file).size / 1e6).toFixed(1)} MB, SHA-256 ${sum}`)
}
