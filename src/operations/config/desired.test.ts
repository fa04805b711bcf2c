import { expect, it } from 'vitest'
import type { OrganizationContext } from '../registry/define.ts'
import { readDesired } from './desired.ts'
import { Directory, type Live } from './directory.ts'
import { Problems } from './problems.ts'

const nothing: Live = { objects: [], byPath: new Map(), managed: new Map(), directory: new Directory(new Map()) }

it('sends statements while it validates many objects, so that PostgreSQL does not end the transaction', async () => {
  let statements = 0
  const context = { db: { run: async () => statements++ } } as unknown as OrganizationContext
  const objects = Array.from({ length: 100 }, (_, n) => ({
    section: 'contacts' as const,
    key: `c${n}`,
    source: 'test',
    document: 0,
    body: { name: `C ${n}`, email: `c${n}@example.com` },
  }))
  const problems = new Problems()
  expect(await readDesired(context, objects, { live: nothing, problems })).toHaveLength(100)
  expect(statements).toBe(5)
})
