import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const root = '/usr/lib/postgresql'

/** Where the programs of Debian's PostgreSQL are; undefined where it is not installed. */
export function debianBinDir(): string | undefined {
  const versions = existsSync(root) ? readdirSync(root).sort() : []
  return versions.map((version) => join(root, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')))
}
