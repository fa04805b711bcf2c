// Visitors who may not see a page must not learn why from the response time: each case takes the same steps.
import { expect, it } from 'vitest'
import { fakeClock } from '../../../test/kit/clock.ts'
import { createVault } from '../../domain/vault.ts'
import { type VisitorServices, type FoundPage, type PageRequest, visiblePage } from './visitors.ts'

const clock = fakeClock()
const page = { id: '1', slug: 'acme', hosts: [], isPublic: true, passwordHash: null }
const pages: Readonly<Record<string, FoundPage | undefined>> = {
  unknown: undefined,
  private: { ...page, isPublic: false },
  'private and locked': { ...page, isPublic: false, passwordHash: 'scrypt' },
  locked: { ...page, passwordHash: 'scrypt' },
}

it.each(Object.keys(pages))('checks the cookie once and reads nothing for a page that is %s', (kind) => {
  const steps: string[] = []
  const vault = createVault(['secret'])
  const visitors: VisitorServices = {
    services: {
      clock,
      vault: { ...vault, open: (sealed, context) => (steps.push('opened'), vault.open(sealed, context)) },
      origin: () => '',
      mail: null,
    },
    pages: {
      find: () => (steps.push('found'), pages[kind]),
      view: () => {
        throw new Error('it was read')
      },
    },
  }
  const forged = vault.seal('[9999999999999,""]', 'another page').toString('base64url')
  const request = { params: { slug: 'acme' }, headers: { cookie: `lapwing_page=${forged}` } } as PageRequest
  expect(visiblePage(visitors, request)).toBe(undefined)
  expect(steps).toEqual(['found', 'opened'])
})
