// The files of this machine that a box can read: what Chromium and Node need of the system, and Lapwing's browser
// programs. Folders with secrets are covered by empty ones.
import { existsSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { BrowserInstallation } from './find.ts'
import { type ReadOnlyMount, browserFiles, isIn, isLink, systemPaths } from './system-files.ts'

/** A path that no box may read. */
export interface HiddenPath {
  readonly path: string
  /** As the subject of a sentence: `the data folder`. */
  readonly title: string
  /**
   * Whether it may contain the system, like a checkout at `/`: visible system files are then not part of it.
   */
  readonly mayHoldSystem?: boolean
}

export const boxedNode = '/box/node'

type InstallationFiles = Pick<BrowserInstallation, 'chromium' | 'node' | 'programs' | 'hidden'>

/** Arguments for bubblewrap. */
export function fileArguments(installation: InstallationFiles): string[] {
  const system = systemPaths(installation.chromium)
  const own = ownMounts(installation)
  const masks = masksIn(system, installation.hidden)
  const made = [...system, ...own.map(({ target }) => target)]
  return [
    // Intermediate folders that bubblewrap creates by itself would be accessible to root alone.
    ...[...new Set(made.flatMap(foldersAbove))].flatMap((path) => ['--dir', path]),
    ...system.flatMap((path) => (isLink(path) ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path])),
    ...masks.flatMap((path) => ['--perms', '0755', '--size', '4096', '--tmpfs', path, '--remount-ro', path]),
    ...own.flatMap(({ source, target }) => ['--ro-bind', source, target]),
  ]
}

/** Why a box here would expose a secret, with what to do about it; null if it does not. */
export function exposedSecret(installation: InstallationFiles): string | null {
  const system = systemPaths(installation.chromium).filter((path) => !isLink(path))
  const own = ownMounts(installation).map(({ source }) => source)
  for (const { path: given, title, mayHoldSystem = false } of installation.hidden) {
    const path = realPath(given)
    const cannotHide = (shown: string): boolean =>
      path === shown || (isFile(path) && dirname(path) === shown) || (!mayHoldSystem && isIn(shown, path))
    const shown = system.find(cannotHide) ?? own.find((source) => isIn(path, source))
    if (shown !== undefined)
      return `scripts could read ${title} (${path}), because browser programs need ${shown}. Move it elsewhere`
  }
  return null
}

function ownMounts({ chromium, node, programs }: InstallationFiles): ReadOnlyMount[] {
  return [
    { source: node, target: boxedNode },
    ...browserFiles(chromium),
    ...programs.map(({ name, path }) => ({ source: realpathSync(path), target: `/programs/${name}` })),
  ]
}

/** A file is hidden with its folder: a mount on the file itself disappears when the file is replaced. */
function masksIn(system: readonly string[], hidden: readonly HiddenPath[]): string[] {
  const folders = hidden
    .filter(({ path }) => existsSync(path))
    .map(({ path }) => realpathSync(path))
    .map((path) => (isFile(path) ? dirname(path) : path))
    .filter((folder) => system.some((shown) => folder !== shown && isIn(folder, shown)))
  return [...new Set(folders)].filter((folder, _, all) => !all.some((other) => other !== folder && isIn(folder, other)))
}

function isFile(path: string): boolean {
  return existsSync(path) && !statSync(path).isDirectory()
}

/** Resolves links, also if it does not exist yet. */
function realPath(path: string): string {
  if (existsSync(path) || path === '/') return realpathSync(path)
  return join(realPath(dirname(path)), basename(path))
}

function foldersAbove(path: string): string[] {
  const parts = path.split('/').slice(1, -1)
  return parts.map((_, n) => `/${parts.slice(0, n + 1).join('/')}`)
}
