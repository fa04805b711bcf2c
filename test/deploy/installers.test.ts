// What a Lapwing serves to machines that install an agent or a probe.
import { createHash } from 'node:crypto'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { archiveOf } from '../../src/installers/archives.ts'
import { newFolder } from '../kit/files.ts'
import { sharedLapwing } from '../kit/lapwing/lapwing.ts'
import { read, root } from './files.ts'

const app = sharedLapwing()
const get = (path: string, init: RequestInit = {}): Promise<Response> => fetch(`${app().origin}${path}`, init)
const { version } = JSON.parse(read('package.json')) as { version: string }

/** The part that runs after the token is hidden. */
const innerOf = (script: string): string => script.split("<<'END_OF_INSTALLER'\n")[1]!.split('END_OF_INSTALLER')[0]!

describe.each(['agent', 'probe'] as const)('the %s', (program) => {
  it('has a script with the address of this Lapwing and the checksum of its archive', async () => {
    const response = await get(`/install/${program}`)
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const script = await response.text()
    const [, name] = /^archive_name='(.+)'$/m.exec(script)!
    const [, sha256] = /^archive_sha256='(.+)'$/m.exec(script)!
    expect(script).toContain(`lapwing='${app().origin}'`)
    const archive = await get(`/install/files/${name}`)
    const content = Buffer.from(await archive.arrayBuffer())
    expect(createHash('sha256').update(content).digest('hex')).toBe(sha256)
    expect(archive.headers.get('content-length')).toBe(String(content.length))
    expect(content.length).toBeLessThan(program === 'agent' ? 100_000 : 6_000_000)
    const etag = archive.headers.get('etag')!
    expect((await get(`/install/files/${name}`, { headers: { 'if-none-match': etag } })).status).toBe(304)
  })

  it('has an archive whose bytes follow from the sources', async () => {
    const first = await archiveOf(program, version)
    expect(await archiveOf(program, version)).toEqual(first)
  })

  it.skipIf(!existsSync('/usr/bin/shellcheck'))('has scripts in which shellcheck finds nothing', async () => {
    const script = await (await get(`/install/${program}`)).text()
    const uninstall = readFileSync(join(root, 'src/installers/uninstall.sh'), 'utf8')
    for (const input of [script, innerOf(script), uninstall]) {
      const { status, stdout } = spawnSync('shellcheck', ['--shell=sh', '-'], { input, encoding: 'utf8' })
      expect(status, stdout).toBe(0)
    }
  })

  it('runs nothing of a script that was cut off', async () => {
    const script = await (await get(`/install/${program}`)).text()
    const { path } = newFolder()
    const end = script.lastIndexOf('main "$@"')
    for (const length of [end * 0.3, end * 0.6, end * 0.9, end]) {
      const cut = script.slice(0, length)
      const { stdout } = spawnSync('sh', ['-s', '--', '--help'], {
        input: cut,
        encoding: 'utf8',
        env: { HOME: path, PATH: '/usr/bin' },
      })
      expect(stdout).toBe('')
    }
    expect(spawnSync('sh', ['-s', '--', '--help'], { input: script, encoding: 'utf8' }).stdout).toMatch(/^Usage: curl/)
  })
})

it('has no other files, whatever is asked for', async () => {
  for (const name of ['agent-0.tar.gz', '..%2f..%2fpackage.json', 'node-linux-x64', '%00', 'package.json'])
    expect((await get(`/install/files/${name}`)).status, name).toBe(404)
})

it('packs Node for machines without it, with its licence', async () => {
  const script = await (await get('/install/agent')).text()
  const [, name] = new RegExp(`linux-${process.arch}\\) runtime='(.+?)'`).exec(script)!
  const { path } = newFolder()
  writeFileSync(join(path, 'node.tar.gz'), Buffer.from(await (await get(`/install/files/${name}`)).arrayBuffer()))
  execFileSync('tar', ['-xzf', join(path, 'node.tar.gz'), '-C', path])
  expect(execFileSync(join(path, 'node'), ['-p', '6 * 7'], { encoding: 'utf8' })).toBe('42\n')
  expect(readFileSync(join(path, 'node.LICENSE'), 'utf8')).toContain('Node.js')
})

it('serves an address a limited number of times in a minute', async () => {
  const statuses = new Set<number>()
  for (let n = 0; n < 100; n++) statuses.add((await get('/install/files/package.json')).status)
  expect([...statuses]).toEqual([404, 429])
  const refused = await get('/install/agent')
  expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)])
  app().clock.advance(61_000)
  expect((await get('/install/agent')).status).toBe(200)
})

it('gives a probe the unit that the documentation gives it', () => {
  const hardeningOf = (text: string): string => text.slice(text.indexOf('Restart=always'), text.indexOf('[Install]'))
  const own = hardeningOf(read('src/installers/probe.sh'))
  expect(own).toContain('RestrictNamespaces=yes')
  expect(own).toBe(hardeningOf(read('deploy/systemd/lapwing-probe.service')))
})
