import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Agent, get } from 'node:https'
import { text } from 'node:stream/consumers'
import { Parser } from 'htmlparser2'
import { integrity as check } from '../../src/checks/web/integrity.ts'
import type { PageUpdate } from '../../src/checks/web/integrity/state.ts'
import type { CheckMemory } from '../../src/domain/outcome.ts'
import { openNet, runCheck } from '../../test/kit/checks/run-check.ts'
import { type Entry, type Place, root, startPages, trustIn } from './entry.ts'

let agent: Agent | undefined

/** A typical page: paragraphs, links and its own script. */
const page = (bytes: number): string => {
  const paragraph = (n: number): string =>
    `<div class="c${n}"><h2>Item ${n}</h2><p>Words about item ${n} that somebody may read</p><a href="https://site${n % 50}.example/">more</a></div>`
  const parts = ['<title>Shop</title><script src=/app.js></script>']
  for (let n = 0, length = 0; length < bytes; n++) length += parts[parts.push(paragraph(n)) - 1]!.length
  return parts.join('')
}

async function open(bytes: number): Promise<Place> {
  const { origin, stop } = await startPages({
    '/': { type: 'text/html', body: page(bytes) },
    '/app.js': { type: 'text/javascript', body: 'let a = 1;'.repeat(2000) },
  })
  const target = `${origin}/`
  const { remember } = await runCheck(check, target, { net: openNet({ extraTrust: [root] }), deadlineMs: 30_000 })
  return { target, config: {}, root, known: known(remember!), stop }
}

/** In the form the store has after the first check. */
function known(remember: CheckMemory): CheckMemory {
  const updates = JSON.parse(remember['updates']!) as PageUpdate[]
  const made_at = new Date(0).toISOString()
  const pages = updates.map(({ page, baseline, digest }) => [
    page,
    { baseline, digest, version: 1, made_at, changes: [] },
  ])
  return { pages: JSON.stringify(Object.fromEntries(pages)) }
}

/** Fetches page and script, extracts text and linked hosts, and hashes text and script. */
async function bare({ target, root }: Place): Promise<void> {
  agent ??= new Agent({ keepAlive: false, maxCachedSessions: 0, secureContext: trustIn(root) })
  const fetched = async (url: string): Promise<string> => {
    const [response] = (await once(get(url, { agent }), 'response')) as [IncomingMessage]
    return text(response)
  }
  const words = new Set<string>()
  const sites = new Set<string>()
  const parser = new Parser({
    ontext: (piece) => piece.split(/\s+/).forEach((word) => words.add(word.toLowerCase())),
    onopentag: (_name, { href, src }) => void ((href ?? src) && sites.add(new URL(href ?? src!, target).host)),
  })
  parser.end(await fetched(target))
  const script = await fetched(`${target}app.js`)
  for (const text of [[...words].join(' '), script]) createHash('sha256').update(text).digest('base64url')
}

export const integrity: readonly Entry[] = [
  { name: 'integrity', missing: null, goal: { ratio: 1.5 }, open: () => open(60_000), bare },
  { name: 'integrity, 5 MB', type: 'integrity', missing: null, atOnce: 2, open: () => open(5_000_000), bare },
]
