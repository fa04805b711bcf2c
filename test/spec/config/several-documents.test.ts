// Several files and folders are one plan, in which each document keeps its source.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { newFolder } from '../../kit/files.ts'
import { commandLine } from '../../kit/lapwing/command-line.ts'
import { keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'

const app = sharedLapwing()
const run = (...words: string[]) => commandLine(words, { LAPWING_URL: app().origin, LAPWING_TOKEN: keys.write })
const shop = 'type: http, target: "https://shop.example.com", interval: 300, locations: [fra]'

/** A folder with these files. */
function folderOf(files: Readonly<Record<string, string | Buffer>>): string {
  const { path } = newFolder()
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true })
    writeFileSync(join(path, name), content)
  }
  return path
}

const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII='
const otherPicture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const managed = async (path: string): Promise<Record<string, string>> =>
  Object.fromEntries((await app().get(path)).body.data.map(({ name, managed: owner }: any) => [name, owner?.source]))

it('are one plan, whatever refers to whatever, and are deleted from by source', async () => {
  const folder = folderOf({
    'all/a.yaml': `source: a
monitors:
  - { key: shop, name: Shop, ${shop}, config: { notificationGroupIds: [people] } }
---
# nothing
---
source: a
monitors: [{ key: old, name: Old, ${shop} }]
`,
    'all/b.yml': 'source: b\ncontactGroups: [{ key: people, name: People }, { key: others, name: Others }]\n',
    'all/one/page.json':
      '{"source": "p", "statusPages": [{"key": "one", "slug": "one", "name": "One", "logo": {"file": "logo.png"}}]}',
    'all/one/logo.png': Buffer.from(picture, 'base64'),
    'all/two/page.json':
      '{"source": "p", "statusPages": [{"key": "two", "slug": "two", "name": "Two", "logo": {"file": "logo.png"}}]}',
    'all/two/logo.png': Buffer.from(otherPicture, 'base64'),
    'all/.hidden.yaml': 'no: document',
    'all/README.md': 'No document either',
  })
  const all = join(folder, 'all')
  const files = ['-f', all, '-f', join(all, 'one'), join(all, 'two'), join(all, 'b.yml')]
  const diff = await run('diff', ...files)
  expect([diff.code, diff.stderr]).toEqual([2, ''])
  const plan = JSON.parse(diff.stdout)
  expect([plan.source, plan.summary.create]).toEqual(['a, b, p', 6])
  expect((await run('apply', ...files, '--yes')).code).toBe(0)
  expect(await managed('/contact-groups')).toMatchObject({ People: 'b', Others: 'b' })
  const exported = (await app().get('/config')).body
  expect(exported.statusPages[0].logo).not.toBe(exported.statusPages[1].logo)
  expect((await run('diff', ...files)).code).toBe(0)

  // The document of `b` alone says nothing about `a`.
  writeFileSync(join(all, 'b.yml'), 'source: b\ncontactGroups: [{ key: people, name: People }]\n')
  writeFileSync(join(all, 'a.yaml'), `source: a\nmonitors: [{ key: shop, name: Shop, ${shop} }]\n`)
  const pruned = async (...words: string[]) => {
    const { changes } = JSON.parse((await run('diff', ...words, '--prune')).stdout)
    return changes.filter(({ action }: any) => action === 'delete').map(({ key }: any) => key)
  }
  expect(await pruned('-f', join(all, 'b.yml'))).toEqual(['others'])
  expect(await pruned('-f', all)).toEqual(['others', 'old'])
})

