// Many monitors of one host that falls silent: the limit of checks per host must not delay the detection of their
// outages.
import type { Trial, TrialResult } from '../kit/run/trials.ts'
import { Installation } from './installation.ts'
import { type Observed, notifiedMonitors, observeUntil, startSilentServer, violationsIn, watchAll } from './silence.ts'
import { sizes } from './sizes.ts'
import { pause, startReceiver } from './targets.ts'

const intervalSeconds = 60
const timeoutSeconds = 30
const maxSecondsUntilFailure = 2 * intervalSeconds + timeoutSeconds
const confirmationSeconds = 2 * (10 + timeoutSeconds)
const minute = 60_000

export const oneSilentHost: Trial = {
  name: 'one-silent-host',
  promise: `when a host that ${sizes.silentHostMonitors} monitors watch falls silent, each has failed within two intervals plus the timeout`,
  hasShortSize: false,
  run: () => silenceHost(sizes.silentHostMonitors),
}

async function silenceHost(monitors: number): Promise<TrialResult> {
  const [server, receiver] = [await startSilentServer(), await startReceiver()]
  const lapwing = new Installation({ hooks: [{ url: receiver.url }] })
  const observed: Observed = { maxHealthMs: 0, maxMegabytes: 0, maxInFlight: 0, problems: new Set() }
  const watching = { lapwing, server, observed }
  try {
    await lapwing.start()
    const { port } = await server.order('answer')
    await watchAll(
      lapwing,
      Array.from({ length: monitors }, (_, n) => {
        const target = `http://127.0.0.1:${port}/${n}`
        return { name: target, type: 'http', target, interval: intervalSeconds, config: { timeoutSeconds } }
      }),
    )
    const areAllUp = async (): Promise<boolean> => (await countIn(lapwing, 'up')) === monitors
    if (!(await observeUntil(areAllUp, { ...watching, maxMs: 5 * minute })))
      throw new Error('the monitors were not all up while their host answered')
    await server.order('fall silent')
    const silentAt = Date.now()
    const seconds = (): number => Math.round((Date.now() - silentAt) / 1000)
    const haveAllFailed = async (): Promise<boolean> => (await countIn(lapwing, 'up')) === 0
    const didAllFail = await observeUntil(haveAllFailed, { ...watching, maxMs: maxSecondsUntilFailure * 1000 })
    const secondsUntilAllFailed = didAllFail ? seconds() : null
    const areAllNotified = (): boolean => notifiedMonitors(receiver).size === monitors
    await observeUntil(areAllNotified, { ...watching, maxMs: confirmationSeconds * 1000 + minute })
    const secondsUntilLast = seconds()
    await pause(1000)
    const notified = notifiedMonitors(receiver).size
    return {
      figures: {
        monitors,
        secondsUntilAllFailed,
        notified,
        secondsUntilLast,
        ...observed,
        problems: [...observed.problems],
      },
      violations: violationsIn([
        [!didAllFail, `Some monitors had not failed after ${maxSecondsUntilFailure} s.`],
        [notified < monitors, `${monitors - notified} of ${monitors} outages were not notified.`],
        [observed.maxHealthMs > 1000, `/healthz took ${observed.maxHealthMs} ms.`],
      ]),
    }
  } finally {
    await lapwing.stop()
    receiver.stop()
    server.stop()
  }
}

/** Monitors whose last check succeeded count as up, all others as failed. */
async function countIn(lapwing: Installation, state: string): Promise<number> {
  const monitors = await lapwing.list('/v1/monitors')
  return monitors.filter((monitor) => monitor.state === state).length
}
