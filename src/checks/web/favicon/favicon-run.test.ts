import { describe, expect, it } from 'vitest'
import { runCheck } from '../../../../test/kit/checks/run-check.ts'
import { keepsTheContractOverHttp } from '../../../../test/kit/checks/run-contract.ts'
import { startSite } from '../../../../test/kit/servers/small-site.ts'
import type { CheckMemory } from '../../../domain/outcome.ts'
import { favicon } from '../favicon.ts'
import { imageFormat, isSentAsImage } from './image.ts'

keepsTheContractOverHttp(favicon)

const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(100)])
const ico = Buffer.concat([Buffer.from([0, 0, 1, 0, 1, 0]), Buffer.alloc(60, 1)])
const svg =
  '<?xml version="1.0"?><!-- drawn --><!DOCTYPE svg [<!ENTITY a ">">]>\n<svg xmlns="http://www.w3.org/2000/svg"/>'
const sentAs = (type: string, body: string | Buffer) => ({ headers: { 'content-type': type }, body })
const page = (head: string) => sentAs('text/html', `<!doctype html><head>${head}</head><p>Hello`)

type Pages = Parameters<typeof startSite>[0]

async function check(pages: Pages, path = '/') {
  const site = await startSite(pages)
  const outcome = await runCheck(favicon, `${site.origin}${path}`)
  const evidence = JSON.parse(JSON.stringify(outcome.evidence).replaceAll(site.origin, '@'))
  return { ...outcome, evidence, requested: site.requested.slice(1) }
}

const well = { 'favicon.found': 1, 'favicon.content_type_match': 1 }

describe('an icon is found', () => {
  it.each<[where: string, pages: Pages, icon: object, requested: string[]]>([
    [
      'at /favicon.ico when the page names none',
      { '/': page('<link rel=stylesheet href=/x>'), '/favicon.ico': sentAs('image/x-icon', ico) },
      { url: '@/favicon.ico', format: 'ICO', content_type: 'image/x-icon', bytes: 66 },
      ['GET /favicon.ico'],
    ],
    [
      'where a link of the page leads, below its base',
      {
        '/': page('<base href="/assets/"><LINK REL="Shortcut Icon" HREF="i.png?a&amp;b">'),
        '/assets/i.png?a&b': sentAs('image/png', png),
      },
      { url: '@/assets/i.png?a&b', format: 'PNG', bytes: 108 },
      ['GET /assets/i.png?a&b'],
    ],
    [
      'in the manifest when no link names one',
      {
        '/': page('<link rel=manifest href=/app/manifest.json>'),
        '/app/manifest.json': '{"icons":[null,{"src":7},{"src":"i.svg"}]}',
        '/app/i.svg': sentAs('image/svg+xml', svg),
      },
      { url: '@/app/i.svg', format: 'SVG' },
      ['GET /app/manifest.json', 'GET /app/i.svg'],
    ],
    [
      'in the page itself',
      { '/': page(`<link rel=icon href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E">`) },
      { format: 'SVG', content_type: 'image/svg+xml', bytes: 41 },
      [],
    ],
    [
      'in the page itself, as base64',
      { '/': page(`<link rel=icon href="data:image/png;base64,${png.toString('base64')}">`) },
      { format: 'PNG', content_type: 'image/png', bytes: 108 },
      [],
    ],
  ])('%s', async (_where, pages, icon, requested) => {
    const outcome = await check(pages)
    expect(outcome).toMatchObject({ success: true, statusCode: 200, metrics: well, evidence: { icon }, requested })
    expect(outcome.metrics['favicon.bytes']).toBe(outcome.evidence.icon.bytes)
    expect(outcome.metrics).not.toHaveProperty(['favicon.changed'])
  })

  it('at the target if that is an icon', async () => {
    const { metrics, requested } = await check({ '/i.png': sentAs('image/png', png) }, '/i.png')
    expect([metrics, requested]).toEqual([{ ...well, 'favicon.bytes': 108 }, []])
  })

  it('after broken links, which are shown', async () => {
    const links = '<link rel=icon href=/gone.png><link rel=icon href=/soft.png><link rel=icon href="http://">'
    const pages = { '/': page(links), '/soft.png': page(''), '/favicon.ico': sentAs('image/x-icon', ico) }
    const { metrics, evidence } = await check(pages)
    expect(metrics).toMatchObject(well)
    expect(evidence.tried).toEqual([
      { url: '@/gone.png', problem: '404 Not Found' },
      { url: '@/soft.png', problem: 'it is not an image (sent as text/html)' },
    ])
  })

  it('with a wrong content type, which is reported', async () => {
    const { metrics } = await check({ '/': page(''), '/favicon.ico': sentAs('text/plain', ico) })
    expect(metrics).toMatchObject({ 'favicon.found': 1, 'favicon.content_type_match': 0 })
  })
})

