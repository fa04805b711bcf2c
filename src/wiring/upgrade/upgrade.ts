// `lapwing upgrade`: replaces the version that runs, and goes back by itself if the new one does not become ready.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { folderBehind, linkBeside, pointLink } from '../../installation/link.ts'
import { makeOwnedFolder } from '../../installation/owned-file.ts'
import { UpgradeRefused } from '../../installation/release.ts'
import { type RunningProcess, runningIn } from '../../installation/running.ts'
import { bornAt } from '../../postgres/processes.ts'
import { sizeText } from '../../size-text.ts'
import { backUp } from '../backups.ts'
import type { DatabaseParts } from '../open-database.ts'
import { installationFolder } from './installation-folder.ts'
import { clearMessages, readReport, sendRequest } from './messages.ts'
import { type UpgradePlan, planAsText, planUpgrade } from './plan.ts'
import { installBeside, requireArchive, whileUnpacked } from './prepare.ts'
import { readProblems, startTrial } from './trial.ts'

export interface UpgradeOrder {
  readonly file: string
  readonly sha256: string | undefined
  readonly allowOlder: boolean
  /** Only says what would change. */
  readonly isCheck: boolean
  /** Where the backup is written; null for none. Undefined for the data folder. */
  readonly backup: string | null | undefined
  readonly timeoutMs: number
}

export interface UpgradeParts extends DatabaseParts {
  readonly say: (line: string) => void
}

const stepMs = 100
// Draining, and a new version that is stopped and started again.
const maxSwitchMs = 120_000

export async function upgrade(parts: UpgradeParts, options: UpgradeOrder): Promise<void> {
  const { settings, say } = parts
  const own = requireArchive()
  const link = linkBeside(installationFolder)
  const behind = folderBehind(link)
  const running = ownProcesses(settings.dataDir)
  await whileUnpacked({ ...options, say }, async (unpacked) => {
    const plan = await planUpgrade(parts, own.version, unpacked)
    for (const line of planAsText(plan).trimEnd().split('\n')) say(line)
    if (options.isCheck) return say('Nothing was changed.')
    requireDiskSpace(plan, options.backup)
    await saveBackup(parts, plan, options.backup)
    const installation = installBeside(unpacked)
    const { timeoutMs } = options
    const step = { ...parts, link, installation, previous: behind ?? installationFolder, timeoutMs }
    try {
      await replace(step, running)
    } catch (error) {
      if (folderBehind(link) !== installation && !runningIn(settings.dataDir).some(isIn(installation)))
        rmSync(installation, { recursive: true, force: true })
      throw error
    }
    say(`Lapwing ${plan.to} is in ${installation}, and ${link} leads to it.`)
    if (running.length === 0) say(`Start it with: ${link}/lapwing start`)
    if (behind === null) say(`This link is new: services must start ${link}/lapwing from now on.`)
  })
}

const isIn =
  (folder: string) =>
  ({ installation }: RunningProcess): boolean =>
    installation === folder

async function replace(step: Omit<UpgradeStep, 'others'>, running: readonly RunningProcess[]): Promise<void> {
  if (running.length === 0) await tryStopped(step)
  for (const one of running) {
    const others = new Set(running.filter(({ pid }) => pid !== one.pid).map(({ pid }) => pid))
    await replaceRunning({ ...step, others }, one)
  }
}

interface UpgradeStep extends UpgradeParts {
  readonly link: string
  readonly installation: string
  readonly previous: string
  readonly timeoutMs: number
  /** Processes with the same data folder that this step leaves alone. */
  readonly others: ReadonlySet<number>
}

/** The running processes of the data folder, which have to belong to this installation. */
function ownProcesses(dataDir: string): RunningProcess[] {
  const running = runningIn(dataDir)
  const other = running.find(({ installation }) => installation !== installationFolder)
  if (other)
    throw new UpgradeRefused(
      `Process ${other.pid} runs Lapwing ${other.version} from ${other.installation} with this data folder. ` +
        `Use its command: ${other.installation}/lapwing upgrade`,
    )
  return running
}

