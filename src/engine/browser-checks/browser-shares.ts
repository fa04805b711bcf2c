// Shares browsers fairly: a free browser goes to the organization that uses the fewest, and among equals to the one
// that got a browser longest ago. An organization that is alone may use all of them.
import type { WaitingWork } from '../../store/checking/browser-queue.ts'

export type BrowserWorkKind = WaitingWork['kind']

export interface BrowserTurn {
  readonly organizationId: string
  readonly kind: BrowserWorkKind
  /** How many checks or tries may begin. */
  readonly count: number
}

export interface BrowserShares {
  /** Decides who gets this many free browsers. */
  next(waiting: readonly WaitingWork[], free: number): BrowserTurn[]
  begin(turn: BrowserTurn): void
  end(organizationId: string): void
}

interface Share {
  running: number
  /** Number of the turn, counted over all organizations. */
  servedAt: number
  lastKind: BrowserWorkKind
}

const maxRemembered = 10_000

export function createBrowserShares(): BrowserShares {
  const shares = new Map<string, Share>()
  let turns = 0

  /** Forgets organizations that run nothing, the oldest first. */
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
      // The map is ordered by the last turn.
      shares.delete(organizationId)
      shares.set(organizationId, { running, servedAt: ++turns, lastKind: kind })
      forgetSome()
    },
    end(organizationId) {
      const share = shares.get(organizationId) ?? { running: 0, servedAt: turns, lastKind: 'check' }
      // A check that ends at once may end before its beginning is noted.
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
      // A try comes first: someone waits for its result.
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
