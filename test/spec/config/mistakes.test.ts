// All mistakes of a document are reported at once, with their places.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { newFolder } from '../../kit/files.ts'
import { commandLine } from '../../kit/lapwing/command-line.ts'
import { keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'

const app = sharedLapwing()
const shop = 'type: http, target: "https://shop.example.com", locations: [fra]'
const mistaken = `monitor: []
contacts:
  - key: Ada
    name: Ada
    email: ada@example.com
  - { key: bo, name: Bo, email: bo }
monitors:
  - { key: a, name: A, interval: 0, ${shop} }
  - { key: b, name: B, interval: 300, ${shop},
      config: { notificationGroupIds: [nobody] } }
  - { key: b, name: B, interval: 300, ${shop} }
  - { key: c, name: C, interval: 300, type: tcp, target: no port, locations: [fra] }
  - { key: d, name: D, interval: 300, type: nothing, target: x, locations: [mars] }
${Array.from({ length: 300 }, (_, n) => `  - { key: m${n}, interval: 300, ${shop} }\n`).join('')}`
const places = [
  ['monitor', 1, 1],
  ['contacts[0].key', 3, 5],
  ['contacts[bo].email', 6, 26],
  ['monitors[2].key', 11, 7],
  ['monitors[a].interval', 8, 24],
  ['monitors[b].config.notificationGroupIds[0]', 10, 40],
  ['monitors[d].locations[0]', 13, 77],
  ['monitors[d].type', 13, 39],
  ['monitors[m0].name', 14, 5],
  ['monitors[c].target', 12, 50],
]

it.each(['/config/plans', '/config/tries'])('in a response of %s', async (path) => {
  const { status, body } = await app().post(path, { yaml: mistaken })
  expect([status, body.error.code]).toEqual([400, 'invalid_request'])
  const found = body.error.details.map(({ field, line, column }: any) => [field, line, column])
  expect(found.toSorted()).toEqual(places.toSorted())
  const equal = body.error.details.find(({ field }: { field: string }) => field === 'monitors[m0].name')
  expect(equal.message).toBe('Required … and 299 more')
  expect(body.error.message).toContain('line 8, column 24: monitors[a].interval: ')
})

it('in JSON without places, before conflicts', async () => {
  const document = { source: 'one', contacts: [{ key: 'bo', name: 'Bo', email: 'bo' }] }
  const { body } = await app().post('/config/plans', { document, source: 'other', prune: true })
  expect(body.error.details.map(({ field, line }: any) => [field, line])).toEqual([
    ['source', undefined],
    ['contacts[bo].email', undefined],
  ])
})

it('in the syntax', async () => {
  const { body } = await app().post('/config/plans', { yaml: 'a: 1\na: 2\nb: "\\q"\n' })
  expect(body.error.details).toEqual([
    { field: 'yaml', message: 'Map keys must be unique', line: 2, column: 1 },
    { field: 'yaml', message: 'Invalid escape sequence \\q', line: 3, column: 5 },
  ])
})

it('on the command line, one per line with its file', async () => {
  const folder = newFolder()
  const file = join(folder.path, 'lapwing.json')
  writeFileSync(
    file,
    '{"contacts": [\n  {"key": "bo", "name": "Bo", "email": "bo"},\n  {"key": "cy", "email": "cy@example.com"}\n]}',
  )
  const environment = { LAPWING_URL: app().origin, LAPWING_TOKEN: keys.write }
  for (const command of ['diff', 'apply', 'test']) {
    const { code, stderr } = await commandLine([command, '-f', file], environment)
    expect([command, code, stderr]).toEqual([
      command,
      1,
      'lapwing: The document is not valid.\n' +
        `${file}:2:31: contacts[bo].email: must be a valid email address\n${file}:3:3: contacts[cy].name: Required\n`,
    ])
  }
})
