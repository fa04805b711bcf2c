// Artifacts of checks over HTTP.
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sql } from '../../../src/store/database/sql.ts'
import { artifact, keptArtifact } from '../../kit/resources/artifacts.ts'
import { keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { make } from '../../kit/resources/monitors.ts'
import { signedIn } from '../../kit/people/signed-in.ts'
import { waitUntil } from '../../kit/wait-until.ts'

const app = sharedLapwing()
const missing = {
  error: { code: 'not_found', message: 'Artifact not found; artifacts are kept for at most 30 days' },
}
const script = Buffer.from('<script>alert(document.domain)</script>')

/** As it comes, byte by byte. */
const fetched = (url: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${app().origin}${url}`, { headers: { authorization: `Bearer ${keys.read}` }, ...init })

describe('an artifact', () => {
  it('is served unchanged at the address in the evidence', async () => {
    const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0xff, 0xfe])
    const { url } = await keptArtifact(app(), { bytes })
    const answer = await fetched(url!)
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
  })

  it.each([
    ['screenshot', 'page.png', 'image/png', 'image/png', 'inline; filename="page.png"'],
    ['screenshot', 'page.svg', 'image/svg+xml', 'application/octet-stream', 'attachment; filename="page.svg"'],
    ['trace', 'trace.zip', 'application/zip', 'application/zip', 'attachment; filename="trace.zip"'],
    ['report', 'report.html', 'text/html', 'text/html; charset=utf-8', 'attachment; filename="report.html"'],
    ['log', 'x".html', 'text/html', 'application/octet-stream', 'attachment; filename="x-.html"'],
  ] as const)(
    'that is a %s called %s never runs as a page of ours',
    async (kind, name, contentType, type, disposition) => {
      const { url } = await keptArtifact(app(), { kind, name, contentType, bytes: script })
      const { headers } = await fetched(url!)
      expect(
        Object.fromEntries([...headers].filter(([name]) => /^(content-|x-content|cache|cross)/.test(name))),
      ).toEqual({
        'cache-control': 'private, max-age=300',
        'content-disposition': disposition,
        'content-length': String(script.length),
        'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
        'content-type': type,
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      })
    },
  )

  it('responds to HEAD with its size', async () => {
    const { url } = await keptArtifact(app())
    const answer = await fetched(url!, { method: 'HEAD' })
    expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([200, '9', ''])
  })

  it('is served to signed-in users of its organization only', async () => {
    const { id, url } = await keptArtifact(app())
    const [viewer, stranger] = [await signedIn(app(), { role: 'viewer' }), await signedIn(app(), { key: keys.other })]
    expect((await viewer.ask('GET', `/artifacts/${id}`)).text).toBe(artifact().bytes.toString())
    expect(await stranger.ask('GET', `/artifacts/${id}`)).toMatchObject({ status: 404, body: missing })
    expect(await app().get(url!.slice('/v1'.length), { key: keys.other })).toMatchObject({ status: 404, body: missing })
    expect((await fetched(`/app/artifacts/${id}`)).status).toBe(401)
  })

  it('is 404 with the same message if its content, its monitor or its retention is over', async () => {
    const { id: monitorId } = await make(app())
    const day = app().clock.now().toISOString().slice(0, 10)
    const lost = await keptArtifact(app())
    const orphan = await keptArtifact(app(), { monitorId })
    rmSync(join(app().dataDir, 'artifacts', day, lost.id!))
    await app().ask('DELETE', `/monitors/${monitorId}`)
    const old = await keptArtifact(app())
    expect((await fetched(old.url!)).status).toBe(200)
    app().clock.advance(30 * 86_400_000)
    for (const { url } of [lost, orphan, old]) {
      const answer = await fetched(url!)
      expect([answer.status, await answer.json()]).toEqual([404, missing])
    }
  })

  it('is deleted by housekeeping with its content', async () => {
    const { id } = await keptArtifact(app())
    const file = join(app().dataDir, 'artifacts', app().clock.now().toISOString().slice(0, 10), id!)
    expect(existsSync(file)).toBe(true)
    const isNoted = async (): Promise<boolean> =>
      (await app().store.rows(sql`select from artifacts where id = ${id}`)).length > 0
    app().clock.advance(31 * 86_400_000)
    await waitUntil(async () => (app().clock.advance(60_000), !(await isNoted())))
    expect(existsSync(file)).toBe(false)
  })
})
