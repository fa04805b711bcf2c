import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { newFolder } from '../../test/kit/files.ts'
import { unpackArchive } from './unpack.ts'

interface TarEntry {
  path: string
  content?: string
  kind?: string
  target?: string
  mode?: string
}

function tarOf(entries: readonly TarEntry[]): Buffer {
  const blocks = entries.map(({ path, content = '', kind = '0', target = '', mode = '0000644' }) => {
    const header = Buffer.alloc(512)
    header.write(path, 0)
    header.write(mode, 100)
    header.write(content.length.toString(8).padStart(11, '0'), 124)
    header.write('        ', 148)
    header.write(kind, 156)
    header.write(target, 157)
    header.write('ustar\u000000', 257)
    const sum = header.reduce((total, byte) => total + byte, 0)
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
    return Buffer.concat([header, Buffer.from(content), Buffer.alloc((512 - (content.length % 512)) % 512)])
  })
  return Buffer.concat([...blocks, Buffer.alloc(1024)])
}

function unpackedFrom(bytes: Buffer, limits = {}): { folder: string; done: Promise<void> } {
  const { path, remove } = newFolder()
  onTestFinished(remove)
  const [file, folder] = [join(path, 'a.tar.gz'), join(path, 'out')]
  writeFileSync(file, bytes)
  return { folder, done: unpackArchive(file, folder, limits) }
}

const file = { path: 'top/a.txt', content: 'a' }

it('unpacks files, folders and links to files beside them, whatever the top folder is called', async () => {
  const entries = [
    { path: 'top/', kind: '5' },
    { path: 'top/lib/b.so.1', content: 'b'.repeat(1000) },
    { path: 'top/lib/b.so', kind: '2', target: 'b.so.1' },
    { path: 'top/run', content: 'x', mode: '0000755' },
  ]
  const { folder, done } = unpackedFrom(gzipSync(tarOf(entries)))
  await done
  expect(readdirSync(folder).toSorted()).toEqual(['lib', 'run'])
  expect(readFileSync(join(folder, 'lib/b.so'), 'utf8')).toHaveLength(1000)
  expect(statSync(join(folder, 'run')).mode & 0o777).toBe(0o755)
})

const hostile: [name: string, entries: TarEntry[], message: RegExp][] = [
  ['a path out of the folder', [{ path: 'top/../../evil', content: 'x' }], /unsafe path/],
  ['an absolute path', [{ path: '/etc/evil', content: 'x' }], /unsafe path/],
  ['a path with a backslash', [{ path: 'top/..\\evil', content: 'x' }], /unsafe path/],
  ['a file outside of any folder', [{ path: 'evil', content: 'x' }], /something unusual/],
  ['an absolute link', [{ path: 'top/l', kind: '2', target: '/etc' }], /link that leaves/],
  ['a link upwards', [{ path: 'top/l', kind: '2', target: '..' }], /link that leaves/],
  ['a link into another folder', [{ path: 'top/l', kind: '2', target: 'x/../../y' }], /link that leaves/],
  ['a hard link', [{ path: 'top/l', kind: '1', target: 'top/a' }], /something unusual/],
  ['a device', [{ path: 'top/null', kind: '3' }], /something unusual/],
  ['an extended header', [{ path: 'top/x', kind: 'x', content: '12 path=../x\n' }], /something unusual/],
  ['the same file twice', [file, file], /twice/],
  [
    'a file below a link',
    [
      { path: 'top/l', kind: '2', target: 'd' },
      { path: 'top/l/a', content: 'x' },
    ],
    /one path as two things/,
  ],
]

it.each(hostile)('refuses an archive with %s', async (_name, entries, message) => {
  const { folder, done } = unpackedFrom(gzipSync(tarOf([file, ...entries])))
  await expect(done).rejects.toThrow(message)
  expect(readdirSync(join(folder, '..')).toSorted()).toEqual(['a.tar.gz', 'out'])
})

it('refuses more bytes, and more entries, than a release can have', async () => {
  const bomb = gzipSync(tarOf([{ path: 'top/zeros', content: '0'.repeat(3_000_000) }]))
  expect(bomb.length).toBeLessThan(20_000)
  await expect(unpackedFrom(bomb, { maxBytes: 1e6 }).done).rejects.toThrow('more than 1 MB')
  const many = Array.from({ length: 30 }, (_, at) => ({ path: `top/${at}` }))
  await expect(unpackedFrom(gzipSync(tarOf(many)), { maxEntries: 20 }).done).rejects.toThrow('more than 20 entries')
})

it('refuses what is cut off, damaged or no archive', async () => {
  const whole = gzipSync(tarOf([{ path: 'top/a', content: 'a'.repeat(5000) }]))
  const tar = tarOf([{ path: 'top/a', content: 'a'.repeat(5000) }])
  await expect(unpackedFrom(whole.subarray(0, whole.length - 30)).done).rejects.toThrow(/damaged/)
  await expect(unpackedFrom(gzipSync(tar.subarray(0, 2000))).done).rejects.toThrow('cut off')
  tar[3] = 0x7a
  await expect(unpackedFrom(gzipSync(tar)).done).rejects.toThrow('damaged')
  await expect(unpackedFrom(Buffer.from('no archive')).done).rejects.toThrow('is not a .tar.gz file')
})
