// Discoverers that read files and web servers: zones, sitemaps and Prometheus.
import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { hasPrometheus, startPrometheus } from '../../test/kit/debian/prometheus.ts'
import { newFolder } from '../../test/kit/files.ts'
import { commandLine } from '../../test/kit/lapwing/command-line.ts'
import { freePort } from '../../test/kit/servers/free-port.ts'
import { listening } from '../../test/kit/servers/listening.ts'
import { waitUntil } from '../../test/kit/wait-until.ts'

function fileWith(text: string | Buffer, name = 'file'): string {
  const folder = newFolder()
  onTestFinished(() => folder.remove())
  writeFileSync(join(folder.path, name), text)
  return join(folder.path, name)
}

async function discover(...words: string[]) {
  const { code, stdout, stderr } = await commandLine(['discover', ...words], {})
  const monitors = stdout === '' ? [] : (parse(stdout).monitors as any[])
  return { code, stdout, stderr, monitors, targets: monitors.map(({ target }) => target as string) }
}

const zone = `$TTL 1h
@ IN SOA ns1 host\\.master (
      2026010101 ; serial (of the year
      3600 600 86400 60 )
    NS ns1
    NS ns.other.example.
    MX 10 mail
    TXT "v=spf1 -all; \\"x\\"" " and more"
    CAA 0 issue "ca.example"
ns1 A 192.0.2.1
mail 300 IN A 192.0.2.2
     IN 300 A 192.0.2.3
  AAAA 2001:db8::1
WWW CNAME @
*.w A 192.0.2.9
_sip._tcp SRV 0 5 5060 mail
$ORIGIN sub.shop.example.
a A 192.0.2.4
b.shop.example. A 192.0.2.5
`

describe('dns', () => {
  it('has a monitor for the records of a name and type', async () => {
    const { code, stderr, monitors } = await discover(
      'dns',
      fileWith(zone),
      '--origin',
      'Shop.example.',
      '--source',
      'dns',
    )
    expect([code, stderr]).toEqual([0, ''])
    expect(monitors.map(({ key, config }) => [key, config.queryType, config.expectedValues])).toEqual([
      ['dns._sip._tcp.shop.example.srv', 'SRV', ['mail.shop.example']],
      ['dns.a.sub.shop.example.a', 'A', ['192.0.2.4']],
      ['dns.b.shop.example.a', 'A', ['192.0.2.5']],
      ['dns.mail.shop.example.a', 'A', ['192.0.2.2', '192.0.2.3']],
      ['dns.mail.shop.example.aaaa', 'AAAA', ['2001:db8::1']],
      ['dns.ns1.shop.example.a', 'A', ['192.0.2.1']],
      ['dns.shop.example.caa', 'CAA', ['ca.example']],
      ['dns.shop.example.mx', 'MX', ['mail.shop.example']],
      ['dns.shop.example.ns', 'NS', ['ns.other.example', 'ns1.shop.example']],
      ['dns.shop.example.txt', 'TXT', ['v=spf1 -all; "x" and more']],
      ['dns.www.shop.example.cname', 'CNAME', ['shop.example']],
    ])
  })

  it('has a monitor for each host', async () => {
    const read = (check: string) => discover('dns', fileWith(zone), '--origin', 'shop.example', '--check', check)
    const names = ['a.sub.shop', 'b.shop', 'mail.shop', 'ns1.shop', 'www.shop'].map((name) => `${name}.example`)
    expect((await read('icmp')).targets).toEqual(names)
    expect((await read('http')).targets).toEqual(names.map((name) => `https://${name}/`))
  })

  it.skipIf(!existsSync('/usr/bin/named-checkzone'))('reads a file as BIND does', async () => {
    const file = fileWith(zone)
    const whole = join(file, '../whole')
    execFileSync('/usr/bin/named-checkzone', ['-i', 'none', '-D', '-o', whole, 'shop.example', file])
    const read = (path: string) => discover('dns', path, '--origin', 'shop.example', '--source', 'dns')
    expect((await read(whole)).stdout).toBe((await read(file)).stdout)
  })

  it.each([
    ['a A 192.0.2.1\n$INCLUDE other', '--check=dns', 'line 2: $INCLUDE is not read'],
    ['\n\n"open', '--check=dns', 'line 3: has a quotation mark'],
    ['x SOA (\n1', '--check=dns', 'line 2: a parenthesis is not closed'],
    ['a IN 300', '--check=dns', 'line 1: has no record type'],
    ['\\065"; A 1', '--check=dns', 'has a quotation mark'],
    ['a/b A 192.0.2.1', '--check=dns', 'a/b.shop.example A: is not a hostname'],
    ['a\u001b[2J A 192.0.2.1', '--check=dns', 'is not a hostname'],
  ])('names the mistake in %j', async (text, check, message) => {
    const { code, stderr } = await discover('dns', fileWith(text), '--origin', 'shop.example', check)
    expect([code, stderr]).toEqual([1, expect.stringContaining(message)])
    expect(stderr).not.toContain('\u001b')
  })

  it('needs an origin for relative names', async () => {
    expect((await discover('dns', fileWith('a A 192.0.2.1'))).stderr).toContain('line 1: a needs an origin')
  })

  it('reads large and hostile files in linear time', async () => {
    const hostile = [
      '('.repeat(200_000),
      '"\\'.repeat(200_000),
      ';'.repeat(200_000),
      '\\'.repeat(200_001),
      ' '.repeat(200_000),
    ]
    for (const text of hostile)
      expect((await discover('dns', fileWith(`a A 1\n${text}`), '--origin', 'x')).code).toBeLessThan(2)
    const many = Array.from({ length: 6000 }, (_, n) => `h${n} A 192.0.2.1`).join('\n')
    const { code, stderr, monitors } = await discover('dns', fileWith(many), '--origin', 'x')
    expect([code, stderr, monitors.length]).toEqual([
      1,
      expect.stringContaining('6000 monitors: a document has at most'),
      5000,
    ])
  })
})

