// People of an installation without LAPWING_PUBLIC_URL claim the name that everyone signs in at for their status page.
import { until } from '../faults/targets.ts'
import type { Trial, TrialResult } from '../kit/run/trials.ts'
import { type SharedInstallation, startTenants } from './tenants.ts'

const ownName = 'lapwing.acme.example'
const pageName = 'status.acme.example'
const spellings = [ownName, 'LAPWING.Acme.Example', `${ownName}.`, ` ${ownName} `, `ｌapwing.acme.example`]
const malformed = [`${ownName}:8080`, `${ownName}..`, '127.0.0.1', '[::1]', 'localhost', '0x7f.1', `x@${ownName}`]

export const pageHostTakeover: Trial = {
  name: 'page-host-takeover',
  promise: 'No status page takes the name that people sign in at, and programs reach the installation at every name.',
  hasShortSize: true,
  async run(): Promise<TrialResult> {
    const lapwing = await startTenants({
      Acme: { owner: 'owner@acme.example', admin: 'admin@acme.example', member: 'member@acme.example' },
    })
    try {
      await lapwing.signIn('owner@acme.example', ownName)
      const violations = [...(await claimOwnName(lapwing)), ...(await useAtEveryName(lapwing))]
      return { figures: { 'spellings tried': spellings.length + malformed.length }, violations }
    } finally {
      await lapwing.stop()
    }
  },
}

const claim = (lapwing: SharedInstallation, cookie: string, page: string, host: string) =>
  lapwing.ask(`/app/status-pages/${page}/hosts`, { method: 'POST', cookie, body: { host } })

async function newPage({ ask, key }: SharedInstallation, slug: string): Promise<string> {
  const headers = { authorization: `Bearer ${key}` }
  return (await ask('/v1/status-pages', { method: 'POST', headers, body: { slug, name: slug } })).body.id
}

async function claimOwnName(lapwing: SharedInstallation): Promise<string[]> {
  const violations: string[] = []
  const member = await lapwing.signIn('member@acme.example')
  const admin = await lapwing.signIn('admin@acme.example')
  const page = await newPage(lapwing, 'takeover')
  for (const host of [...spellings, ...malformed]) {
    const { status } = await claim(lapwing, member, page, host)
    if (status !== 403) violations.push(`A member may claim ${host} (${status}).`)
  }
  for (const host of spellings) {
    const { body } = await claim(lapwing, admin, page, host)
    if (body.verified_at) violations.push(`An admin gets ${host} without a proof.`)
    const checked = await lapwing.ask(`/app/status-pages/${page}/hosts/${ownName}/check`, {
      method: 'POST',
      cookie: admin,
    })
    if (checked.status !== 409) violations.push(`Checking ${host} without a record answers ${checked.status}.`)
  }
  for (const host of malformed) {
    const { status } = await claim(lapwing, admin, page, host)
    if (status !== 400) violations.push(`${host} is taken for a hostname (${status}).`)
  }
  const { text } = await lapwing.ask('/', { host: ownName })
  if (text.includes('takeover')) violations.push('The page is shown at the name that people sign in at.')
  return violations
}

/** The admin takes a name that nobody signs in at, which is theirs at once: everything but the page goes on there. */
async function useAtEveryName(lapwing: SharedInstallation): Promise<string[]> {
  const { ask, key } = lapwing
  const page = await newPage(lapwing, 'shown')
  const claimed = await claim(lapwing, await lapwing.signIn('admin@acme.example'), page, pageName)
  const isShown = async (): Promise<boolean> =>
    (await ask('/', { host: pageName, headers: { accept: 'text/html' } })).text.includes('shown')
  // The directory of hostnames is read again in the background.
  if (!claimed.body.verified_at || !(await until(isShown, 60_000)))
    return [`An admin cannot give a page a name of its own (${claimed.status}).`]
  const authorization = { authorization: `Bearer ${key}` }
  const body = { type: 'heartbeat', name: 'job', interval: 3600, config: {} }
  const made = await ask('/v1/monitors', { method: 'POST', headers: authorization, body })
  if (made.status !== 201) return [`No heartbeat could be made: ${made.text}`]
  const violations: string[] = []
  for (const host of [ownName, pageName, `${pageName.toUpperCase()}.:443`]) {
    const expected: Record<string, number> = {
      [new URL(made.body.target).pathname]: 200,
      '/v1/monitors': 200,
      '/agent/v1/report': 405,
      '/healthz': 200,
      '/app/dashboard/session': 401,
    }
    for (const [path, status] of Object.entries(expected)) {
      const answer = await ask(path, { host, headers: path.startsWith('/v1') ? authorization : {} })
      if (answer.status !== status) violations.push(`${path} answers ${answer.status} at ${host}.`)
    }
    if ((await ask('/readyz', { host })).status === 404) violations.push(`/readyz is not found at ${host}.`)
    await lapwing.signIn('owner@acme.example', host).catch(() => violations.push(`Nobody can sign in at ${host}.`))
  }
  return violations
}
