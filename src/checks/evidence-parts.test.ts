import { expect, it } from 'vitest'
import { evidenceParts } from './evidence-parts.ts'

it('derives the form of each part from its shape or from the notes of its type', () => {
  const evidence = {
    body: 'Moved',
    redirects: ['https://example.com/'],
    timings: { dns_ms: 3 },
    quota: [{ used: 1 }],
    hops: [{ ttl: 1 }],
  }
  expect(
    evidenceParts({ hops: { kind: 'hops', label: 'Path' } }, evidence).map(({ label, kind }) => [label, kind]),
  ).toEqual([
    ['Body', 'text'],
    ['Redirects', 'text'],
    ['Timings', 'key-value'],
    ['Quota', 'table'],
    ['Path', 'hops'],
  ])
  expect(evidenceParts({}, null)).toEqual([])
})
