// Releases of the past, from the history of the repository.
import { spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lastRelease as released } from '../../../src/store/database/migrate.ts'
import { checkout, closedFolder } from './process.ts'

/** Raise it with each release: the tests run its code and its schema beside the current ones. */
export const lastRelease = {
  ...released,
  commit: '6887f2ce5263b54b081d0be82a711c67a16a79ce',
} as const

/** All that people may upgrade from. Their packages are those of the present. */
export const pastReleases = [
  { version: '0.2.0', commit: '98d440915ce5072b8c68c712daa660f6041a4d07' },
  lastRelease,
] as const

const git = (...args: string[]) => spawnSync('git', args, { cwd: checkout, maxBuffer: 100_000_000 })

export const isInHistory = (commit: string): boolean => git('cat-file', '-e', `${commit}^{commit}`).status === 0

/** The files of a release, with the packages of the current one. */
export function releaseFolder(commit: string): string {
  const folder = join(closedFolder(), 'release')
  mkdirSync(folder)
  const archive = git('archive', commit, 'bin', 'src', 'scripts', 'package.json')
  const unpacked = spawnSync('tar', ['-x', '-C', folder], { input: archive.stdout })
  if (archive.status !== 0 || unpacked.status !== 0) throw new Error(String(archive.stderr) + String(unpacked.stderr))
  symlinkSync(join(checkout, 'node_modules'), join(folder, 'node_modules'))
  const dashboard = join(folder, 'web', 'dist')
  mkdirSync(dashboard, { recursive: true })
  writeFileSync(join(dashboard, 'index.html'), '<!doctype html>')
  return folder
}
