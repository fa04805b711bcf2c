// What runs in an installation of box-in-usr.ts: looks for a browser there, and has boxes try things.
import { once } from 'node:events'
import { createServer } from 'node:net'
import { type BrowserSearch, findBrowser } from '../../../src/browsers/find.ts'
import { createBrowsers } from '../../../src/browsers/index.ts'
import { systemClock as clock } from '../../../src/domain/clock.ts'
import { openNet } from '../checks/run-check.ts'
import type { InstalledAnswer, InstalledRun } from './box-in-usr.ts'

const { search, attempts } = JSON.parse(process.argv[2]!) as Required<Pick<InstalledRun, 'attempts'>> & {
  search: BrowserSearch
}
// As the database has it.
const database = createServer().listen(`${search.dataDir}/postgres/.s.PGSQL.5432`)
await once(database, 'listening')
const { installation, missing } = await findBrowser(search)
const answers: InstalledAnswer['answers'][number][] = []
if (installation) {
  const programs = installation.programs.map(({ name, path }) =>
    name === 'page' ? { name, path: `${import.meta.dirname}/boxed` } : { name, path },
  )
  const browsers = createBrowsers({ installation: { ...installation, programs }, clock })
  for (const { attempt, to = '' } of attempts) {
    const { signal } = new AbortController()
    const order = { name: 'page', input: { attempt, to }, deadlineMs: 120_000, signal, net: openNet() } as const
    const { output, ended } = await browsers.run(order)
    answers.push({ output, ended })
  }
}
database.close()
process.stdout.write(JSON.stringify({ missing, answers } satisfies InstalledAnswer))
process.exit()
