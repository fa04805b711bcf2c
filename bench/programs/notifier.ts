// A Lapwing that only tells people, as a process of its own.
import { startLapwing } from '../../src/app.ts'
import { systemClock } from '../../src/domain/clock.ts'
import { operations } from '../../src/operations/index.ts'
import { readSettings } from '../../src/settings.ts'

const [databaseUrl = '', dataDir = '', provision = '', secretKey = ''] = process.argv.slice(2)
const log = { debug() {}, info() {}, warn: console.warn, error: console.error }
const settings = readSettings({
  LAPWING_DATABASE_URL: databaseUrl,
  LAPWING_DATA_DIR: dataDir,
  LAPWING_PROVISION: provision,
  LAPWING_SECRET_KEY: secretKey,
  LAPWING_ROLES: 'notifier',
})
const lapwing = await startLapwing({
  settings,
  clock: systemClock,
  log,
  version: 'bench',
  operations,
  variable: () => undefined,
  checkEnvironment: process.env,
})
process.on('message', () => void lapwing.stop().then(() => process.exit(0)))
process.send!('ready')
