import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { newFolder } from '../../kit/files.ts'
import { commandLine } from '../../kit/lapwing/command-line.ts'
import { keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { openIncident } from '../../kit/resources/incidents.ts'

const app = sharedLapwing()
const secret = 'hunter2-hunter2'
const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII='

const run = (...words: string[]) => commandLine(words, { LAPWING_URL: app().origin, LAPWING_TOKEN: keys.write })

it('compares, applies, exports and watches from the command line', async () => {
  const folder = newFolder()
  process.env['SHOP_TOKEN'] = secret
  onTestFinished(() => void delete process.env['SHOP_TOKEN'])
  const file = join(folder.path, 'lapwing.yaml')
  writeFileSync(
    file,
    `monitors:
  - key: shop
    name: Shop
    type: http
    target: https://shop.example.com/
    interval: 300
    locations: [fra]
    config: { authType: bearer, bearerToken: { env: SHOP_TOKEN } }
statusPages:
  - { key: public, slug: acme-shop, name: Acme, logo: { file: logo.png } }
`,
  )
  const unread = await run('diff', '-f', file)
  expect([unread.code, unread.stderr]).toEqual([1, expect.stringContaining('logo.png: cannot be read (ENOENT)')])
  writeFileSync(join(folder.path, 'logo.png'), Buffer.from(picture, 'base64'))
  const begun = await run('init', join(folder.path, 'new.yaml'))
  expect([begun.code, begun.stderr]).toEqual([0, ''])
  expect((await run('init', join(folder.path, 'new.yaml'))).stderr).toContain('new.yaml: exists already.')
  const start = readFileSync(join(folder.path, 'new.yaml'), 'utf8')
  expect(parse(start)).toMatchObject({ version: 1, source: basename(folder.path) })
  writeFileSync(join(folder.path, 'new.yaml'), start.replace('this-server', 'fra'))
  const before = await run('diff', '-f', file)
  expect([before.code, JSON.parse(before.stdout).summary.create]).toEqual([2, 2])
  const unconfirmed = await run('apply', '-f', file)
  expect([unconfirmed.code, unconfirmed.stderr]).toEqual([2, expect.stringContaining('--yes')])
  const applied = await run('apply', '-f', file, '--yes')
  expect([applied.code, applied.stderr]).toEqual([0, ''])
  expect((await run('diff', '-f', file)).code).toBe(0)
  const text = await run('diff', '-f', file, '--format', 'text', '--prune', '--source', 'shop')
  expect([text.code, text.stdout]).toEqual([0, 'Nothing differs: 2 objects.\n'])
  const markdown = await run('diff', '-f', join(folder.path, 'new.yaml'), '--format', 'markdown')
  expect([markdown.code, markdown.stdout]).toEqual([
    2,
    expect.stringMatching(/^### Lapwing: 2 to create, 0 to change, 0 to delete, 0 the same\n\n```diff\n\+ /),
  ])
  const exported = await run('export')
  expect(parse(exported.stdout).monitors[0]).toMatchObject({ key: 'shop', locations: ['fra'] })
  expect(parse(exported.stdout).statusPages[0].logo).toMatch(/^data:image\/png;base64,/)
  for (const { stdout, stderr } of [before, applied, exported]) expect(stdout + stderr).not.toContain(secret)
  const gate = ['gate', '--for', '0s', '--since', '2026-02-28T00:00Z']
  expect((await run(...gate)).code).toBe(0)
  await openIncident(app(), { name: 'Checkout', tags: ['shop'] })
  const closed = await run(...gate, '--tag', 'shop')
  expect([closed.code, JSON.parse(closed.stdout)]).toMatchObject([
    3,
    { passed: false, incidents: [{ status: 'firing' }] },
  ])
  expect((await run(...gate, '--tag', 'other')).code).toBe(0)
  expect((await run('diff', '-f', join(folder.path, 'none.yaml'))).stderr).toContain('cannot be read (ENOENT)')
})
