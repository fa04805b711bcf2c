// Detects the platform of a page. Explicit statements take precedence over indirect hints.
import type { CmsFacts } from './facts.ts'
import { type Platform, platforms } from './platforms.ts'

export interface RecognizedCms {
  readonly platform: Platform
  readonly version: string | null
  /** The evidence for it. */
  readonly seenBy: readonly string[]
}

interface CmsSign {
  readonly text: string
  readonly version: string | null
}

type PlatformTest = (platform: Platform, facts: CmsFacts) => CmsSign | null

const tests: readonly PlatformTest[] = [
  ({ generator }, { generators }) => matching(generator, generators, 'generator'),
  ({ headers = {} }, facts) => {
    for (const [name, pattern] of Object.entries(headers)) {
      const value = facts.headers[name]
      if (value === undefined) continue
      const sign =
        pattern === true
          ? { text: `header ${name}`, version: null }
          : matching(pattern, [String(value)], `header ${name}`)
      if (sign) return sign
    }
    return null
  },
  ({ cookies }, facts) => matching(cookies, facts.cookies, 'cookie'),
  ({ attributes }, facts) => matching(attributes, facts.attributes, 'attribute'),
  ({ notes }, facts) => matching(notes, facts.notes, 'note'),
  ({ addresses }, facts) => matching(addresses, facts.addresses, 'address'),
]

export function recognize(facts: CmsFacts): RecognizedCms | null {
  for (const test of tests)
    for (const platform of platforms) {
      if (!test(platform, facts)) continue
      const signs = tests.map((other) => other(platform, facts)).filter((sign) => sign !== null)
      const version = signs.find((sign) => sign.version !== null)?.version ?? null
      return { platform, version, seenBy: signs.map(({ text }) => text) }
    }
  return null
}

function matching(pattern: RegExp | undefined, texts: readonly string[], what: string): CmsSign | null {
  if (!pattern) return null
  for (const text of texts) {
    const found = pattern.exec(text)
    if (found) return { text: `${what} ${text.slice(0, 120)}`, version: found[1] ?? null }
  }
  return null
}
