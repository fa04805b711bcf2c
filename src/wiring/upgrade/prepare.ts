// Everything that an upgrade does before it touches what runs: verifies the archive and unpacks it beside.
import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { verifyArchive } from '../../installation/checksum.ts'
import { fileListName, hasDifferences, verifyFiles } from '../../installation/file-list.ts'
import { type Release, UpgradeRefused, compareVersions, ownPlatform, releaseIn } from '../../installation/release.ts'
import { unpackArchive } from '../../installation/unpack.ts'
import { bornAt } from '../../postgres/processes.ts'
import { sizeText } from '../../size-text.ts'
import { installationFolder } from './installation-folder.ts'

export interface UnpackedRelease {
  readonly release: Release
  readonly folder: string
}

interface Wanted {
  readonly file: string
  readonly sha256: string | undefined
  readonly allowOlder: boolean
  readonly say: (line: string) => void
}

/** This installation, which has to come from an archive. */
export function requireArchive(): Release {
  const release = releaseIn(installationFolder)
  if (release) return release
  throw new UpgradeRefused(
    'This Lapwing was not unpacked from an archive. In a checkout, pull the new version; for a container, use the ' +
      'new image; then start it.',
  )
}

const asideFolder = (): string => join(dirname(installationFolder), '.lapwing-upgrade')

/** One upgrade at a time; what a killed one left is removed. */
export async function whileUnpacked<Result>(
  wanted: Wanted,
  work: (unpacked: UnpackedRelease) => Promise<Result>,
): Promise<Result> {
  const aside = asideFolder()
  claim(aside)
  try {
    return await work(await unpackBeside(wanted, join(aside, 'new')))
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

function claim(aside: string): void {
  const holder = join(aside, 'holder')
  const found = existsSync(holder) ? readFileSync(holder, 'utf8').split('\n') : []
  if (found.length > 0 && bornAt(Number(found[0])) === found[1])
    throw new UpgradeRefused(`Another upgrade is running (process ${found[0]}).`)
  try {
    rmSync(aside, { recursive: true, force: true })
    mkdirSync(aside, { mode: 0o755 })
    writeFileSync(holder, `${process.pid}\n${bornAt(process.pid)}`, { flag: 'wx' })
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    throw new UpgradeRefused(
      `${dirname(aside)} cannot be written by this user: run the upgrade as the user that unpacked Lapwing there.`,
    )
  }
}

async function unpackBeside(wanted: Wanted, folder: string): Promise<UnpackedRelease> {
  const own = requireArchive()
  wanted.say(await verifyArchive(wanted.file, { installation: installationFolder, expected: wanted.sha256 }))
  await requireSpace(wanted.file, dirname(folder))
  mkdirSync(folder)
  await unpackArchive(wanted.file, folder)
  const release = releaseIn(folder)
  if (!release) throw new UpgradeRefused(`${wanted.file}: is not a release of Lapwing.`)
  refuseUnfit(release, own, wanted.allowOlder)
  const differences = existsSync(join(folder, fileListName)) ? await verifyFiles(folder) : null
  if (!differences || hasDifferences(differences))
    throw new UpgradeRefused(`${wanted.file}: its files are not the ones in its own list. Download it again.`)
  return { release, folder }
}

function refuseUnfit(release: Release, own: Release, allowOlder: boolean): void {
  if (release.platform !== ownPlatform)
    throw new UpgradeRefused(`The archive is for ${release.platform}, and this machine is ${ownPlatform}.`)
  const order = compareVersions(release.version, own.version)
  if (order === 0) throw new UpgradeRefused(`This is Lapwing ${own.version} already.`)
  if (order < 0 && !allowOlder)
    throw new UpgradeRefused(
      `The archive is Lapwing ${release.version}, which is older than ${own.version}. To go back to it, add ` +
        '--allow-older.',
    )
}

const marginBytes = 64 * 1024 * 1024

async function requireSpace(file: string, folder: string): Promise<void> {
  const needed = unpackedBytes(file) + marginBytes
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize >= needed) return
  throw new UpgradeRefused(
    `The new version needs ${sizeText(needed)} of disk space beside this one, and ${sizeText(bavail * bsize)} are ` +
      'free. Nothing was changed.',
  )
}

/** gzip stores the unpacked size at the end. It only serves to refuse early; unpacking has limits of its own. */
function unpackedBytes(file: string): number {
  const { size } = statSync(file)
  const end = Buffer.alloc(4)
  const opened = openSync(file, 'r')
  readSync(opened, end, 0, 4, Math.max(0, size - 4))
  closeSync(opened)
  return end.readUInt32LE()
}

/** Moves the unpacked version to its place beside the present one. */
export function installBeside({ release, folder }: UnpackedRelease): string {
  const place = join(dirname(installationFolder), `lapwing-${release.version}`)
  if (lstatSync(place, { throwIfNoEntry: false })) clearPlace(place, release)
  renameSync(folder, place)
  return place
}

/** Left by an earlier upgrade to the same version, or the version that somebody goes back to. */
function clearPlace(place: string, { version }: Release): void {
  if (place === installationFolder || releaseIn(place)?.version !== version)
    throw new UpgradeRefused(`${place} is in the way: it is not Lapwing ${version}. Move it away.`)
  const users = processesFrom(place)
  if (users.length > 0) throw new UpgradeRefused(`${place} is in use by process ${users.join(', ')}. Stop it first.`)
  renameSync(place, join(asideFolder(), 'replaced'))
}

function processesFrom(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => commandOf(pid).some((word) => word.startsWith(`${folder}/`)))
    .map(Number)
}

function commandOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return []
  }
}
