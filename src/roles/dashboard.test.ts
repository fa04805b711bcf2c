import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { newFolder } from '../../test/kit/files.ts'
import { quiet } from '../../test/kit/log.ts'
import { waitUntil } from '../../test/kit/wait-until.ts'
import { buildDashboard, earlierBuild } from './dashboard.ts'

/** What is said of a dashboard whose builder prints this. */
async function saidOf(lines: readonly string[]): Promise<string[]> {
  const folder = newFolder()
  const program = join(folder.path, 'builder.mjs')
  writeFileSync(program, `process.stdout.write(${JSON.stringify([...lines, 'the end', ''].join('\n'))})`)
  const said: string[] = []
  const log = {
    ...quiet,
    info: (_message: string, fields?: object) => void said.push((fields as { doing: string }).doing),
    error: (message: string) => void said.push(message),
  }
  const dashboard = buildDashboard({ dataDir: folder.path, env: {}, log, program })
  onTestFinished(async () => {
    await dashboard.stop()
    folder.remove()
  })
  dashboard.start()
  await waitUntil(() => said.includes('the end'))
  return said
}

it('takes whatever its builder prints for words about what it does', async () => {
  const lines = ['{"doing":"building"}', '{broken', 'npm warn', '[', 'null', '7', '']
  expect(await saidOf(lines)).toEqual(['building', '{broken', 'npm warn', '[', 'null', '7', 'the end'])
})

it('says why it could not be built', async () => {
  expect(await saidOf(['{"failed":"no room left"}'])).toEqual([
    'the dashboard could not be built; everything else works',
    'the end',
  ])
})

it('skips a build that cannot be read, because another process may be replacing it', () => {
  const [broken, whole] = [newFolder(), newFolder()]
  onTestFinished(() => [broken, whole].forEach((folder) => folder.remove()))
  for (const { path } of [broken, whole]) writeFileSync(join(path, 'index.html'), '<p>Lapwing')
  mkdirSync(join(broken.path, 'index.html.br'))
  expect(earlierBuild([broken.path])).toBeNull()
  expect(earlierBuild([broken.path, whole.path])).toMatchObject({ state: 'ready' })
})
