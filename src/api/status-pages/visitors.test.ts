// Visitors who may not see a page must not learn why from the response time: each case takes the same steps.
import { expect, it } from 'vitest'
import { fakeClock } from '../../../test/kit/clock.ts'
import { createVault } from '../../domain/vault.ts'
import { type VisitorServices, type FoundPage, type PageRequest, seenBy } from './visitors.ts'

const clock = fakeClock()
const door = { id: '1', slug: 'acme', hosts: [], isPublic: true, passwordHash: null }
const doors: Readonly<Record<string, FoundPage | undefined>> = {
  unknown: undefined,
  private: { ...door, isPublic: false },
  'private and locked': { ...door, isPublic: false, passwordHash: 'scrypt' },
  locked: { ...door, passwordHash: 'scrypt' },
}

it.each(Object.keys(doors))(
  'a page that is %s takes one look at what the visitor brings, and reads nothing',
  (kind) => {
    const steps: string[] = []
    const vault = createVault(['secret'])
    const looking: VisitorServices = {
      services: {
        clock,
        vault: { ...vault, open: (sealed, context) => (steps.push('opened'), vault.open(sealed, context)) },
        origin: () => '',
        mail: null,
      },
      pages: {
        pageAccessOf: () => (steps.push('found'), doors[kind]),
        shown: () => {
          throw new Error('it was read')
        },
      },
    }
    const forged = vault.seal('[9999999999999,""]', 'another page').toString('base64url')
    const request = { params: { slug: 'acme' }, headers: { cookie: `lapwing_page=${forged}` } } as PageRequest
    expect(seenBy(looking, request)).toBe(undefined)
    expect(steps).toEqual(['found', 'opened'])
  },
)
