// npm run bench -- unusual: false alarms and detection of a rule on unusual values, beside a fixed limit on the same
// series.
// Recorded series can be added: `npm run bench -- unusual file.csv …`, each with lines of `timestamp,value`.
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { type Series, scenarios, seriesOf } from '../test/simulation/unusual/series.ts'
import { type TrialResult, tryFixed, tryUnusual } from '../test/simulation/unusual/trial.ts'

const seed = 32
const intervalSeconds = 60
const learningMs = 28 * 86_400_000

/** A file that somebody recorded. Its slowdowns are not known, so every firing counts as a false alarm. */
function recorded(path: string): Series {
  const values = readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => line.split(','))
    .map(([at = '', value = '']) => ({ at: Date.parse(`${at.trim().replace(' ', 'T')}Z`), value: Number(value) }))
    .filter(({ at, value }) => Number.isFinite(at) && Number.isFinite(value))
    .toSorted((one, other) => one.at - other.at)
  if (values.length === 0) throw new Error(`${path} has no lines of timestamp,value`)
  return { name: basename(path), timeZone: 'UTC', values, judgedFrom: values[0]!.at + learningMs, slowdowns: [] }
}

const rules: readonly (readonly [name: string, run: (series: Series) => TrialResult])[] = [
  ['unusual', (series) => tryUnusual(series)],
  ['unusual, high sensitivity', (series) => tryUnusual(series, 'above sensitivity=high')],
  ['unusual, low sensitivity', (series) => tryUnusual(series, 'above sensitivity=low')],
  ['fixed limit', tryFixed],
]

function rowOf(name: string, { falseAlarmsPerMonth, detected, meanDelayMinutes }: TrialResult) {
  const found = Object.entries(detected).map(([factor, one]) => [
    `${factor} times as slow`,
    `${one.detected} of ${one.of}`,
  ])
  return {
    rule: name,
    'false alarms a month': Math.round(falseAlarmsPerMonth * 10) / 10,
    ...(Object.fromEntries(found) as Record<string, string>),
    'delay, minutes': meanDelayMinutes === null ? '' : Math.round(meanDelayMinutes * 10) / 10,
  }
}

const files = process.argv.slice(2)
const all = [...scenarios.map((scenario) => seriesOf(scenario, { seed, intervalSeconds })), ...files.map(recorded)]
for (const series of all) {
  console.log(`\n${series.name}`)
  console.table(rules.map(([name, run]) => rowOf(name, run(series))))
}
