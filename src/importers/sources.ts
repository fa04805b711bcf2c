// All tools that monitors can be imported from.
import { betterStack } from './better-stack.ts'
import { blackbox } from './blackbox.ts'
import { cachet } from './cachet.ts'
import { checkly } from './checkly.ts'
import { gatus } from './gatus.ts'
import { healthchecks } from './healthchecks.ts'
import { parseKumaDump } from './kuma/dump.ts'
import { readKuma } from './kuma/monitors.ts'
import { readKumaOutages } from './kuma/outages.ts'
import { pingdom } from './pingdom.ts'
import { type ImportSource, havingAny } from './source.ts'
import { statuscake } from './statuscake.ts'
import { statuspage } from './statuspage.ts'
import { upptime } from './upptime.ts'
import { uptimerobot } from './uptimerobot.ts'

const kuma: ImportSource = {
  name: 'kuma',
  title: 'Uptime Kuma',
  takes: 'the JSON backup of 1.x, or the database file kuma.db of 1.x or 2.x in Base64',
  recognizes: havingAny('monitorList', 'tables'),
  read: (document) => readKuma(parseKumaDump(document)),
  outages: (document) => readKumaOutages(parseKumaDump(document)),
}

export const importSources: readonly ImportSource[] = [
  kuma,
  gatus,
  healthchecks,
  uptimerobot,
  betterStack,
  checkly,
  pingdom,
  statuscake,
  blackbox,
  statuspage,
  cachet,
  upptime,
]
