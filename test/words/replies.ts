// The texts of the pages that links in alerts open, in both languages.
import { replyTexts } from '../../src/api/replies/reply-texts.ts'

const samples: Readonly<Record<string, readonly unknown[]>> = {
  since: ['4 min 12 s', '03:14 (Europe/Berlin)'],
  paged: ['Jonas', '2 min'],
  next: ['Jonas', '8 min'],
  affected: [3],
  lastHour: [4],
  actsThrough: ['Slack', 'Ops'],
  from: ['Frankfurt'],
  problem: ['HTTP 503 (expected 2xx or 3xx)'],
}

/** Each text with its path; functions are called with samples. */
export function replySentences(texts: object, path: readonly string[] = []): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]): [string, string][] => {
    if (value === null) return []
    const name = [...path, key].join('.')
    if (typeof value === 'function') return [[name, String(value(...(samples[key] ?? ['Mara'])))]]
    return typeof value === 'object' ? replySentences(value as object, [...path, key]) : [[name, String(value)]]
  })
}

export function repliesPage(): string {
  const german = new Map(replySentences(replyTexts.de))
  return [...new Set([...replySentences(replyTexts.en).map(([name]) => name), ...german.keys()])]
    .map((name) => {
      const english = new Map(replySentences(replyTexts.en)).get(name) ?? '(as the incident says)'
      return `  ${name}\n      ${english}\n      ${german.get(name) ?? ''}`
    })
    .join('\n')
}
