// Gives Lapwing a tenth of a core from its start: it is slow, but it checks.
import { Installation, nodesBelow } from './installation.ts'
import { pause, startSite, until } from './targets.ts'

export interface CpuFigures {
  readonly secondsUntilReady: number
  readonly secondsUntilFirstCheck: number
  readonly checksInAMinute: number
  readonly replacedProcesses: number
}

const onMs = 10
const offMs = 90

export async function starve(): Promise<CpuFigures> {
  const site = await startSite()
  const lapwing = new Installation()
  let over = false
  const signal = (name: NodeJS.Signals): void => {
    for (const pid of nodesBelow(lapwing.pid)) {
      try {
        process.kill(pid, name)
      } catch {
        // The process has ended.
      }
    }
  }
  const throttle = async (): Promise<void> => {
    while (!over) {
      signal('SIGSTOP')
      await pause(offMs)
      signal('SIGCONT')
      await pause(onMs)
    }
  }
  const begin = Date.now()
  const since = (): number => Math.round((Date.now() - begin) / 1000)
  let throttling: Promise<void> | undefined
  try {
    await lapwing.start(() => void (throttling = throttle()))
    const secondsUntilReady = since()
    await lapwing.watch({ name: 'Site', type: 'http', target: site.url })
    await until(() => site.requested.length > 0, 300_000)
    const secondsUntilFirstCheck = since()
    const before = site.requested.length
    await pause(60_000)
    return {
      secondsUntilReady,
      secondsUntilFirstCheck,
      checksInAMinute: site.requested.length - before,
      replacedProcesses: lapwing.log.filter((line) => line.includes('is replaced')).length,
    }
  } finally {
    over = true
    await throttling
    await lapwing.stop()
    site.stop()
  }
}
