// The commands `upgrade` and `version`, from their options to what they print.
import { resolve } from 'node:path'
import { systemClock } from '../../domain/clock.ts'
import { verifyListOrigin } from '../../installation/checksum.ts'
import { type FileDifferences, fileListName, hasDifferences, verifyFiles } from '../../installation/file-list.ts'
import { ownPlatform, releaseIn } from '../../installation/release.ts'
import { createLog } from '../../log.ts'
import { BadSetting, readSettings } from '../../settings.ts'
import { lastRelease, newestMigration } from '../../store/database/migrate.ts'
import { installationFolder } from './installation-folder.ts'
import { planAsText, planUpgrade } from './plan.ts'
import { requireArchive } from './prepare.ts'
import { upgrade } from './upgrade.ts'

type GivenOptions = Readonly<Record<string, string | boolean | undefined>>

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const defaultTimeoutSeconds = 300

export async function runUpgrade(options: GivenOptions, version: string): Promise<void> {
  const settings = readSettings()
  const parts = { settings, clock: systemClock, log: createLog('error'), say }
  const { file, check, backup } = options
  if (file === undefined && !check) throw new BadSetting('--file: must name the archive of the new version.')
  if (backup !== undefined && options['no-backup']) throw new BadSetting('--backup and --no-backup: choose one.')
  if (file === undefined) {
    const release = { version, platform: ownPlatform, migration: await newestMigration() }
    const next = { release: { ...release, servesFrom: lastRelease.migration }, folder: installationFolder }
    return say(planAsText(await planUpgrade(parts, version, next)).trimEnd())
  }
  await upgrade(parts, {
    file: resolve(String(file)),
    sha256: options['sha256']?.toString(),
    allowOlder: options['allow-older'] === true,
    isCheck: check === true,
    backup: options['no-backup'] ? null : backup?.toString(),
    timeoutMs: secondsIn(options['timeout']) * 1000,
  })
}

function secondsIn(text: string | boolean | undefined): number {
  if (text === undefined) return defaultTimeoutSeconds
  const seconds = Number(text)
  if (Number.isInteger(seconds) && seconds >= 1 && seconds <= 86_400) return seconds
  throw new BadSetting('--timeout: must be a number of seconds from 1 to 86400.')
}

export async function showVersion(options: GivenOptions, version: string): Promise<void> {
  const release = releaseIn(installationFolder)
  const about = { version, platform: ownPlatform, folder: installationFolder, archive: release !== null }
  if (!options['verify']) {
    if (options['json']) return say(JSON.stringify(about))
    return say(`Lapwing ${version}, ${ownPlatform}, ${release ? 'from an archive' : 'a checkout'} in ${about.folder}`)
  }
  requireArchive()
  const list = options['list'] ? resolve(String(options['list'])) : resolve(installationFolder, fileListName)
  const origin = await verifyListOrigin(list, installationFolder, options['key']?.toString())
  const found = await verifyFiles(installationFolder, list)
  if (options['json']) say(JSON.stringify({ ...about, ...found, ok: !hasDifferences(found), origin }))
  else for (const line of [...differencesAsLines(found), `The list of files: ${origin}`]) say(line)
  if (hasDifferences(found)) process.exitCode = 1
}

function differencesAsLines({ files, changed, missing, added }: FileDifferences): string[] {
  const lines = Object.entries({ changed, missing, added }).flatMap(([what, paths]) =>
    paths.map((path) => `${what.padEnd('changed'.length)}  ${path}`),
  )
  return lines.length > 0 ? lines : [`All ${files} files are as they were released.`]
}
