import { expect, it } from 'vitest'
import { useOnCallMessages } from './messages.ts'
import { type OnCallState, onCallTitle } from './title.ts'

const person = (name: string) => ({ user_id: name, name, email: `${name}@example.com` })
const schedule = { id: 1, name: 'Primary' }
const at = (day: number): string => `2026-11-${day}T09:00:00Z`
const said = (state: Omit<OnCallState, 'schedule'> | undefined, language: 'en' | 'de' = 'en'): string =>
  onCallTitle(state && { schedule, ...state }, {
    t: useOnCallMessages.in(language).title,
    when: (text) => text.slice(8, 16),
  })

it.each([
  [
    { user: person('Mara Lindqvist'), until: at(19), next: { ...person('Jonas Weber'), starts_at: at(19) } },
    'Mara is on call until 19T09:00. Jonas is next.',
  ],
  [
    { user: person('Mara'), until: at(19), next: { ...person('Jonas'), starts_at: at(21) } },
    'Mara is on call until 19T09:00. Then nobody is on call until 21T09:00.',
  ],
  [{ user: person('Mara'), until: at(19), next: null }, 'Mara is on call until 19T09:00. Nobody is next.'],
  [{ user: person('Mara'), until: null, next: null }, 'Mara is on call.'],
  [
    { user: null, until: null, next: { ...person('Jonas'), starts_at: at(21) } },
    'Nobody is on call. Jonas is next, from 21T09:00.',
  ],
  [{ user: null, until: null, next: null }, 'Nobody is on call.'],
  [undefined, 'Nobody is on call.'],
])('the title says who is on call, until when and who is next', (state, text) => expect(said(state)).toBe(text))

it('is said in German', () => {
  const state = { user: person('Mara'), until: at(19), next: { ...person('Jonas'), starts_at: at(19) } }
  expect(said(state, 'de')).toBe('Mara hat Bereitschaft bis 19T09:00. Danach kommt Jonas.')
})
