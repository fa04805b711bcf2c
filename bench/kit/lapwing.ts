// A Lapwing for benchmarks, with these settings and nothing else from the environment.
import { type Lapwing, startLapwing } from '../../src/app.ts'
import { systemClock } from '../../src/domain/clock.ts'
import { operations } from '../../src/operations/index.ts'
import { readSettings } from '../../src/settings.ts'
import { log } from './database.ts'

export function startForBench(settings: Readonly<Record<string, string>>): Promise<Lapwing> {
  return startLapwing({
    settings: readSettings(settings),
    clock: systemClock,
    log,
    version: '0.0.0-bench',
    operations,
    variable: () => undefined,
    checkEnvironment: process.env,
  })
}