describe('no icon is found', () => {
  it.each<[when: string, pages: Pages, metrics: object, path?: string]>([
    ['when there is none', { '/': page('') }, { 'favicon.found': 0 }],
    [
      'when a page is sent in its place',
      { '/': page(''), '/favicon.ico': page('') },
      { 'favicon.found': 0, 'favicon.content_type_match': 0 },
    ],
    [
      'when the page asks for none',
      { '/': page('<link rel=icon href="data:,">') },
      { 'favicon.found': 0, 'favicon.content_type_match': 0 },
    ],
    ['at an address of one that is gone', {}, { 'favicon.found': 0 }, '/i.png'],
  ])('%s', async (_when, pages, metrics, path) => {
    const outcome = await check(pages, path)
    expect([outcome.success, outcome.error, outcome.metrics]).toEqual([true, null, metrics])
    expect(outcome.evidence.tried.length).toBeGreaterThan(0)
  })

  it('on an error page, which is a separate failure', async () => {
    const { metrics, error, cause, statusCode } = await check({ '/': { status: 503 } })
    expect([metrics, error, cause, statusCode]).toEqual([
      {},
      'the page responded with HTTP 503 Service Unavailable',
      'http_status',
      503,
    ])
  })
})

describe('a change', () => {
  it('is reported from one check to the next', async () => {
    const pages: Pages = { '/': page(''), '/favicon.ico': sentAs('image/x-icon', ico) }
    const { origin } = await startSite(pages)
    let known: CheckMemory | undefined
    const changed = async (): Promise<number | undefined> => {
      const { metrics, remember } = await runCheck(favicon, `${origin}/`, {
        known,
        config: { confirmationThreshold: 2 },
      })
      known = remember ?? known
      return metrics['favicon.changed']
    }
    expect([await changed(), await changed()]).toEqual([undefined, 0])
    pages['/favicon.ico'] = sentAs('image/png', png)
    expect([await changed(), await changed(), await changed()]).toEqual([1, 1, 0])
  })
})

describe('an image', () => {
  it.each([
    ['PNG', png],
    ['ICO', ico],
    ['GIF', Buffer.from('GIF89a.......')],
    ['JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    ['WebP', Buffer.from('RIFF....WEBPVP8 ')],
    ['AVIF', Buffer.from('....ftypavif....')],
    ['BMP', Buffer.from('BM............')],
    ['SVG', Buffer.from(svg)],
    ['SVG', Buffer.from('\ufeff  <svg:svg>')],
    [null, Buffer.alloc(0)],
    [null, Buffer.from([0, 0, 1, 0, 0, 0])],
    [null, Buffer.from('<!doctype html><svg>')],
    [null, Buffer.from('<!-- <svg>')],
    [null, Buffer.from('<!doctype svg [')],
    [null, Buffer.from('<!-- -->'.repeat(20_000))],
  ])('is detected by its bytes: %s', (format, bytes) => {
    expect(imageFormat(bytes)).toBe(format)
  })

  it.each([
    ['PNG', 'image/png', true],
    ['PNG', 'image/x-icon; charset=binary', true],
    ['PNG', 'image/svg+xml', false],
    ['SVG', 'Image/SVG+XML; charset=utf-8', true],
    ['SVG', 'image/png', false],
    ['ICO', 'application/octet-stream', false],
    [null, 'image/png', false],
  ] as const)('that is %s and sent as %s: %s', (format, type, fits) => {
    expect(isSentAsImage(format, type)).toBe(fits)
  })
})
