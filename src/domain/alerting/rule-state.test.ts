import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type RuleTransition,
  type RuleState,
  type RuleTerms,
  type RuleContext,
  advanceRule,
  atRest,
  closedByHand,
  isAtRest,
} from './rule-state.ts'

const minute = 60_000
const usual: RuleTerms = {
  failureThreshold: 3,
  minFailedProbes: 2,
  durationWindowMs: 0,
  clearAfter: 1,
  reminderDays: [],
}
const lone: RuleTerms = { ...usual, failureThreshold: 1, minFailedProbes: 1 }
const watch = (live: number[], more: Partial<RuleContext> = {}): RuleContext => ({
  live,
  parallel: false,
  exempt: false,
  ...more,
})

interface Look {
  at?: number
  dueAt?: number
  value?: number
}

/** Feeds checks written as `1x` (location 1 violates) or `2.` (location 2 does not), by default one minute apart. */
function play(terms: RuleTerms, on: RuleContext, from = atRest) {
  let state: RuleState = from
  let at = 0
  const changes: (RuleTransition['kind'] | null)[] = []
  const look = (text: string, { at: when, dueAt, value = 0 }: Look = {}) => {
    at = when ?? at + minute
    const step = advanceRule(
      terms,
      state,
      { at, dueAt: dueAt ?? at, location: Number(text[0]), violated: text[1] === 'x', value },
      on,
    )
    state = step.state
    changes.push(step.change?.kind ?? null)
    return step
  }
  return { look, all: (texts: string) => texts.split(' ').map((text) => look(text)), changes, state: () => state }
}

const opensAt = (terms: RuleTerms, on: RuleContext, texts: string): number =>
  play(terms, on)
    .all(texts)
    .findIndex(({ change }) => change?.kind === 'opened')

describe('opening', () => {
  it.each([
    ['after as many violating checks in a row as the threshold says', usual, [1, 2], '1x 2x 1x', 2],
    ['not when a good check comes between', usual, [1, 2], '1x 2x 1. 2x 1x', -1],
    ['not while too few locations see it', usual, [1, 2], '1x 1x 1x 1x', -1],
    ['when the second location sees it too', usual, [1, 2], '1x 1x 1x 2x', 3],
    ['with fewer locations than asked for when no more are alive', usual, [1], '1x 1x 1x', 2],
    ['at once when one check is enough', lone, [1, 2], '1x', 0],
    ['never from a location that only fails now and then', usual, [1, 2, 3], '1x 2. 3. 1x 2. 3. 1x 2. 3.', -1],
  ])('comes %s', (_name, terms, live, texts, expected) => {
    expect(opensAt(terms, watch(live), texts)).toBe(expected)
  })

  it('waits for the duration window, counted from the first violation', () => {
    expect(opensAt({ ...lone, durationWindowMs: 3 * minute }, watch([1]), '1x 1x 1x 1x')).toBe(3)
    expect(opensAt({ ...lone, durationWindowMs: 3 * minute }, watch([1]), '1x 1x 1. 1x 1x 1x')).toBe(-1)
  })

  it('needs one location if a second cannot confirm', () => {
    expect(opensAt({ ...usual, failureThreshold: 1 }, watch([1, 2, 3], { exempt: true }), '1x')).toBe(0)
  })

  it('forgets a location that is gone', () => {
    const { look, state } = play(usual, watch([1, 2]), { ...atRest, streak: 4, since: 1, failing: [9] })
    expect(look('1x').change).toBeNull()
    expect(state().failing).toEqual([1])
  })

  it('reports when the streak began', () => {
    expect(play(usual, watch([1, 2])).all('1x 2x 1x')[2]!.change).toMatchObject({
      kind: 'opened',
      since: minute,
      reopens: false,
    })
  })

  it('requests another check while it is undecided', () => {
    const steps = play(usual, watch([1, 2])).all('1x 2x 1x 2x 1.')
    expect(steps.map(({ undecided }) => undecided)).toEqual([true, true, false, false, false])
  })
})

