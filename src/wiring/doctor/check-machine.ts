// The machine: Node, the data folder, and programs that some checks need.
import { accessSync, constants, existsSync, statSync, type Stats } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { findPrograms } from '../../browsers/find.ts'
import type { Clock } from '../../domain/clock.ts'
import { withTimeLimit } from '../../domain/limits/time-limit.ts'
import { NoPingReply } from '../../net/packets/hearing.ts'
import { createNet } from '../../net/index.ts'
import { createPolicy } from '../../net/policy.ts'
import type { Settings } from '../../settings.ts'
import { keyFileIn } from '../secret-keys.ts'
import { type DoctorFinding, reporter } from './finding.ts'

const newestTried = 24

export function checkNode(): DoctorFinding[] {
  const { ok, warning } = reporter('node')
  const major = Number(process.versions.node.split('.')[0])
  if (major < newestTried)
    return [warning(`Node ${process.versions.node} is older than what Lapwing is tested with.`, 'Install Node 24.')]
  return [ok(`Node ${process.versions.node}.`)]
}

const mebibyte = 1024 * 1024
const minFreeBytes = 256 * mebibyte
const comfortableBytes = 2048 * mebibyte

export async function checkDataFolder({ dataDir, databaseUrl }: Settings): Promise<DoctorFinding[]> {
  const { ok, warning, problem } = reporter('data folder')
  if (!existsSync(dataDir))
    return canWrite(nearestFolder(dataDir))
      ? [
          warning(
            `The data folder ${dataDir} does not exist yet.`,
            'The first start creates it; if you expect data there, correct LAPWING_DATA_DIR.',
          ),
        ]
      : [
          problem(
            `The data folder ${dataDir} does not exist and cannot be created.`,
            'Create it for the user that runs Lapwing, or change LAPWING_DATA_DIR.',
          ),
        ]
  const found = statSync(dataDir)
  const owner = foreignOwner(found)
  if (!found.isDirectory()) return [problem(`${dataDir} is not a folder.`, 'Change LAPWING_DATA_DIR.')]
  if (!canWrite(dataDir))
    return [
      problem(
        `The data folder ${dataDir} belongs to user id ${found.uid}, and user id ${process.getuid?.()} may not write ` +
          'to it.',
        'Run this command and Lapwing as its owner, or change the owner of the whole folder.',
      ),
    ]
  const { bavail, bsize } = await statfs(dataDir)
  const free = bavail * bsize
  const space = `${Math.round(free / mebibyte).toLocaleString('en')} MB free`
  const remedy = 'Make room on this disk: when it is full, nothing can be stored.'
  return [
    free < minFreeBytes
      ? problem(`The disk of ${dataDir} is nearly full: ${space}.`, remedy)
      : free < comfortableBytes && databaseUrl === null
        ? warning(`The disk of ${dataDir} has little space: ${space}.`, remedy)
        : ok(`The data folder ${dataDir} is writable, with ${space}.`),
    ...(owner === null
      ? []
      : [
          warning(
            `The data folder belongs to user id ${owner}, not to the user that runs this command.`,
            'Run this command as the user that runs Lapwing.',
          ),
        ]),
    ...exposedKey(dataDir),
  ]
}

function exposedKey(dataDir: string): DoctorFinding[] {
  const file = keyFileIn(dataDir)
  if (!existsSync(file) || (statSync(file).mode & 0o077) === 0) return []
  return [
    reporter('secret key').problem(
      `Other users of this machine can read the secret key in ${file}.`,
      `Run: chmod 600 ${file}`,
    ),
  ]
}

/** Root uses the folders of others, and gives them to an account that may run PostgreSQL. */
function foreignOwner({ uid }: Stats): number | null {
  const own = process.getuid?.()
  return own === undefined || own === 0 || own === uid ? null : uid
}

function nearestFolder(path: string): string {
  const parent = dirname(path)
  return existsSync(parent) || parent === path ? parent : nearestFolder(parent)
}

function canWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

export function checkBrowser({ chromium, dataDir, browsers, roles }: Settings): DoctorFinding[] {
  const { ok, warning } = reporter('browser checks')
  if (!roles.includes('prober')) return []
  if (browsers === 0) return [ok('Browser checks are turned off (LAPWING_BROWSERS=0).')]
  const found = findPrograms({ chromium, dataDir })
  if (typeof found !== 'string') return [ok(`Browser checks use ${found.chromium}.`)]
  return [warning(`Browser checks cannot run here: ${found}.`, 'Install it, or set LAPWING_BROWSERS=0.')]
}

const pingMs = 2000

export async function checkPing({ roles }: Settings, clock: Clock, fping?: string): Promise<DoctorFinding[]> {
  const { ok, warning, problem } = reporter('ping checks')
  if (!roles.includes('prober')) return []
  const net = createNet({ policy: createPolicy({ allowPrivate: true }), clock, programs: fping ? { fping } : {} })
  const ping = {
    host: '127.0.0.1',
    count: 1,
    dataBytes: 56,
    withinMs: pingMs,
    ipVersion: 'ip4',
    onAnswer() {},
  } as const
  try {
    await withTimeLimit({ clock, ms: 2 * pingMs }, (signal) => net.ping({ ...ping, signal }))
    return [ok('Ping checks can send packets.')]
  } catch (error) {
    if (error instanceof NoPingReply)
      return [
        problem(
          'Ping checks cannot run here: fping gets no reply, not even from this machine.',
          'Give it the capability CAP_NET_RAW; in a container, add NET_RAW and do not set no-new-privileges.',
        ),
      ]
    return [
      warning(
        `Ping checks cannot run here: ${(error as Error).message}.`,
        'Install or allow it if you have icmp or mtr monitors at this location.',
      ),
    ]
  }
}
