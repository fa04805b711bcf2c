// Which archives and lockfile entries the set-up refuses, so that npm gets them instead.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import { type ArchiveEntry, archiveOf, packageFile } from '../kit/run/package-file.js'
import { checkout, closedFolder } from '../kit/lapwing/process.ts'

interface Unpacking {
  folder: string
  integrity: string
  maxBytes?: number
}

const part = (name: string): Promise<unknown> => import(join(checkout, 'scripts', 'setup', `${name}.mjs`))
const { unpack } = (await part('archive')) as { unpack(archive: Buffer, how: Unpacking): Promise<void> }
const { requireOrdinary } = (await part('lockfile')) as { requireOrdinary(locked: Record<string, object>): void }
const integrityOf = (archive: Buffer): string => `sha512-${createHash('sha512').update(archive).digest('base64')}`

let around = ''
beforeEach(() => {
  around = closedFolder()
})

const unpackAs = (archive: Buffer, how: Partial<Unpacking> = {}): Promise<void> =>
  unpack(archive, { folder: join(around, 'a', 'bird'), integrity: integrityOf(archive), ...how })

const whole = packageFile({ name: 'bird', version: '1.0.0' })
const file: ArchiveEntry = { path: 'package/a', content: 'a' }

it('unpacks files with the mode of programs and nothing else of their headers', async () => {
  const folder = { path: 'package/empty', kind: '5' }
  const comment = { path: 'pax_global_header', content: '12 comment=x', kind: 'g' }
  const time = { path: 'PaxHeader', content: '11 mtime=1\n', kind: 'x' }
  const same = { path: 'PaxHeader', content: '18 path=package/a\n9 size=1\n', kind: 'x' }
  const other = { path: 'other/b', content: 'b' }
  await unpackAs(archiveOf([comment, folder, same, { ...file, mode: '7777' }, time, other]))
  const found = join(around, 'a', 'bird')
  expect(readdirSync(found)).toEqual(['a', 'b'])
  expect([readFileSync(join(found, 'a'), 'utf8'), statSync(join(found, 'a')).mode & 0o7777]).toEqual(['a', 0o755])
})

describe('refuses an archive that', () => {
  const record = (text: string): ArchiveEntry => ({ path: 'PaxHeader', content: text, kind: 'x' })

  it.each<[string, Buffer, RegExp]>([
    ['climbs out of its folder', archiveOf([{ path: 'package/../../out' }]), /unusual path: package\/\.\.\/\.\.\/out/],
    ['climbs out with its first part', archiveOf([{ path: '../out' }]), /unusual path/],
    ['climbs out with a long path', archiveOf([{ folder: 'package/..', path: '../out' }]), /unusual path/],
    ['has an absolute path', archiveOf([{ path: '/out' }]), /unusual path/],
    ['climbs out on Windows', archiveOf([{ path: 'package/..\\..\\out' }]), /unusual path/],
    ['has a file outside of a folder', archiveOf([{ path: 'out' }]), /unusual path/],
    ['contains a symbolic link', archiveOf([{ path: 'package/a', kind: '2' }]), /more than plain files/],
    ['contains a hard link', archiveOf([file, { path: 'package/b', kind: '1' }]), /more than plain files/],
    ['contains a device', archiveOf([{ path: 'package/a', kind: '3' }]), /more than plain files/],
    ['brings packages', archiveOf([{ path: 'package/node_modules/b/a.js' }]), /unusual path/],
    ['has a file for a folder', archiveOf([file, { path: 'package/a/b' }]), /EEXIST|ENOTDIR/],
    ['is cut', whole.subarray(0, -40), /unexpected end of file/],
    ['is cut before it was compressed', gzipSync(gunzipSync(whole).subarray(0, 1024)), /is cut off/],
    ['has no end', gzipSync(gunzipSync(archiveOf([file])).subarray(0, 1024)), /is cut off/],
    ['claims more than it has', archiveOf([{ ...file, size: '77777777' }]), /is cut off/],
    ['has a negative size', archiveOf([{ ...file, size: '-1' }]), /is cut off/],
    ['goes on after its end', archiveOf([{ path: '' }, file]), /goes on after its end/],
    ['records another path', archiveOf([record('26 path=package/../../out\n'), file]), /more than plain files/],
    ['records another size', archiveOf([record('9 size=2\n'), file]), /more than plain files/],
    ['records a link', archiveOf([record('17 linkpath=/etc\n'), file]), /more than plain files/],
    [
      'records another path for all',
      archiveOf([{ ...record('11 path=../x\n'), kind: 'g' }, file]),
      /more than plain files/,
    ],
    ['is not compressed', gunzipSync(whole), /incorrect header check/],
    ['is empty', Buffer.alloc(0), /range|bounds/],
  ])('%s', async (_what, archive, reason) => {
    await expect(unpackAs(archive)).rejects.toThrow(reason)
    expect([existsSync(join(around, 'out')), existsSync(join(around, 'a', 'out')), existsSync('/out')]).not.toContain(
      true,
    )
  })

  it('has another checksum, before it unpacks anything', async () => {
    await expect(unpackAs(whole, { integrity: integrityOf(Buffer.from('x')) })).rejects.toThrow('does not match')
    expect(readdirSync(around)).toEqual([])
  })

  it.each(['as it says', 'though it says otherwise'])('is too large, %s', async (says) => {
    const bomb = gzipSync(Buffer.alloc(1_000_000))
    if (says !== 'as it says') bomb.writeUInt32LE(100, bomb.length - 4)
    await expect(unpackAs(bomb, { maxBytes: 10_000 })).rejects.toThrow('larger than 10000 bytes')
  })
})

it.each(['.', 'web', 'browser'])('needs npm for none of our packages in %s', (folder) => {
  const { packages } = JSON.parse(readFileSync(join(checkout, folder, 'package-lock.json'), 'utf8'))
  expect(() => requireOrdinary(packages)).not.toThrow()
})

describe('leaves to npm a package that', () => {
  const ordinary = { version: '1.0.0', integrity: integrityOf(whole), bin: { bird: 'bin/bird' }, os: ['linux'] }
  const check = (entry: object, path = 'node_modules/bird') => requireOrdinary({ '': {}, [path]: entry })

  it.each<[string, object, string?]>([
    ['is a link', { link: true }],
    ['comes with another one', { inBundle: true }],
    ['comes from Git', { resolved: 'git+ssh://git@example.org/bird.git#1' }],
    ['comes from a folder', { resolved: 'file:../bird' }],
    ['has an alias', { name: 'sparrow' }],
    ['has no checksum', { integrity: undefined }],
    ['has a weak checksum', { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }],
    ['runs a script', { hasInstallScript: true }],
    ['is for systems that nobody knows', { os: [{ name: 'linux' }] }],
    ['is for all systems but one', { os: ['!win32'] }],
    ['has a program elsewhere', { bin: { bird: '../../../bin/sh' } }],
    ['names a program like a path', { bin: { '../sh': 'bin/bird' } }],
    ['has a version that is a path', { version: '1.0.0/../../x' }],
    ['has a path out of the project', {}, 'node_modules/../bird'],
    ['lies in a workspace', {}, 'packages/bird'],
  ])('%s', (_what, odd, path) => {
    expect(() => check(ordinary)).not.toThrow()
    expect(() => check({ ...ordinary, ...odd }, path)).toThrow(`an unusual entry: ${path ?? 'node_modules/bird'}`)
  })
})