describe('closing', () => {
  const open = (terms: RuleTerms, live: number[]) => {
    const game = play(terms, watch(live))
    game.all('1x 2x 1x 2x')
    return game
  }

  it('happens when fewer locations fail than an incident needs', () => {
    expect(open(usual, [1, 2]).look('1.').change).toMatchObject({ kind: 'closed', flapping: false, heldUntil: null })
  })

  it('waits for all locations if one is enough to open', () => {
    const game = open({ ...usual, minFailedProbes: 1 }, [1, 2])
    expect(game.look('1.')).toMatchObject({ change: null, undecided: true })
    expect(game.look('2.').change?.kind).toBe('closed')
  })

  it('waits for the required number of good checks in a row', () => {
    const game = open({ ...usual, clearAfter: 3 }, [1, 2])
    expect(game.all('1. 2. 1.').map(({ change }) => change?.kind ?? null)).toEqual([null, null, 'closed'])
  })

  it('starts counting good checks again after a bad one', () => {
    const game = open({ ...usual, minFailedProbes: 1, clearAfter: 2 }, [1, 2])
    expect(game.all('1. 2. 1x 1. 2.').map(({ change }) => change?.kind ?? null)).toEqual([
      null,
      null,
      null,
      null,
      'closed',
    ])
  })

  it('never happens on a bad check, even if more locations are alive than at opening', () => {
    const alone = play(usual, watch([1]))
    alone.all('1x 1x 1x')
    expect(
      play(usual, watch([1, 2]), alone.state())
        .all('1x 2x 1x')
        .map(({ change }) => change),
    ).toEqual([null, null, null])
    expect(
      play(usual, watch([1, 2]), alone.state())
        .all('1x 2.')
        .map(({ change }) => change?.kind ?? null),
    ).toEqual([null, 'closed'])
  })

  it('is not prevented by one location once another recovered', () => {
    const game = open({ ...usual, clearAfter: 3 }, [1, 2])
    expect(game.all('1. 2x 1.').map(({ change }) => change?.kind ?? null)).toEqual([null, null, 'closed'])
  })

  it('by hand requires full confirmation again', () => {
    const { state } = open(usual, [1, 2])
    const after = play(usual, watch([1, 2]), closedByHand(state()))
    expect(after.all('1x 2x 1x').map(({ change }) => change?.kind ?? null)).toEqual([null, null, 'opened'])
  })
})

describe('a parallel monitor', () => {
  const parallel = (live: number[]) => watch(live, { parallel: true })
  const round = (game: ReturnType<typeof play>, dueAt: number, texts: string) =>
    texts.split(' ').map((text, index) => game.look(text, { at: dueAt + index, dueAt }).change?.kind ?? null)

  it('counts all locations at one due time as one check', () => {
    const game = play(usual, parallel([1, 2, 3]))
    expect(round(game, 100, '1x 2x 3x')).toEqual([null, null, null])
    expect(game.state().streak).toBe(1)
    round(game, 200, '1x 2x 3x')
    expect(round(game, 300, '1x 2x 3x')).toEqual([null, 'opened', null])
  })

  it('does not count a round in which too few locations violate', () => {
    const game = play({ ...usual, failureThreshold: 1 }, parallel([1, 2, 3]))
    expect(round(game, 100, '1x 2. 3.')).toEqual([null, null, null])
    expect(game.state().streak).toBe(0)
  })

  it('ends a streak with a good round, even if a location never reported', () => {
    const game = play(usual, parallel([1, 2, 3]))
    round(game, 100, '1x 2x 3x')
    round(game, 200, '1x 2.')
    round(game, 300, '1x')
    expect(game.state().streak).toBe(0)
  })

  it('updates the location with a late report without counting it', () => {
    const game = play(usual, parallel([1, 2, 3]))
    round(game, 200, '1x 2x')
    game.look('3x', { at: 250, dueAt: 100 })
    expect(game.state()).toMatchObject({ streak: 1, failing: [1, 2, 3] })
  })

  it('closes after a good round', () => {
    const game = play({ ...usual, failureThreshold: 1 }, parallel([1, 2]))
    expect(round(game, 100, '1x 2x')).toEqual([null, 'opened'])
    expect(round(game, 200, '1. 2.')).toEqual(['closed', null])
  })
})

describe('flapping', () => {
  it('begins with the third opening within an hour; the second outage still ends at once', () => {
    const steps = play(lone, watch([1])).all('1x 1. 1x 1. 1x 1. 1x')
    expect(steps.map(({ change }) => change)).toMatchObject([
      { kind: 'opened', flapping: false },
      { kind: 'closed', flapping: false, heldUntil: null },
      { kind: 'opened', flapping: false, reopens: false },
      { kind: 'closed', flapping: false, heldUntil: null },
      { kind: 'opened', flapping: true, reopens: false },
      { kind: 'closed', flapping: true, heldUntil: 6 * minute + 300_000 },
      { kind: 'opened', flapping: true, reopens: true },
    ])
  })

  it('ends when fewer than three openings are within the last hour', () => {
    const game = play(lone, watch([1]))
    game.all('1x 1. 1x 1. 1x')
    expect(game.look('1.', { at: 90 * minute }).change).toMatchObject({ kind: 'closed', flapping: false })
  })

  it('reopens a closed incident only for five minutes', () => {
    const game = play(lone, watch([1]))
    game.all('1x 1. 1x 1. 1x 1.')
    expect(game.look('1x', { at: 6 * minute + 300_001 }).change).toMatchObject({ kind: 'opened', reopens: false })
  })
})

