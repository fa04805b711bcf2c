// Sets the clock back and forward while Lapwing runs: it keeps checking at its usual rate.
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Installation } from './installation.ts'
import { type Site, pause, startReceiver, startSite, until } from './targets.ts'

export interface ClockFigures {
  readonly sites: number
  /** Checks in equal times before, after −10 min, and after +2 h. */
  readonly before: number
  readonly afterSetBack: number
  readonly afterSetForward: number
  /** The most checks in one second after it was set forward. */
  readonly busiestSecond: number
  readonly saidSo: boolean
  /** Of a site that went away after it was set back. */
  readonly sentAfterSetBack: boolean
}

const settingBack = import.meta.resolve('./moved-clock.mjs')
const patienceMs = 120_000

export async function moveTheClock({
  sites: count,
  seconds,
}: {
  sites: number
  seconds: number
}): Promise<ClockFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'lapwing-clock-'))
  const file = join(folder, 'offset')
  // Replaced atomically, so that no reader sees a partial file.
  const setTo = (ms: number): void => {
    writeFileSync(`${file}.new`, String(ms))
    renameSync(`${file}.new`, file)
  }
  setTo(0)
  const sites = await Promise.all(Array.from({ length: count }, startSite))
  const receiver = await startReceiver()
  const lapwing = new Installation({
    hooks: [receiver],
    env: { NODE_OPTIONS: `--import=${settingBack}`, MOVED_CLOCK: file, LAPWING_BROWSERS: '0' },
  })
  const countFor = async (): Promise<number[]> => {
    const from = Date.now()
    const since = (): number[] => sites.flatMap(({ requested }: Site) => requested.filter((at) => at >= from))
    await pause(seconds * 1000)
    // A busy machine may take longer for the first.
    await until(() => since().length > 0, patienceMs)
    return since()
  }
  const says = (words: string): Promise<boolean> =>
    until(() => lapwing.log.some((line) => line.includes(words)), patienceMs)
  try {
    await lapwing.start()
    for (const { url } of sites)
      await lapwing.watch({ name: url, type: 'http', target: url, config: { confirmationThreshold: 1 } })
    await until(() => sites.every(({ requested }) => requested.length > 1), patienceMs)
    const before = await countFor()
    setTo(-600_000)
    sites[0]!.away = true
    const afterSetBack = await countFor()
    const sentAfterSetBack = await until(() => receiver.events.length > 0, patienceMs)
    setTo(-600_000 + 7_200_000)
    const afterSetForward = await countFor()
    const perSecond = new Map<number, number>()
    for (const at of afterSetForward)
      perSecond.set(Math.floor(at / 1000), (perSecond.get(Math.floor(at / 1000)) ?? 0) + 1)
    return {
      sites: count,
      before: before.length,
      afterSetBack: afterSetBack.length,
      afterSetForward: afterSetForward.length,
      busiestSecond: Math.max(...perSecond.values()),
      saidSo: (await says('set back')) && (await says('set forward')),
      sentAfterSetBack,
    }
  } finally {
    await lapwing.stop()
    for (const each of [receiver, ...sites]) each.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
