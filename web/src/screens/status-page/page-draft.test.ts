import { describe, expect, it } from 'vitest'
import type { StatusPageEdited } from '../../api-types.ts'
import { adoptIds, bodyOf, changesBetween, draftOf, moveComponent, newComponent, publishedDraft } from './page-draft.ts'

const component = (id: string, name: string) =>
  ({
    object: 'status_page_component',
    id,
    name,
    description: null,
    position: 0,
    display_mode: 'rolled_up',
    public_cause: 'hidden',
    monitor_ids: ['m1'],
    monitor_tags: [],
    monitors: [{ id: 'm1', name: 'Shop', type: 'http' }],
    third_party: null,
  }) as const

const page = {
  name: 'Acme',
  description: null,
  footer: null,
  support_url: null,
  theme: 'auto',
  language: 'en',
  days_shown: 90,
  dim_untracked_days: true,
  components: [component('a', 'Checkout'), component('b', 'Search')],
  draft: null,
} as unknown as StatusPageEdited

const published = publishedDraft(page)

describe('a draft of a page', () => {
  it('starts as the page is, and then is what was stored', () => {
    expect(draftOf(page)).toEqual(published)
    const draft = { components: [component('b', 'Find')], look: { theme: 'dark' as const, days_shown: 30 } }
    const stored = draftOf({ ...page, draft })
    expect(stored.components.map(({ name }) => name)).toEqual(['Find'])
    expect(stored.look).toEqual({ ...published.look, theme: 'dark', daysShown: 30 })
  })

  it('sends empty texts as null and new components without an id', () => {
    const body = bodyOf({ ...published, components: [newComponent({ name: 'Mail', tags: ['mail'] })] })
    expect(body.look).toMatchObject({ name: 'Acme', description: null, footer: null, supportUrl: null })
    expect(body.components).toEqual([
      {
        name: 'Mail',
        description: null,
        displayMode: 'rolled_up',
        publicCause: 'hidden',
        monitorIds: [],
        monitorTags: ['mail'],
        thirdParty: null,
      },
    ])
  })
})

it.each([
  ['a', 1, 'ba'],
  ['a', 9, 'ba'],
  ['b', 0, 'ba'],
  ['b', -3, 'ba'],
  ['b', 1, 'ab'],
  ['x', 0, 'ab'],
])('moves component %s to place %i', (key, place, order) => {
  const moved = moveComponent(published.components, key, place)
  expect(moved.map(({ id }) => id).join('')).toBe(order)
})

it('new components get the ids of what was stored, also if they have moved since', () => {
  const fresh = newComponent({ name: 'Mail' })
  const sent = [published.components[0]!, fresh]
  const adopted = adoptIds([fresh, published.components[0]!], sent, [{ id: 'a' }, { id: 'c' }])
  expect(adopted.map(({ id }) => id)).toEqual(['c', 'a'])
})

describe('unpublished changes', () => {
  const { components, look } = published
  it.each([
    ['nothing', published, []],
    ['an order', { look, components: components.toReversed() }, [{ what: 'order' }]],
    ['a removal', { look, components: [components[1]!] }, [{ what: 'removed', name: 'Checkout' }]],
    [
      'an addition in front',
      { look, components: [newComponent({ name: 'Mail' }), ...components] },
      [{ what: 'added', name: 'Mail' }],
    ],
    [
      'another name',
      { look, components: [{ ...components[0]!, name: 'Pay' }, components[1]!] },
      [{ what: 'changed', name: 'Pay' }],
    ],
    ['a look', { components, look: { ...look, daysShown: 30 } }, [{ what: 'look', field: 'daysShown' }]],
  ])('name %s', (_what, draft, changes) => expect(changesBetween(published, draft)).toEqual(changes))
})