describe('an expiry', () => {
  const expiring: RuleTerms = { ...lone, reminderDays: [1, 7, 30] }

  it('is reminded of once on each of its days', () => {
    const game = play(expiring, watch([1]))
    const days = [13, 12, 7, 6.5, 6, 1, 0.5, -2]
    const kinds = days.map((value) => game.look('1x', { value }).change?.kind ?? null)
    expect(kinds).toEqual(['opened', null, 'reminded', null, null, 'reminded', null, null])
  })

  it('sends one reminder for several days between two checks', () => {
    const game = play(expiring, watch([1]))
    game.look('1x', { value: 13 })
    expect(game.look('1x', { value: 0.5 }).change?.kind).toBe('reminded')
    expect(game.look('1x', { value: 0.2 }).change).toBeNull()
  })
})

describe('a clock that was set back', () => {
  it('lets a parallel monitor open and close', () => {
    const game = play(lone, watch([1, 2], { parallel: true }))
    game.look('1x', { at: 60 * minute })
    game.look('2.', { at: 1 * minute })
    game.look('1.', { at: 1 * minute })
    expect(game.changes).toEqual(['opened', null, 'closed'])
  })

  it('does not extend the duration window of a violation', () => {
    const game = play({ ...lone, durationWindowMs: 3 * minute }, watch([1]))
    game.look('1x', { at: 60 * minute })
    for (const at of [1, 2, 3, 4]) game.look('1x', { at: at * minute })
    expect(game.changes.indexOf('opened')).toBe(4)
  })

  it('forgets earlier openings within an hour', () => {
    const game = play(lone, watch([1]))
    for (const at of [300, 301, 302]) {
      game.look('1x', { at: at * minute })
      game.look('1.', { at: at * minute + 1 })
    }
    expect(game.state().openings).toHaveLength(3)
    game.look('1.', { at: 1 * minute })
    expect(isAtRest(game.state(), 61 * minute)).toBe(true)
  })
})

const looks = fc.array(
  fc.record({
    location: fc.constantFrom(1, 2, 3),
    violated: fc.boolean(),
    gap: fc.integer({ min: 1, max: 20 * minute }),
  }),
  { maxLength: 60 },
)
const anyTerms = fc.record({
  failureThreshold: fc.integer({ min: 1, max: 4 }),
  minFailedProbes: fc.integer({ min: 1, max: 4 }),
  durationWindowMs: fc.constantFrom(0, minute, 10 * minute),
  clearAfter: fc.integer({ min: 1, max: 3 }),
  reminderDays: fc.constant([]),
})

it('opens and closes alternately, whatever happens', () => {
  fc.assert(
    fc.property(anyTerms, looks, fc.boolean(), (terms, all, parallel) => {
      const game = play(terms, watch([1, 2, 3], { parallel }))
      let at = 0
      for (const { location, violated, gap } of all)
        game.look(`${location}${violated ? 'x' : '.'}`, { at: (at += gap), dueAt: at - (at % 500) })
      const kinds = game.changes.filter((kind) => kind !== null)
      expect(kinds).toEqual(kinds.map((_, index) => (index % 2 === 0 ? 'opened' : 'closed')))
    }),
  )
})

it('is at rest an hour after recovery at all locations', () => {
  fc.assert(
    fc.property(anyTerms, looks, (terms, all) => {
      const game = play(terms, watch([1, 2, 3]))
      let at = 0
      for (const { location, violated, gap } of all)
        game.look(`${location}${violated ? 'x' : '.'}`, { at: (at += gap) })
      for (let n = 0; n < 9; n++) game.look(`${(n % 3) + 1}.`, { at: (at += minute) })
      expect(game.state()).toMatchObject({ open: false, streak: 0, failing: [] })
      expect(isAtRest(game.state(), at + 61 * minute)).toBe(true)
    }),
  )
})