describe('sitemap', () => {
  const urls = (...paths: string[]) =>
    `<urlset>${paths.map((path) => `<url><loc>${path}</loc></url>`).join('')}</urlset>`
  const serve = async (files: (origin: string) => Record<string, string | Buffer>) => {
    let pages: Record<string, string | Buffer> = {}
    const server = createServer(({ url = '' }, response) =>
      pages[url] === undefined ? response.writeHead(404).end() : response.end(pages[url]),
    )
    const origin = `http://127.0.0.1:${await listening(server)}`
    pages = files(origin)
    return origin
  }

  it('reads an index and its files, and only pages of the same site', async () => {
    const origin = await serve((at) => ({
      '/index.xml': `<sitemapindex><sitemap><loc>${at}/a.xml.gz</loc></sitemap><sitemap><loc>${at}/index.xml</loc></sitemap><sitemap><loc>http://169.254.169.254/x</loc></sitemap></sitemapindex>`,
      '/a.xml.gz': gzipSync(
        urls(`${at}/`, `${at}/p/1`, `${at}/p/2?a=1&amp;b=2#c`, `${at}/p/1`, 'https://other.example/', 'javascript:x'),
      ),
    }))
    const found = await discover('sitemap', `${origin}/index.xml`)
    expect([found.code, found.stderr]).toEqual([0, ''])
    expect(found.targets.toSorted()).toEqual(['/', '/p/1', '/p/2?a=1&b=2'].map((path) => origin + path))
    expect((await discover('sitemap', `${origin}/index.xml`, '--under', '/p/')).targets).toHaveLength(2)
    const limited = await discover('sitemap', `${origin}/index.xml`, '--max', '2')
    expect(limited).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('lists more than 2 pages') })
  })

  it('says which file cannot be read', async () => {
    const origin = await serve((at) => ({
      '/index.xml': `<sitemapindex><sitemap><loc>${at}/gone.xml</loc></sitemap></sitemapindex>`,
      '/html': '<!doctype html><p>',
    }))
    const read = async (path: string) => (await discover('sitemap', path)).stderr
    expect(await read(`${origin}/index.xml`)).toContain(`${origin}/gone.xml: the response has the status 404.`)
    expect(await read(`${origin}/html`)).toContain('it is an HTML page')
    expect(await read(`http://127.0.0.1:${await freePort()}/`)).toContain('ECONNREFUSED')
    expect(await read('/nowhere.xml')).toContain('ENOENT')
    expect(
      await read(fileWith('<sitemapindex><sitemap><loc>https://a.example/</loc></sitemap></sitemapindex>')),
    ).toContain('Name its URL instead.')
  })
})