function requireDiskSpace(plan: UpgradePlan, backup: UpgradeOrder['backup']): void {
  const needed = plan.neededBytes + (backup === undefined ? plan.databaseBytes : 0)
  if (plan.freeBytes === null || plan.freeBytes >= needed) return
  throw new UpgradeRefused(
    `The upgrade may need ${sizeText(needed)} on the disk of the data folder, and ${sizeText(plan.freeBytes)} are free. ` +
      'Free some space, or write the backup elsewhere with --backup. Nothing was changed.',
  )
}

async function saveBackup(parts: UpgradeParts, plan: UpgradePlan, to: UpgradeOrder['backup']): Promise<void> {
  const { settings, say } = parts
  if (to === null) return say('No backup was made (--no-backup).')
  const folder = join(settings.dataDir, 'backups')
  if (to === undefined) makeOwnedFolder(folder)
  const time = parts.clock.now().toISOString().slice(0, 19).replaceAll(':', '')
  const file = to ?? join(folder, `before-${plan.to}-${time}.backup`)
  const { bytes } = await backUp(parts, file, plan.from)
  say(`Backup: ${file}, ${sizeText(bytes)}.`)
}

/** Nothing runs: the new version is started once, and stopped when it was ready. */
async function tryStopped({
  settings,
  clock,
  link,
  installation,
  timeoutMs,
  say,
}: Omit<UpgradeStep, 'others'>): Promise<void> {
  say('Lapwing is not running: the new version is started once to see whether it becomes ready.')
  const trial = startTrial({
    installation,
    dataDir: settings.dataDir,
    timeoutMs,
    knownProblems: [],
    clock,
    output: () => {},
  })
  const reason = await trial.outcome
  await trial.stop()
  if (reason !== null) throw new UpgradeRefused(`The new version did not become ready, so nothing changed. ${reason}`)
  pointLink(link, installation)
}

async function replaceRunning(step: UpgradeStep, { pid, origin }: RunningProcess): Promise<void> {
  const { settings, clock, link, installation, timeoutMs, say } = step
  const { dataDir } = settings
  const knownProblems = origin === null ? [] : await readProblems(clock, origin)
  clearMessages(dataDir)
  const command = { pid: process.pid, born: bornAt(process.pid)! }
  sendRequest(dataDir, { pid, command, installation, link, timeoutMs, knownProblems })
  process.kill(pid, 'SIGUSR2')
  say(`Process ${pid} stops and tries the new version.`)
  try {
    const report = await waitFor(clock, timeoutMs + maxSwitchMs, () => {
      const found = readReport(dataDir)
      return found?.pid === pid && found.phase !== 'trying' ? found : null
    })
    if (report?.phase !== 'ready') return await goBack(step, report?.reason ?? 'It sent no report.')
    const trial = report.trial ?? 0
    pointLink(link, installation)
    const isNew = await waitFor(clock, timeoutMs + maxSwitchMs, () =>
      runsFrom({ ...step, others: new Set([...step.others, trial]) }, installation),
    )
    if (!isNew) await goBack(step, 'It was ready, and did not become ready again.')
  } finally {
    clearMessages(dataDir)
  }
}

/** Whatever supervises the process may have started another one for it. */
const runsFrom = ({ settings, others }: UpgradeStep, installation: string): true | null =>
  runningIn(settings.dataDir).some((found) => found.installation === installation && !others.has(found.pid)) || null

async function goBack(step: UpgradeStep, reason: string): Promise<never> {
  const { clock, link, previous, say } = step
  if (folderBehind(link) === step.installation) pointLink(link, previous)
  say('Going back to the version before.')
  const isBack = await waitFor(clock, maxSwitchMs, () => runsFrom(step, installationFolder))
  throw new UpgradeRefused(
    `The new version did not become ready. ${isBack ? 'The version before runs again.' : `Start ${previous}/lapwing.`}\n` +
      reason,
  )
}

async function waitFor<Value>(
  clock: UpgradeParts['clock'],
  maxMs: number,
  read: () => Value | null,
): Promise<Value | null> {
  const giveUpAt = clock.monotonicMs() + maxMs
  for (let value = read(); ; value = read()) {
    if (value !== null || clock.monotonicMs() > giveUpAt) return value
    await clock.sleep(stepMs)
  }
}
