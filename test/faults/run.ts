// `npm run faults -- kills receivers clock cpu hostile`: what Lapwing lives through, in figures; all of it when nothing is named.
import { moveTheClock } from './clock.ts'
import { sitBesideTheHostile } from './hostile.ts'
import { killAgainAndAgain } from './kills.ts'
import { starve } from './little-cpu.ts'
import { sendReceiversAway } from './receivers.ts'

const kills = Number(process.env['FAULTS_KILLS'] ?? 100)
const sites = Number(process.env['FAULTS_SITES'] ?? 100)
const seconds = Number(process.env['FAULTS_SECONDS'] ?? 120)
const minutes = Number(process.env['FAULTS_AWAY_MINUTES'] ?? 10)
const faults: Record<string, () => Promise<object>> = {
  kills: () => killAgainAndAgain({ kills, sites }),
  receivers: () => sendReceiversAway({ minutes, sites: 12 }),
  clock: () => moveTheClock({ sites: 50, seconds: 30 }),
  cpu: () => starve(),
  hostile: () => sitBesideTheHostile({ seconds }),
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in faults))
if (unknown.length > 0) {
  process.stderr.write(`${unknown.join(', ')}: no such fault. There are ${Object.keys(faults).join(', ')}.\n`)
  process.exit(2)
}
for (const name of wanted.length > 0 ? wanted : Object.keys(faults)) {
  console.log(`${name} …`)
  const figures = await faults[name]!()
  for (const [figure, value] of Object.entries(figures))
    for (const one of Array.isArray(value) ? value : [value])
      console.log(`  ${figure.padEnd(26)} ${JSON.stringify(one)}`)
}
