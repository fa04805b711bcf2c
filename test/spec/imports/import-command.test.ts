// `lapwing import`, as people and programs see it.
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { createConnection } from '../../../cli/connection.ts'
import type { Command } from '../../../cli/command.ts'
import { command as compareCommand } from '../../../cli/commands/import/compare.ts'
import { command as switchCommand } from '../../../cli/commands/import/switch-over.ts'
import { command as importCommand } from '../../../cli/commands/import/import.ts'
import { createOutput } from '../../../cli/output/output.ts'
import { newFolder } from '../../kit/files.ts'
import { keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'

const app = sharedLapwing()
const kuma = fileURLToPath(new URL('../../kit/importers/files/kuma-2.db', import.meta.url))

/** Runs a command on a terminal that is 160 columns wide, and returns what it prints and its exit code. */
async function onTerminal(command: Command, args: string[], options: Record<string, true | string> = {}) {
  const lines: string[] = []
  const stream = {
    isTTY: true,
    columns: 160,
    write: (text: string) => lines.push(text),
  } as unknown as NodeJS.WriteStream
  const output = createOutput({ stdout: stream, stderr: stream, environment: { NO_COLOR: '1' } }, false)
  const { connect } = createConnection({ LAPWING_URL: app().origin, LAPWING_TOKEN: keys.write }, undefined)
  const signal = new AbortController().signal
  const code = await command.run({ args, options, client: connect, url: () => app().origin, output, signal })
  return { code: code ?? 0, text: lines.join('') }
}

it('reports, imports, compares and switches over', async () => {
  const report = await onTerminal(importCommand, ['kuma', kuma], { shadow: true })
  expect(report.code).toBe(2)
  expect(report.text).toMatch(/create +kuma-12 +SSH +port → tcp +bastion\.example\.com:22 +1 ?min/)
  expect(report.text).toMatch(/create +Ops Discord +discord +Ops Discord/)
  expect(report.text).toMatch(/create +kuma-page-1 +Shop status +status page +2 +2/)
  expect(report.text).toMatch(/create +kuma-maintenance-7 +Sundays +maintenance window/)
  expect(report.text).toMatch(/kuma-2 +proxy +http:\/\/proxy\.example\.com:3128 +none/)
  expect(report.text).toMatch(
    /kuma-\d+ +SQL Server +sqlserver +Lapwing has no type for queries of Microsoft SQL Server +tcp/,
  )
  expect(report.text).toContain('25 to create, 0 to update, 0 unchanged, 15 skipped. Nothing was changed; add --yes')
  const imported = await onTerminal(importCommand, ['kuma', kuma], { shadow: true, yes: true })
  expect([imported.code, imported.text.split('\n').at(-2)]).toEqual([
    0,
    '25 created, 0 updated, 0 unchanged, 15 skipped.',
  ])
  const compared = await onTerminal(compareCommand, ['kuma', kuma])
  expect(compared.text).toMatch(/them +SSH +2026-03-01T12:40:00\.000Z +still open/)
  expect(compared.text).toContain('0 seen by both, 3 only by the other tool, 0 only by Lapwing.')
  expect((await onTerminal(switchCommand, ['kuma'])).text).toContain('25 monitors now send alerts.')
})

it('reads what a running Uptime Kuma has not yet written to its main file', async () => {
  const folder = newFolder()
  const path = join(folder.path, 'kuma.db')
  const db = new DatabaseSync(path)
  db.exec('pragma journal_mode = wal; pragma wal_autocheckpoint = 0')
  db.exec('create table monitor (id integer, name text, type text, url text, active integer)')
  db.exec('pragma wal_checkpoint')
  db.exec("insert into monitor values (1, 'Shop', 'http', 'https://shop.example.com/', 1)")
  const alone = join(folder.path, 'alone.db')
  copyFileSync(path, alone)
  expect((await onTerminal(importCommand, ['kuma', path])).text).toMatch(/^1 to create/m)
  await expect(onTerminal(importCommand, ['kuma', alone])).rejects.toThrow('they may still be in kuma.db-wal')
  db.close()
  const closed = await onTerminal(importCommand, ['kuma', path])
  expect(closed.text).toMatch(/^If Uptime Kuma was running when you copied .*kuma\.db, its latest changes are in /m)
  folder.remove()
})

it('says what is missing', async () => {
  const run = (args: string[], options = {}) => onTerminal(importCommand, args, options)
  await expect(run(['kuma'])).rejects.toThrow('Name the file that the tool exported')
  await expect(run(['kuma', '/nowhere/kuma.db'])).rejects.toThrow("Couldn't read /nowhere/kuma.db: no such file.")
  const folder = newFolder()
  const path = join(folder.path, 'other.db')
  writeFileSync(path, 'SQLite format 3\0 and nothing else')
  await expect(run(['kuma', path])).rejects.toThrow('as a database of Uptime Kuma')
  folder.remove()
})
