import { expect, it } from 'vitest'
import { slugOf } from './slug.ts'

it.each([
  ['Halden Outdoor', 'halden-outdoor'],
  ['  Größe & Café, Inc. ', 'grosse-cafe-inc'],
  ['日本', ''],
  ['a'.repeat(49) + ' b', 'a'.repeat(49)],
])('proposes an address for %j', (name, slug) => expect(slugOf(name)).toBe(slug))