describe('prometheus', () => {
  const job = (name: string, module: string, targets: string[], labels = {}) => ({
    job_name: name,
    metrics_path: '/probe',
    params: { module: [module] },
    scrape_interval: '2s',
    static_configs: [{ targets, labels }],
    relabel_configs: [
      { source_labels: ['__address__'], target_label: '__param_target' },
      { source_labels: ['__param_target'], target_label: 'instance' },
      { target_label: '__address__', replacement: '127.0.0.1:1' },
    ],
  })
  const jobs = [
    job('web', 'http_2xx', ['https://a.example/health', 'b.example'], { env: 'prod' }),
    job('again', 'http_2xx', ['b.example']),
    job('login', 'http_2xx', ['https://ada:secret@c.example/']),
    job('ping', 'icmp', ['192.0.2.1']),
    { job_name: 'node', static_configs: [{ targets: ['127.0.0.1:1'] }] },
  ]

  it('reads static targets, and keeps secrets to itself', async () => {
    const { code, stderr, stdout, monitors } = await discover(
      'prometheus',
      fileWith(JSON.stringify({ scrape_configs: jobs })),
    )
    expect([code, stderr]).toEqual([0, ''])
    expect(monitors).toMatchObject([
      { type: 'http', target: 'http://b.example', tags: ['env:prod', 'job:again', 'job:web'] },
      { type: 'http', target: 'https://a.example/health', interval: 2, tags: ['env:prod', 'job:web'] },
      { type: 'http', target: 'https://c.example/', config: { authPassword: { variable: 'BLACKBOX_AUTH_PASSWORD' } } },
      { type: 'icmp', target: '192.0.2.1' },
    ])
    expect(stdout).not.toContain('secret')
  })

  it('uses the modules of blackbox.yml, and names what it cannot read', async () => {
    const file = fileWith(
      JSON.stringify({ scrape_configs: [...jobs, { ...jobs[0], dns_sd_configs: [{}], job_name: 'sd' }] }),
    )
    const modules = fileWith('modules: { http_2xx: { prober: http, http: { method: HEAD } } }')
    const { code, stderr, monitors } = await discover('prometheus', file, modules)
    expect([code, monitors[0].config]).toEqual([1, { method: 'HEAD' }])
    expect(stderr).toContain('the module icmp is not in the file')
    expect(stderr).toContain('sd: targets of dns_sd_configs are not in the file')
    expect(await discover('prometheus')).toMatchObject({ code: 64 })
  })

  it.skipIf(!hasPrometheus)('reads the same from a running Prometheus', async () => {
    const prometheus = await startPrometheus({ origin: 'http://127.0.0.1:1', key: 'x', alerts: {}, jobs })
    onTestFinished(prometheus.stop)
    await waitUntil(async () => (await prometheus.ask('/targets')).activeTargets.length === 7)
    const running = await discover('prometheus', '--from', prometheus.origin)
    const file = await discover('prometheus', fileWith(JSON.stringify({ scrape_configs: jobs })))
    expect(running.stdout).toBe(file.stdout)
  })
})
