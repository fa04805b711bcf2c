// npm run bench -- web: the gzipped size of each screen of the dashboard. The limit of the first one is 200 KB.
// Then how the overview and the list of ten thousand monitors perform in a browser.
// `npm run bench -- web endurance`: the memory of a tab that stays open, over BENCH_MINUTES.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { filesOf } from '../test/kit/browser/web-build.ts'
import { measureEndurance } from './web/endurance.ts'
import { measureList } from './web/list.ts'
import { measureOverview } from './web/overview.ts'

const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(1).padStart(7)
const total = (screen?: string): number => filesOf(screen).reduce((sum, { gzipped }) => sum + gzipped, 0)

function weighScreens(): void {
  process.stdout.write('first screen (overview), KB gzipped\n')
  for (const { file, gzipped } of filesOf().sort((one, other) => other.gzipped - one.gzipped))
    process.stdout.write(`${kilobytes(gzipped)}  ${file}\n`)
  process.stdout.write(`${kilobytes(total())}  in all, of 200\n\nother screens, each when it is opened first\n`)
  const screens = readdirSync(join(import.meta.dirname, '../web/src/screens')).filter((name) => name !== 'overview')
  for (const screen of screens) process.stdout.write(`${kilobytes(total(screen))}  ${screen}\n`)
}

if (process.argv[2] === 'endurance') await measureEndurance()
else {
  weighScreens()
  await measureOverview()
  await measureList()
}
