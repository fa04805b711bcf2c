// `npm run words`: prints the texts that people read. `npm run words -- alerts` prints one kind.
import { alertsPage } from './alerts.ts'
import { errorTexts, errorsPage } from './errors.ts'
import { page } from './page.ts'
import { repliesPage } from './replies.ts'
import { screenTexts, screensPage } from './screens.ts'

const kinds: Readonly<Record<string, () => string | Promise<string>>> = {
  screens: async () => screensPage(await screenTexts()),
  errors: () => errorsPage(errorTexts()),
  incidents: page,
  alerts: alertsPage,
  replies: repliesPage,
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !Object.hasOwn(kinds, name))
if (unknown.length > 0) {
  process.stderr.write(`Unknown: ${unknown.join(', ')}. Choose from ${Object.keys(kinds).join(', ')}.\n`)
  process.exitCode = 1
} else {
  for (const name of wanted.length > 0 ? wanted : Object.keys(kinds))
    process.stdout.write(`# ${name}\n${await kinds[name]!()}\n\n`)
}
