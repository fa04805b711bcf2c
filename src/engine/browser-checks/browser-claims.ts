// Claims browser checks: as many as there are free slots while ordinary checks are on time, otherwise one per minute.
// Even on a busy machine they do not wait forever.
import type { Clock } from '../../domain/clock.ts'
import type { WaitingWork } from '../../store/checking/browser-queue.ts'
import type { BrowserSlots } from './browser-slots.ts'
import type { BrowserTurn, BrowserWorkKind } from './browser-shares.ts'

export interface BrowserClaims {
  /** Notes ordinary checks that were claimed now, by when they were due. */
  noteTaken(dueAt: readonly Date[]): void
  /** Calls `take` for checks whose turn it is; it returns how many it began. Each keeps its slot until `release`. */
  claim(take: (turn: BrowserTurn) => Promise<number>): Promise<void>
  release(organizationId: string): void
}

export interface BrowserClaimsParts {
  readonly slots: BrowserSlots | undefined
  /** Everything that waits for a browser of this probe. */
  readonly waiting: () => Promise<WaitingWork[]>
  readonly clock: Clock
}

const lateMs = 500
const maxLate = 0.01
const rememberedMs = 5000
const maxHoldMs = 60_000

interface ClaimSample {
  readonly atMs: number
  readonly taken: number
  readonly late: number
}

export function createBrowserClaims({ slots, waiting, clock }: BrowserClaimsParts): BrowserClaims {
  let noted: ClaimSample[] = []
  let heldSince: number | null = null

  const areLate = (): boolean => {
    noted = noted.filter(({ atMs }) => clock.monotonicMs() - atMs <= rememberedMs)
    const [taken, late] = [sum(noted.map((one) => one.taken)), sum(noted.map((one) => one.late))]
    return late > taken * maxLate
  }
  const atMost = (): number => {
    const now = clock.monotonicMs()
    if (!areLate()) {
      heldSince = null
      return Infinity
    }
    heldSince ??= now
    if (now - heldSince < maxHoldMs) return 0
    heldSince = now
    return 1
  }

  return {
    noteTaken(dueAt) {
      if (dueAt.length === 0) return
      const now = clock.now().getTime()
      const late = dueAt.filter((due) => now - due.getTime() > lateMs).length
      noted.push({ atMs: clock.monotonicMs(), taken: dueAt.length, late })
    },
    async claim(take) {
      if (!slots) return
      slots.areChecksHeld = areLate()
      if (!slots.freeBrowsers) return
      const maxCount = atMost()
      if (maxCount > 0) await takeTurns(slots, 'check', { waiting, take, maxCount })
    },
    release: (organizationId) => slots?.release(organizationId),
  }
}

interface TakingParts {
  readonly waiting: () => Promise<WaitingWork[]>
  readonly take: (turn: BrowserTurn) => Promise<number>
  readonly maxCount?: number
}

/** Begins checks or tries whose turn it is. Slots that the other kind gets next stay free for it. */
export async function takeTurns(
  slots: BrowserSlots,
  kind: BrowserWorkKind,
  { waiting, take, maxCount }: TakingParts,
): Promise<void> {
  const reserved = slots.reserve()
  const begun: BrowserTurn[] = []
  try {
    if (reserved.count === 0) return
    const all = await waiting()
    const contending = slots.areChecksHeld ? all.filter((one) => one.kind === kind) : all
    for (const turn of reserved.next(contending, maxCount))
      if (turn.kind === kind) begun.push({ ...turn, count: await take(turn) })
  } finally {
    reserved.use(begun)
  }
}

const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0)
