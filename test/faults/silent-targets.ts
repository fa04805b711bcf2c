// All targets fall silent at once, as behind a firewall that starts to drop packets: every check lasts until its
// timeout.
import type { Trial, TrialResult } from '../kit/run/trials.ts'
import { Installation } from './installation.ts'
import {
  type Observed,
  type SilentServer,
  notifiedMonitors,
  observeUntil,
  startSilentServer,
  violationsIn,
  watchAll,
} from './silence.ts'
import { sizes } from './sizes.ts'
import { type Receiver, startReceiver } from './targets.ts'

const intervalSeconds = 60
const timeoutSeconds = 30
// Two intervals and the timeout until the first failure, two confirming checks, and a minute for a busy machine.
const maxSeconds = 2 * intervalSeconds + timeoutSeconds + 2 * (10 + timeoutSeconds) + 60
const maxHealthMs = 1000
const minute = 60_000

export const silentTargets: Trial = {
  name: 'silent-targets',
  promise: `when ${sizes.silentTargets} targets fall silent at once every outage is notified, and Lapwing answers all the time`,
  hasShortSize: false,
  run: () => fallSilent(sizes.silentTargets),
}

async function fallSilent(targets: number): Promise<TrialResult> {
  const [server, receiver] = [await startSilentServer(), await startReceiver()]
  const lapwing = new Installation({ hooks: [{ url: receiver.url }] })
  const observed: Observed = { maxHealthMs: 0, maxMegabytes: 0, maxInFlight: 0, problems: new Set() }
  const storm: Storm = { lapwing, server, receiver, targets, observed }
  try {
    await watchAnsweringTargets(storm)
    const first = await notifyAll(storm)
    const secondsUntilAllCheckedAfterRestart = await restartInSilence(storm)
    return {
      figures: { targets, ...first, secondsUntilAllCheckedAfterRestart, ...observed, problems: [...observed.problems] },
      violations: violationsIn([
        [
          first.notified < targets,
          `${targets - first.notified} of ${targets} outages were not notified in ${maxSeconds} s.`,
        ],
        [observed.maxHealthMs > maxHealthMs, `/healthz took ${observed.maxHealthMs} ms.`],
        [first.replaced > 0, `${first.replaced} check processes were replaced.`],
        [
          secondsUntilAllCheckedAfterRestart === null,
          'After a restart some targets were not checked within three minutes.',
        ],
      ]),
    }
  } finally {
    await lapwing.stop()
    receiver.stop()
    server.stop()
  }
}

interface Storm {
  readonly lapwing: Installation
  readonly server: SilentServer
  readonly receiver: Receiver
  readonly targets: number
  readonly observed: Observed
}

async function watchAnsweringTargets({ lapwing, server, targets, observed }: Storm): Promise<void> {
  await lapwing.start()
  const { port } = await server.order('answer')
  const monitors = Array.from({ length: targets }, (_, n) => {
    const target = `http://127.1.${n >> 8}.${n & 255}:${port}/`
    return { name: target, type: 'http', target, interval: intervalSeconds, config: { timeoutSeconds } }
  })
  await watchAll(lapwing, monitors)
  const areAllChecked = async (): Promise<boolean> => (await server.order('report')).requested === targets
  if (!(await observeUntil(areAllChecked, { lapwing, server, maxMs: 5 * minute, observed })))
    throw new Error('the monitors were not all checked while their targets answered')
}

async function notifyAll({ lapwing, server, receiver, targets, observed }: Storm) {
  await server.order('fall silent')
  const silentAt = Date.now()
  let secondsUntilFirst: number | null = null
  const areAllNotified = (): boolean => {
    const { size } = notifiedMonitors(receiver)
    if (size > 0) secondsUntilFirst ??= Math.round((Date.now() - silentAt) / 1000)
    return size === targets
  }
  await observeUntil(areAllNotified, { lapwing, server, maxMs: maxSeconds * 1000, observed })
  return {
    notified: notifiedMonitors(receiver).size,
    secondsUntilFirst,
    secondsUntilLast: Math.round((Date.now() - silentAt) / 1000),
    replaced: lapwing.log.filter((line) => line.includes('is replaced')).length,
  }
}

/** Everything is due at once then, and nothing responds. */
async function restartInSilence({ lapwing, server, targets, observed }: Storm): Promise<number | null> {
  await lapwing.kill()
  await lapwing.start()
  const startedAt = Date.now()
  await server.order('fall silent')
  const areAllChecked = async (): Promise<boolean> => (await server.order('report')).requested === targets
  const isDone = await observeUntil(areAllChecked, { lapwing, server, maxMs: 3 * minute, observed })
  return isDone ? Math.round((Date.now() - startedAt) / 1000) : null
}