it('refuse to take an object over, and to delete too much of one source', async () => {
  const contacts = (source: string, count: number) => ({
    file: `${source}.yaml`,
    yaml: JSON.stringify({
      source,
      contacts: Array.from({ length: count }, (_, n) => ({
        key: `${source}-${n}`,
        name: 'A',
        email: `${source}-${n}@example.com`,
      })),
    }),
  })
  const plan = (documents: object[], more: object = {}) => app().post('/config/plans', { documents, ...more })
  const planned = await plan([contacts('large', 70), contacts('small', 12)])
  expect((await app().post(`/config/plans/${planned.body.id}/apply`)).status).toBe(200)

  const moved = {
    file: 'new.yaml',
    yaml: 'source: new\ncontacts: [{ key: small-0, name: A, email: small-0@example.com }]',
  }
  const refused = await plan([contacts('large', 70), moved])
  expect([refused.status, refused.body.error.message]).toEqual([
    409,
    'contacts[small-0]: managed by the source small, and this document is new. Use other keys, or take these ' +
      'objects over: takeOver in the API, --take-over small in lapwing',
  ])
  expect((await plan([contacts('large', 70), moved], { takeOver: ['small'] })).status).toBe(201)

  // 12 of 82 are less than 20 %, but they are all of one source.
  const tooMany = await plan([contacts('large', 70), contacts('small', 0)], { prune: true })
  expect([tooMany.status, tooMany.body.error.message]).toEqual([
    409,
    expect.stringContaining('The document of small would delete 12 of 12 managed objects, and the limit is 10.'),
  ])
  const both = [contacts('large', 60), contacts('small', 6)]
  expect((await plan(both, { prune: true })).body.summary.delete).toBe(16)
  expect((await plan(both, { prune: true, pruneLimit: 15 })).body.error.message).toContain(
    'The document of large, small would delete 16 of 82 managed objects, and the limit is 15.',
  )
  const unnamed = { file: 'unnamed.yaml', yaml: 'contacts: []' }
  const { error } = (await plan([contacts('large', 70), unnamed], { prune: true })).body
  expect(error.details).toEqual([
    { field: 'source', message: expect.stringMatching(/^required/), file: 'unnamed.yaml' },
  ])
})

it('have mistakes that are sorted by file and line', async () => {
  const folder = folderOf({
    'b.yaml': `contacts: [{ key: ada, name: Ada, email: ada@example.com }]\n---\nmonitors:\n  - { key: m, name: M, ${shop}, retries: 1 }\n  - { key: n, ${shop.replace('300', '0')} }\n`,
    'a.yaml': `monitors:\n  - { key: m, name: M, ${shop} }\n  - { key: o, name: O, ${shop}, dependsOn: { monitors: [nobody] } }\ncontacts:\n  - { key: bo, name: Bo, email: bo }\n`,
    'c/broken.yaml': 'a: 1\na: 2\n',
    'd/broken.yaml': 'monitors: [\n',
  })
  const files = ['a.yaml', 'b.yaml'].map((name) => join(folder, name))
  for (const command of ['diff', 'test']) {
    const { code, stderr } = await run(command, '-f', folder)
    expect([code, stderr.replaceAll(`${folder}/`, '')]).toEqual([
      1,
      `lapwing: The documents are not valid.
a.yaml:3:129: monitors[o].dependsOn.monitors[0]: no monitor has the key, id or name nobody
a.yaml:5:26: contacts[bo].email: must be a valid email address
b.yaml:4:7: monitors[0].key: is used twice; monitors[m] is also in ${folder}/a.yaml
b.yaml:5:5: monitors[n].name: Required
b.yaml:5:63: monitors[n].interval: Number must be greater than or equal to 1
`.replaceAll(`${folder}/`, ''),
    ])
  }
  const broken = await run('diff', '-f', files[0]!, join(folder, 'd'), join(folder, 'c'))
  expect(broken.stderr.replaceAll(`${folder}/`, '').split('\n').slice(1, 3)).toEqual([
    expect.stringMatching(/^d\/broken\.yaml:2:1: /),
    'c/broken.yaml:2:1: Map keys must be unique',
  ])
  expect((await run('diff', '-f', newFolder().path)).stderr).toContain('has no file that ends in .yaml, .yml, .json.')
})
