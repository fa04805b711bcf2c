// All tools that monitors can be imported from.
import { parseKumaDump } from './kuma/dump.ts'
import { readKuma } from './kuma/monitors.ts'
import { readKumaOutages } from './kuma/outages.ts'
import type { ImportSource } from './source.ts'

const kuma: ImportSource = {
  name: 'kuma',
  title: 'Uptime Kuma',
  takes: 'the JSON backup of 1.x, or the database file kuma.db of 1.x or 2.x in Base64',
  read: (document) => readKuma(parseKumaDump(document)),
  outages: (document) => readKumaOutages(parseKumaDump(document)),
}

export const importSources: readonly ImportSource[] = [kuma]
