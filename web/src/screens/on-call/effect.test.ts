import { describe, expect, it } from 'vitest'
import { coverEffect, effectText } from './effect.ts'
import { useOnCallMessages } from './messages.ts'

const person = (name: string) => ({ user_id: name, name, email: `${name}@example.com` })
const entry = (from: number, to: number) => ({
  starts_at: `2026-11-${from}T09:00:00Z`,
  ends_at: `2026-11-${to}T09:00:00Z`,
})
const view = {
  overrides: [{ ...entry(20, 21), id: 'cover', reason: null, user: person('Jonas Weber') }],
  shifts: [
    { ...entry(16, 20), user: person('Mara Lindqvist'), is_override: false },
    { ...entry(20, 21), user: person('Jonas Weber'), is_override: true },
    { ...entry(21, 23), user: person('Tomás'), is_override: false },
  ],
  gaps: [entry(23, 25)],
}
const words = {
  t: useOnCallMessages.in('en').effect,
  duration: (seconds: number) => `${seconds / 3600} h`,
  list: String,
}
const said = (userId: string, from: number, to: number): string => {
  const { starts_at: starts, ends_at: ends } = entry(from, to)
  return effectText(coverEffect(view, { userId, span: { from: Date.parse(starts), to: Date.parse(ends) } }), words)
}

describe('a cover', () => {
  it.each([
    ['Priya', 23, 25, 'Fills the gap.'],
    ['Priya', 18, 19, 'Takes 24 h from Mara.'],
    ['Priya', 19, 21, "Overlaps Jonas's cover."],
    ['Priya', 22, 24, 'Fills 24 h of a gap. Takes 24 h from Tomás.'],
    ['Tomás', 21, 23, 'That is already the shift of this person (48 h).'],
    ['Tomás', 22, 24, 'Fills 24 h of a gap. That is already the shift of this person (24 h).'],
  ])('of %s from %d to %d: %s%s', (userId, from, to, text) => expect(said(userId, from, to)).toBe(text))
})
