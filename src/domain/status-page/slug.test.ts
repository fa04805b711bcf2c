import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { reservedSlugs } from './slug.ts'

it('reserves the words that the documentation lists', () => {
  const page = readFileSync(new URL('../../../docs/status-pages.md', import.meta.url), 'utf8')
  const section = page.slice(page.indexOf('## Addresses'), page.indexOf('## Status\n'))
  const listed = [...section.matchAll(/`([a-z0-9-]+)`/g)].map(([, word]) => word!).filter((word) => word !== 'slug')
  expect(listed).toEqual([...reservedSlugs])
})
