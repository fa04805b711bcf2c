// Organizations take turns at the browsers: a free one goes to the organization that has the fewest, and among those to
// the one that was served longest ago. An organization that is alone may have them all.
import type { WaitingWork } from '../../store/checking/browser-queue.ts'

export type BrowserWorkKind = WaitingWork['kind']

export interface BrowserTurn {
  readonly organizationId: string
  readonly kind: BrowserWorkKind
  /** How many of them. */
  readonly count: number
}

export interface BrowserShares {
  /** Who gets so many free browsers, of all that wait for one. */
  next(waiting: readonly WaitingWork[], free: number): BrowserTurn[]
  begin(turn: BrowserTurn): void
  end(organizationId: string): void
}

interface Share {
  running: number
  /** Counts up with each turn that any organization takes. */
  servedAt: number
  lastKind: BrowserWorkKind
}

const maxRemembered = 10_000

export function createBrowserShares(): BrowserShares {
  const shares = new Map<string, Share>()
  let turns = 0

  /** Those that run nothing and were served longest ago are forgotten. */
  const forgetSome = (): void => {
    for (const [organizationId, { running }] of shares) {
      if (shares.size <= maxRemembered) return
      if (running === 0) shares.delete(organizationId)
    }
  }

  return {
    next: (waiting, free) => fairTurns(waiting, free, shares),
    begin({ organizationId, kind, count }) {
      if (count === 0) return
      const running = (shares.get(organizationId)?.running ?? 0) + count
      // The map is in the order of service.
      shares.delete(organizationId)
      shares.set(organizationId, { running, servedAt: ++turns, lastKind: kind })
      forgetSome()
    },
    end(organizationId) {
      const share = shares.get(organizationId) ?? { running: 0, servedAt: turns, lastKind: 'check' }
      // What ends at once may end before it is noted that it began.
      shares.set(organizationId, { ...share, running: share.running - 1 })
    },
  }
}

interface Contender {
  readonly organizationId: string
  readonly since: number
  readonly left: Record<BrowserWorkKind, number>
  readonly given: Record<BrowserWorkKind, number>
  running: number
  servedAt: number
  lastKind: BrowserWorkKind
}

function fairTurns(waiting: readonly WaitingWork[], free: number, shares: ReadonlyMap<string, Share>): BrowserTurn[] {
  const contenders = contendersOf(waiting, shares)
  for (let given = 0; given < free; given++) {
    const [next] = contenders.filter(({ left }) => left.check + left.try > 0).toSorted(byNeed)
    if (!next) break
    const kind = nextKind(next)
    next.left[kind] -= 1
    next.given[kind] += 1
    next.running += 1
    next.servedAt = Infinity
    next.lastKind = kind
  }
  return contenders.flatMap(({ organizationId, given }) =>
    (['check', 'try'] as const).flatMap((kind) =>
      given[kind] > 0 ? [{ organizationId, kind, count: given[kind] }] : [],
    ),
  )
}

function contendersOf(waiting: readonly WaitingWork[], shares: ReadonlyMap<string, Share>): Contender[] {
  const contenders = new Map<string, Contender>()
  for (const { organizationId, kind, count, since } of waiting) {
    const known = contenders.get(organizationId)
    const contender: Contender = {
      organizationId,
      // A try before a check, at first: somebody looks at the screen.
      ...(shares.get(organizationId) ?? { running: 0, servedAt: 0, lastKind: 'check' }),
      left: { check: 0, try: 0, ...known?.left, [kind]: count },
      given: { check: 0, try: 0 },
      since: Math.min(since.getTime(), known?.since ?? Infinity),
    }
    contenders.set(organizationId, contender)
  }
  return [...contenders.values()]
}

const byNeed = (one: Contender, other: Contender): number =>
  one.running - other.running || compare(one.servedAt, other.servedAt) || one.since - other.since

const compare = (one: number, other: number): number => (one === other ? 0 : one < other ? -1 : 1)

/** An organization alternates between its checks and its tries, so that neither waits for all of the other. */
function nextKind({ left, lastKind }: Contender): BrowserWorkKind {
  const other = lastKind === 'check' ? 'try' : 'check'
  return left[other] > 0 ? other : lastKind
}
