// What a release says about itself: `release.json`, which `npm run release` writes into the archive.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '../domain/fault.ts'

export class UpgradeRefused extends StartupError {
  override name = 'UpgradeRefused'
}

export interface Release {
  readonly version: string
  readonly platform: string
  /** The number of its last migration. */
  readonly migration: number
  /** A release whose last migration has this number or a later one also runs on this release's schema. */
  readonly servesFrom: number
}

const versionForm = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})(?:-[0-9A-Za-z.-]{1,40})?$/

/** Null if the folder is not an unpacked archive, but a checkout or a container image. */
export function releaseIn(folder: string): Release | null {
  const file = join(folder, 'release.json')
  return existsSync(file) ? parseRelease(readFileSync(file, 'utf8')) : null
}

export function parseRelease(text: string): Release {
  const value = objectIn(text)
  if (value['product'] !== 'lapwing') throw new UpgradeRefused('This is not a release of Lapwing.')
  const { version, platform, migration, servesFrom } = value
  if (
    typeof version !== 'string' ||
    !versionForm.test(version) ||
    typeof platform !== 'string' ||
    !/^[a-z0-9-]{1,40}$/.test(platform) ||
    !isNumber(migration) ||
    !isNumber(servesFrom)
  )
    throw new UpgradeRefused('Its release.json is damaged.')
  return { version, platform, migration, servesFrom }
}

const isNumber = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0

function objectIn(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>
  } catch {
    return {}
  }
}

/** Negative if the first version is older. A pre-release is older than its release. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [one, other].map((text) => versionForm.exec(text))
  if (!a || !b) throw new UpgradeRefused(`${a ? other : one} is no version.`)
  for (const at of [1, 2, 3]) if (a[at] !== b[at]) return Number(a[at]) - Number(b[at])
  const [early, late] = [one.includes('-'), other.includes('-')]
  return early === late ? one.localeCompare(other, 'en', { numeric: true }) : early ? -1 : 1
}

export const ownPlatform = `${process.platform}-${process.arch}`
