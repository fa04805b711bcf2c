// How many checks that drive a browser may be taken now: as many as there are slots, while ordinary checks are on time. On a machine
// that is too busy for them, one a minute: they wait, but never for ever.
import type { Clock } from '../../domain/clock.ts'
import type { BrowserSlots } from './browser-lane.ts'

export interface BrowserClaims {
  /** Ordinary checks were taken now that had been due at these moments. */
  noteTaken(dueAt: readonly Date[]): void
  /** Claims at most so many as it is told; answers once it has begun them. Each has a slot until `release` is called. */
  claim(take: (limit: number) => Promise<number>): Promise<void>
  release(): void
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

export function createBrowserClaims(slots: BrowserSlots | undefined, clock: Clock): BrowserClaims {
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
      if (!slots?.freeBrowsers) return
      const maxCount = atMost()
      if (maxCount === 0) return
      const held = slots.hold()
      let taken = 0
      try {
        taken = await take(Math.min(held.count, maxCount))
      } finally {
        held.use(taken)
      }
    },
    release: () => slots?.release(),
  }
}

const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0)
