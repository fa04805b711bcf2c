// Archives of releases that are small: the sources of this checkout, and its packages in the folder around.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { checkout } from './process.ts'

const parts = ['bin', 'cli', 'scripts', 'sdk/src', 'src', 'package.json', 'package-lock.json']
const migrations = readdirSync(join(checkout, 'src/store/migrations')).filter((name) => name.endsWith('.sql'))
export const platform = `${process.platform}-${process.arch}`

// The link is made by its first start, because an archive contains none that leaves it.
const launcher = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
[ -e "$here/node_modules" ] || ln -s ../node_modules "$here/node_modules"
exec "${process.execPath}" "$here/bin/lapwing.mjs" "$@"
`

export interface Workshop {
  /** The folder with the installations. */
  readonly home: string
  /** Packs a version, with other files than the checkout's; answers with the file. */
  pack(version: string, change?: ArchiveChange): string
}

interface ArchiveChange {
  readonly platform?: string
  readonly product?: string
  readonly servesFrom?: number
  readonly files?: Readonly<Record<string, string>>
}

const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex')

export function workshopIn(folder: string): Workshop {
  const home = join(folder, 'opt')
  const staging = join(folder, 'staging')
  mkdirSync(home, { recursive: true })
  symlinkSync(join(checkout, 'node_modules'), join(home, 'node_modules'))
  for (const part of parts)
    cpSync(join(checkout, part), join(staging, part), { recursive: true, filter: (path) => !path.endsWith('.test.ts') })
  mkdirSync(join(staging, 'web/dist'), { recursive: true })
  writeFileSync(join(staging, 'web/dist/index.html'), '<!doctype html>')
  writeFileSync(join(staging, 'lapwing'), launcher, { mode: 0o755 })
  const sources = readFileSync(join(staging, 'package.json'), 'utf8')
  return {
    home,
    pack: (version, { files = {}, ...facts } = {}) => {
      const added = Object.keys(files).filter((path) => path.endsWith('.sql'))
      const release = { product: 'lapwing', version, platform, migration: migrations.length + added.length }
      const all: Record<string, string> = {
        'package.json': sources.replace(/"version": "[^"]+"/, `"version": "${version}"`),
        'release.json': JSON.stringify({ ...release, servesFrom: migrations.length, ...facts }),
        ...files,
      }
      return packed(staging, { all, archive: join(folder, `lapwing-${version}-${platform}.tar.gz`) })
    },
  }
}

function packed(staging: string, { all, archive }: { all: Record<string, string>; archive: string }): string {
  const originals = Object.keys(all).map((path) => [path, readIfThere(join(staging, path))] as const)
  for (const [path, text] of Object.entries(all)) writeFileSync(join(staging, path), text)
  rmSync(join(staging, 'files.sha256'), { force: true })
  const names = readdirSync(staging, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(staging.length + 1))
  const lines = names.map((path) => `${sha256(readFileSync(join(staging, path)))}  ${path}\n`)
  writeFileSync(join(staging, 'files.sha256'), lines.join(''))
  const args = ['--format=ustar', '--use-compress-program=gzip -1', '-C', dirname(staging), '-cf', archive]
  const { status, stderr } = spawnSync('tar', [...args, basename(staging)])
  if (status !== 0) throw new Error(String(stderr))
  writeFileSync(`${archive}.sha256`, `${sha256(readFileSync(archive))}  ${basename(archive)}\n`)
  for (const [path, text] of originals)
    if (text === undefined) rmSync(join(staging, path))
    else writeFileSync(join(staging, path), text)
  return archive
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** The first installation, as people unpack it. */
export function unpacked(archive: string, folder: string): string {
  mkdirSync(folder, { recursive: true })
  const { status, stderr } = spawnSync('tar', ['-xzf', archive, '--strip-components=1', '-C', folder])
  if (status !== 0) throw new Error(String(stderr))
  return folder
}
