// A running Lapwing that is upgraded: it stops, tries the new version as a child, and then becomes that version, or
// itself again. It keeps its process id, so whatever supervises it notices nothing, and whatever kills it restarts the
// version behind the link, which was ready before.
import { join } from 'node:path'
import type { Clock } from '../../domain/clock.ts'
import type { Log } from '../../domain/log.ts'
import { folderBehind } from '../../installation/link.ts'
import { releaseIn } from '../../installation/release.ts'
import { bornAt } from '../../postgres/processes.ts'
import { ownEnvironment } from '../../settings.ts'
import { installationFolder } from './installation-folder.ts'
import { type UpgradeReport, type UpgradeRequest, readRequest, sendReport } from './messages.ts'
import { type Trial, startTrial } from './trial.ts'

interface HandOver {
  readonly dataDir: string
  readonly clock: Clock
  readonly log: Log
  /** Stops everything that this process runs. */
  stop(): Promise<void>
}

const stepMs = 100
const maxLinkWaitMs = 15_000

/** Returns without doing anything if nobody asked this process. */
export async function handOver(parts: HandOver): Promise<void> {
  const { dataDir, log } = parts
  const request = readRequest(dataDir)
  if (request?.pid !== process.pid || !releaseIn(installationFolder)) return
  log.info('stopping for an upgrade', { to: request.installation })
  await parts.stop()
  const reason = await tryVersion(request, parts).catch(String)
  if (reason === null) log.info('the new version was ready; continuing as that version')
  else log.error('the new version was not taken over; going back', { reason })
  become(reason === null ? request.installation : installationFolder)
}

/** Null if the new version was ready and is accepted. */
async function tryVersion(request: UpgradeRequest, { dataDir, clock }: HandOver): Promise<string | null> {
  const trial = startTrial({ ...request, dataDir, clock, output: (text) => void process.stdout.write(text) })
  const report = (phase: UpgradeReport['phase'], reason = ''): void =>
    sendReport(dataDir, { pid: process.pid, phase, reason, trial: trial.pid })
  const isThere = (): boolean => bornAt(request.command.pid) === request.command.born
  const wasThere = isThere()
  report('trying')
  endTogether(trial)
  try {
    const reason = await trial.outcome
    report(reason === null ? 'ready' : 'failed', reason ?? '')
    return (
      reason ?? ((await isLinked(request, clock, () => wasThere && !isThere())) ? null : 'the link was not changed')
    )
  } finally {
    await trial.stop()
  }
}

/**
 * The command changes the link when it has read the report. If it was killed, the old version goes on. Hardened
 * services do not see processes of root, so there is a limit as well.
 */
async function isLinked(
  { link, installation }: UpgradeRequest,
  clock: Clock,
  hasEnded: () => boolean,
): Promise<boolean> {
  const giveUpAt = clock.monotonicMs() + maxLinkWaitMs
  while (!hasEnded() && clock.monotonicMs() < giveUpAt && folderBehind(link) !== installation) await clock.sleep(stepMs)
  return folderBehind(link) === installation
}

/** A signal for this process ends the trial as well. */
function endTogether(trial: Trial): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.removeAllListeners(signal)
    process.once(signal, () => void trial.stop().then(() => process.exit(0)))
  }
}

function become(installation: string): never {
  const program = join(installation, 'lapwing')
  return process.execve!(program, [program, 'start'], ownEnvironment())
}
