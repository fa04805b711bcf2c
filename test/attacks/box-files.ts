// A script of a browser check looks for secrets of the installation that runs it.
import { installed, noInstallationInUsr, runInstalledInUsr, searchForSecrets } from '../kit/browser/box-in-usr.ts'
import { noBoxes } from '../kit/browser/boxes.ts'
import type { Trial, TrialResult } from '../kit/run/trials.ts'

const paths = ['data/secret-key', 'data', '.env', 'provision.yaml', 'src/main.ts', 'package.json', '.'].map(
  (path) => `${installed}/${path}`,
)
const database = `unix:///${encodeURIComponent(`${installed}/data/postgres/.s.PGSQL.5432`)}`

function attackAs(as: 'root' | 'user'): string[] {
  const { missing, answers } = runInstalledInUsr({
    as,
    search: { secretPaths: [{ path: `${installed}/provision.yaml`, title: 'the provision file' }] },
    attempts: [searchForSecrets, { attempt: 'connect', to: database }, { attempt: 'read', to: JSON.stringify(paths) }],
  })
  if (missing !== null) return [`As ${as} there is no browser: ${missing}.`]
  const [{ output: search }, { output: connected }, { output: read }] = answers as [any, any, any]
  return [
    ...search.found.map((path: string) => `As ${as} a script sees ${path}.`),
    ...search.environments.map((pid: string) => `As ${as} a script reads the secret key in the environment of ${pid}.`),
    ...(connected === 'ENOENT' ? [] : [`As ${as} a script reaches the socket of the database (${connected}).`]),
    ...paths.filter((_, n) => read[n] !== 'ENOENT').map((path) => `As ${as} a script opens ${path}.`),
  ]
}

export const boxFiles: Trial = {
  name: 'box-files',
  promise: 'A script finds no secret, socket or file of an installation below /usr, whether root runs it or a user.',
  hasShortSize: true,
  async run(): Promise<TrialResult> {
    const skipped = noBoxes ?? noInstallationInUsr
    if (skipped !== null) return { figures: { skipped }, violations: [] }
    const violations = (['root', 'user'] as const).flatMap(attackAs)
    return { figures: { 'paths tried': paths.length, 'installed in': installed }, violations }
  },
}
