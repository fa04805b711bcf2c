// Lapwing installed below /usr, where a box shows folders of the system: in a mount namespace of its own, so that this
// machine has nothing of it, by root or by an ordinary user.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { BrowserSearch } from '../../../src/browsers/find.ts'

export const installed = '/usr/src/app'
const checkout = join(import.meta.dirname, '../../..')
const nobody = 65_534

/** Only root can make such a namespace and become somebody else in it. */
export const noInstallationInUsr = whyNot()

function whyNot(): string | null {
  if (process.getuid?.() !== 0) return 'needs root'
  if (!existsSync('/usr/src')) return 'needs /usr/src'
  return spawnSync('unshare', ['--mount', 'true']).status === 0 ? null : 'needs namespaces'
}

export interface InstalledRun {
  readonly as: 'root' | 'user'
  /** Shell commands that lay out more files, run by root in the folder of the installation. */
  readonly layout?: string
  readonly search?: BrowserSearch
  /** What the box is asked to try; nothing if it is only looked whether there can be one. */
  readonly attempts?: readonly { readonly attempt: string; readonly to?: string }[]
}

export interface InstalledAnswer {
  readonly missing: string | null
  readonly answers: readonly { readonly output: any; readonly ended: string | null }[]
}

const secrets = `
  mkdir data data/postgres
  echo 0123456789abcdef0123456789abcdef > data/secret-key
  echo LAPWING_SECRET_KEY=secret > .env
  echo organizations: > provision.yaml
  chown -R ${nobody} data .env provision.yaml
  chmod 700 data; chmod 600 .env provision.yaml`

export function runInstalledInUsr({ as, layout = '', search = {}, attempts = [] }: InstalledRun): InstalledAnswer {
  const node = join(installed, relative(checkout, process.execPath))
  const asUser = as === 'user' ? `setpriv --reuid=${nobody} --regid=${nobody} --clear-groups` : ''
  const script = `set -e
    mount -t tmpfs -o mode=755 tmpfs /usr/src
    mkdir ${installed}
    cd ${installed}
    for folder in src test browser node_modules; do
      mkdir $folder
      mount --bind "${checkout}/$folder" $folder
    done
    cp "${checkout}/package.json" .
    ${secrets}
    ${layout}
    exec ${asUser} "$NODE" test/kit/browser/installed-box.ts "$ORDER"`
  const order = { search: { dataDir: `${installed}/data`, ...search }, attempts }
  const { status, stdout, stderr } = spawnSync('unshare', ['--mount', '--propagation', 'private', 'sh', '-c', script], {
    env: {
      PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
      NODE: node.startsWith(`${installed}/node_modules/`) ? node : process.execPath,
      ORDER: JSON.stringify(order),
      LAPWING_SECRET_KEY: 'a-secret-of-the-environment-of-lapwing',
    },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) throw new Error(`The installation in ${installed} failed: ${stderr}`)
  return JSON.parse(stdout) as InstalledAnswer
}

/** Looks through everything that a box shows. */
export const searchForSecrets = {
  attempt: 'search',
  to: JSON.stringify({
    names: ['secret-key', '.env', 'provision.yaml', 'key', '.s.PGSQL.5432'],
    text: 'a-secret-of-the-environment-of-lapwing',
  }),
}
