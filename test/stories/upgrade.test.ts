// `lapwing upgrade` with real processes: it replaces the version that runs, and goes back if the new one fails.
import { existsSync, mkdirSync, readdirSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { type Workshop, platform, unpacked, workshopIn } from '../kit/lapwing/archives.ts'
import { smallDisk } from '../kit/lapwing/embedded-servers.ts'
import { keys } from '../kit/lapwing/lapwing.ts'
import { ask, closedFolder, startProcess } from '../kit/lapwing/process.ts'
import { waitUntil } from '../kit/wait-until.ts'

const key = keys.write
const old = '0.9.0'
const migration = {
  'src/store/migrations/9001-news.sql':
    'create table news (id integer primary key);\nupdate monitors set name = name;\n',
}
let folder: string
let workshop: Workshop
let installation: string

beforeAll(() => {
  folder = closedFolder()
  workshop = workshopIn(folder)
  installation = unpacked(workshop.pack(old), join(workshop.home, `lapwing-${old}`))
})

function settingsOf(dataDir: string): Record<string, string> {
  const provision = join(folder, 'provision.yaml')
  const organization = { name: 'Acme', apiKeys: [{ name: 'story', scope: 'write', key }] }
  writeFileSync(provision, JSON.stringify({ organizations: [organization] }))
  return { LAPWING_DATA_DIR: dataDir, LAPWING_PROVISION: provision, LAPWING_ROLES: 'server' }
}

const command = (from: string, settings: Record<string, string>, ...args: string[]) =>
  startProcess(settings, { command: [join(from, 'lapwing'), ...args] })

it('replaces what runs, keeps its data and process, and goes back from a version that does not become ready', async () => {
  const dataDir = join(folder, 'data')
  const settings = settingsOf(dataDir)
  const link = join(workshop.home, 'lapwing')
  const upgrade = (file: string, ...args: string[]) =>
    command(installation, settings, 'upgrade', '--file', file, ...args)
  const lapwing = command(installation, settings, 'start')
  const readyAs = (version: string, times: number) =>
    waitUntil(() => {
      const lines = lapwing.log.filter(({ msg }) => msg.includes(`Lapwing ${version} is ready at`))
      return lines.length === times && /http:\/\/\S+/.exec(lines.at(-1)!.msg)![0]
    })
  const origin = await readyAs(old, 1)
  const monitor = { name: 'Nightly', type: 'heartbeat', interval: 3600 }
  expect((await ask(origin, '/v1/monitors', { key, method: 'POST', body: monitor })).status).toBe(201)
  const monitorsAt = async (at: string) => {
    const { body } = await ask(at, '/v1/monitors', { key })
    return body.data.map(({ name }: { name: string }) => name)
  }

  const good = workshop.pack('0.10.0', { files: migration })
  const check = await upgrade(good, '--check').ended
  expect(check).toMatchObject({ code: 0, stderr: '' })
  expect(check.stdout).toContain(`Upgrade from Lapwing ${old} to 0.10.0.`)
  expect(check.stdout).toMatch(/9001-news\.sql: monitors \(about \d+ rows?s?, \d+ kB\)/)
  expect(check.stdout).toMatch(/Disk: .+ for the migrations and up to .+ for a backup; .+ are free\./)
  expect(check.stdout).toContain('Nothing was changed.')
  expect(readdirSync(workshop.home).toSorted()).toEqual([`lapwing-${old}`, 'node_modules'])

  // It migrates, and then ends.
  const endingVersion = `export const startClockWatch = () => {
    throw new Error('this version does not start')
  }
`
  const broken = workshop.pack('0.9.1', { files: { ...migration, 'src/engine/clock-watch.ts': endingVersion } })
  const failed = await upgrade(broken).ended
  expect(failed.code).toBe(1)
  expect(failed.stderr).toContain('The new version did not become ready. The version before runs again.')
  expect(failed.stderr).toContain('this version does not start')
  expect(await monitorsAt(await readyAs(old, 2))).toEqual(['Nightly'])
  expect(readdirSync(workshop.home).toSorted()).toEqual([`lapwing-${old}`, 'node_modules'])

  const killed = upgrade(good)
  await waitUntil(() => existsSync(join(dataDir, 'upgrade-report.json')))
  await killed.end('SIGKILL')
  expect(await monitorsAt(await readyAs(old, 3))).toEqual(['Nightly'])
  expect(existsSync(link)).toBe(false)

  const done = await upgrade(good).ended
  expect(done).toMatchObject({ code: 0, stderr: '' })
  expect(done.stdout).toContain(`services must start ${link}/lapwing from now on`)
  const [, file] = /Backup: (.+), /.exec(done.stdout)!
  expect(existsSync(file!)).toBe(true)
  expect(readlinkSync(link)).toBe('lapwing-0.10.0')
  const now = await waitUntil(() => {
    const lines = lapwing.log.filter(({ msg }) => msg.includes('Lapwing 0.10.0 is ready at'))
    // Once each as the killed upgrade's trial, as the trial, and as itself.
    return lines.length >= 2 && /http:\/\/\S+/.exec(lines.at(-1)!.msg)![0]
  })
  expect(await monitorsAt(now)).toEqual(['Nightly'])
  expect((await ask(now, '/')).body.version).toBe('0.10.0')
  expect((await ask(now, '/readyz')).body).toMatchObject({ migrations: 'applied' })

  // The version before serves the schema that the new one migrated.
  const next = join(workshop.home, 'lapwing-0.10.0')
  const older = command(next, settings, 'upgrade', '--file', workshop.pack(old), '--no-backup')
  expect((await older.ended).stderr).toContain('--allow-older')
  const down = command(link, settings, 'upgrade', '--file', workshop.pack(old), '--allow-older', '--no-backup')
  expect(await down.ended).toMatchObject({ code: 0, stderr: '' })
  expect(readlinkSync(link)).toBe(`lapwing-${old}`)
  expect(await lapwing.end()).toMatchObject({ code: 0 })
  expect(lapwing.child.pid).toBeGreaterThan(0)
})

it('refuses, and changes nothing', async () => {
  const settings = settingsOf(join(folder, 'unused'))
  const before = readdirSync(workshop.home)
  const refusal = async (file: string, ...args: string[]): Promise<string> => {
    const { code, stderr } = await command(installation, settings, 'upgrade', '--file', file, ...args).ended
    expect(code).toBe(1)
    return stderr
  }
  const good = workshop.pack('0.11.0')
  expect(await refusal(good, '--sha256', 'ab'.repeat(32))).toMatch(/its SHA-256 is .+, and --sha256 says abab/)
  expect(await refusal(workshop.pack('0.11.1', { platform: 'plan9-mips' }))).toContain(
    `The archive is for plan9-mips, and this machine is ${platform}.`,
  )
  expect(await refusal(workshop.pack('0.11.2', { product: 'peewit' }))).toContain('This is not a release of Lapwing.')
  expect(await refusal(workshop.pack(old))).toContain(`This is Lapwing ${old} already.`)
  expect(readdirSync(workshop.home)).toEqual(before)
  expect(existsSync(join(folder, 'unused'))).toBe(false)
})

it('refuses on a disk that is too small', async ({ skip }) => {
  const disk = smallDisk(48)
  if (disk === undefined) return skip('nothing can be mounted here')
  const crowded = join(disk, 'opt')
  mkdirSync(crowded)
  const small = unpacked(workshop.pack(old), join(crowded, `lapwing-${old}`))
  symlinkSync(join(workshop.home, 'node_modules'), join(crowded, 'node_modules'))
  const upgrade = command(small, settingsOf(join(disk, 'data')), 'upgrade', '--file', workshop.pack('0.12.0'))
  const { code, stderr } = await upgrade.ended
  expect(stderr).toMatch(/needs .+ MB of disk space beside this one, and .+ MB are free\. Nothing was changed/)
  expect(code).toBe(1)
  expect(readdirSync(crowded).toSorted()).toEqual([`lapwing-${old}`, 'node_modules'])
})
