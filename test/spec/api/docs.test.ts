// The documentation at /docs: pages, Markdown, search, pictures, and what is not there.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { checkout } from '../../kit/lapwing/process.ts'

const app = sharedLapwing()
const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(app().origin + path, { headers, redirect: 'manual' })
const textAt = async (path: string): Promise<string> => (await get(path)).text()

describe('the documentation', () => {
  it('is a page with a strict policy, a tag to revalidate it, and its Markdown', async () => {
    const page = await get('/docs/on-call')
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const policy = page.headers.get('content-security-policy')
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+';/)
    expect(policy).not.toContain('unsafe')
    const html = await page.text()
    expect(html).toContain('<h1 id="on-call-schedules-and-escalation">')
    expect(html).toContain('href="/docs/on-call.md"')
    const again = await get('/docs/on-call', { 'if-none-match': page.headers.get('etag')! })
    expect(again.status).toBe(304)
    const source = await get('/docs/on-call.md')
    expect(source.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(await source.text()).toMatch(/^# On-call schedules and escalation\n/)
    expect((await get('/docs/')).status).toBe(200)
  })

  it('lists every page of the folder, and every link in it leads to a page', async () => {
    const contents = await textAt('/docs')
    const pages = readdirSync(join(checkout, 'docs')).filter((name) => name.endsWith('.md') && name !== 'README.md')
    expect(pages.filter((name) => !contents.includes(`href="/docs/${name.replace('.md', '')}"`))).toEqual([])
    const linked = new Set<string>()
    for (const name of pages)
      for (const [, address] of (await textAt(`/docs/${name.replace('.md', '')}`)).matchAll(/href="(\/docs[^"#]*)/g))
        linked.add(address!)
    const broken = []
    for (const address of linked) if ((await get(address)).status !== 200) broken.push(address)
    expect(broken).toEqual([])
  })

  it('has a reference of every operation, as page and as Markdown', async () => {
    const { paths } = (await app().get('/openapi.json')).body as { paths: Record<string, Record<string, any>> }
    const tags = new Set(
      Object.values(paths).flatMap((methods) => Object.values(methods).map(({ tags: [tag] }) => tag)),
    )
    const texts = new Map<string, string>()
    for (const tag of tags) {
      const slug = String(tag)
        .toLowerCase()
        .replaceAll(/[^a-z0-9]+/g, '-')
      expect((await get(`/docs/reference/${slug}`)).status, slug).toBe(200)
      texts.set(tag, await textAt(`/docs/reference/${slug}.md`))
    }
    const missing = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(
          ([
            method,
            {
              tags: [tag],
            },
          ]) => !texts.get(tag)!.includes(`\`${method.toUpperCase()} /v1${path}\``),
        )
        .map(([method]) => `${method} ${path}`),
    )
    expect(missing).toEqual([])
    expect(texts.get('Contacts')).toContain('| `email` | string (email), at most 320 characters, required |')
  })

  const search = async (query: string) =>
    (await (await get(`/docs/search.json?q=${encodeURIComponent(query)}`)).json()) as {
      address: string
      name: string
    }[]

  it('finds sections by their words', async () => {
    expect((await search('verify event'))[0]).toMatchObject({
      address: '/docs/webhooks#verify-an-event',
      name: 'Webhooks: Verify an event',
    })
    expect(await textAt('/docs/webhooks')).toContain('id="verify-an-event"')
    const firstOf = async (query: string) => (await search(query))[0]!.address.replace(/#.*/, '')
    for (const [query, page] of [
      ['sla', 'reports'],
      ['slack', 'channels'],
      ['certificate expiry', 'certificates'],
      ['uptime kuma', 'uptime-kuma'],
      ['cron', 'cron-jobs'],
      ['postgres', 'databases'],
      ['docker', 'docker-hosts'],
      ['phone call', 'phone'],
      ['login', 'pages-behind-a-login'],
      ['webhook', 'webhooks'],
    ])
      expect.soft(await firstOf(query!), query).toBe(`/docs/${page}`)
    expect(await search('sla')).not.toContainEqual(expect.objectContaining({ name: expect.stringMatching(/slack/i) }))
    expect(await search('')).toEqual([])
    expect((await get('/docs/search.json')).status).toBe(200)
  })

  it('shows examples with the address of this installation', async () => {
    const { origin } = app()
    expect(await textAt('/docs/incidents.md')).toContain(`"${origin}/v1/incidents?status=firing"`)
    expect(await textAt('/docs/reference/contacts')).toContain(`${origin}/v1/contacts`)
    expect(await textAt('/docs/first-monitor')).toContain(`export LAPWING=${origin}\n`)
    expect(await textAt('/llms-full.txt')).not.toContain('https://lapwing.example.com')
  })

  it('is one text for assistants', async () => {
    const whole = await textAt('/llms-full.txt')
    expect(whole).toContain('# Your first monitor\n')
    expect(whole).toContain('# Running Lapwing\n')
  })

  it('serves pictures and nothing outside of its folder', async () => {
    expect((await get('/docs/images/monitor.png')).headers.get('content-type')).toBe('image/png')
    for (const path of ['/docs/nowhere', '/docs/../package.json', '/docs/%2e%2e/README.md', '/docs/..%2fREADME.md'])
      expect((await get(path)).status, path).toBe(404)
    expect(await textAt('/docs/nowhere')).toContain('<h1>Page not found</h1>')
  })
})
