import { describe, expect, it } from 'vitest'
import { channelTest, critical, resolved, samples } from '../../../test/kit/resources/alerts.ts'
import { htmlFor, textFor } from './email-body.ts'

const tagsAllowed = new Set([
  'html',
  'head',
  'meta',
  'title',
  'style',
  'body',
  'div',
  'table',
  'tr',
  'td',
  'p',
  'h1',
  'a',
  'br',
])
const empty = new Set(['meta', 'br'])

describe('an email', () => {
  it.each(Object.entries(samples))('of %s is well-formed HTML without injected markup', (_what, alert) => {
    const html = htmlFor(alert)
    const open: string[] = []
    for (const [, closing, name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*>/gi)) {
      expect(tagsAllowed).toContain(name)
      if (closing) expect(open.pop()).toBe(name)
      else if (!empty.has(name)) open.push(name)
    }
    expect(open).toEqual([])
    expect(html).not.toMatch(/undefined|null|NaN|&(?!(amp|lt|gt|quot|#39|nbsp);)/)
    // Gmail clips longer emails.
    expect(Buffer.byteLength(html)).toBeLessThan(102_000)
  })

  it('has the same content in text and HTML', () => {
    const text = textFor(critical)
    expect(text).toMatch(/^Shop is down: success == false\n\nThe server did not accept .*\n\nAddress: https:/)
    expect(text).toContain('\nhttps://lapwing.example/incidents/4711\n\n-- \nAcme · ')
    for (const words of ['Shop is down: success == false', 'no response within 10 s', 'from Falkenstein and Ashburn'])
      expect(htmlFor(critical)).toContain(words)
  })

  it('links to the incident if there is one', () => {
    expect(htmlFor(resolved)).toContain('<a href="https://lapwing.example/incidents/4711"')
    expect(htmlFor(channelTest)).not.toContain('<a ')
  })

  it('supports dark mode and phones', () => {
    const html = htmlFor(critical)
    for (const rule of [
      'prefers-color-scheme: dark',
      'max-width: 480px',
      'name="color-scheme" content="light dark"',
      'name="viewport"',
    ])
      expect(html).toContain(rule)
  })

  it('loads no external resources', () => {
    expect(htmlFor(critical)).not.toMatch(/<(img|link|script|iframe)|url\(|@import/)
  })
})
