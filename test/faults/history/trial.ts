// Clients read and write while the server is killed again and again; what they saw must be linearizable.
import type { Trial, TrialResult } from '../../kit/run/trials.ts'
import { Installation } from '../installation.ts'
import { sizes } from '../sizes.ts'
import { pause } from '../targets.ts'
import { asOperations, badHistories, goodHistories } from './bad-histories.ts'
import { recordHistory } from './clients.ts'
import { checkObjects, listViolations } from './history.ts'

export const linearizability: Trial = {
  name: 'history',
  promise: 'whatever clients write, read and list while processes are killed is linearizable per object (needs Go)',
  hasShortSize: false,
  run,
}

async function run(): Promise<TrialResult> {
  requireStrictChecker()
  const lapwing = new Installation()
  const life = { isOver: false }
  try {
    await lapwing.start()
    const recording = recordHistory(lapwing, { clients: 8, seed: sizes.historySeed, life })
    for (let n = 0; n < sizes.historyKills; n++) {
      await pause(1000 + (n % 5) * 700)
      if (n % 3 === 2) lapwing.killPostmaster()
      else {
        await lapwing.kill()
        await lapwing.start()
      }
    }
    await pause(2000)
    life.isOver = true
    const { operations, walks, wrongReplays } = await recording
    const { illegal, undecided } = checkObjects(operations)
    const wrongLists = listViolations(operations, walks)
    return {
      figures: {
        seed: sizes.historySeed,
        kills: sizes.historyKills,
        objects: new Set(operations.map(({ object }) => object)).size,
        operations: operations.length,
        withoutResponse: operations.filter(({ outcome }) => outcome === 'unknown').length,
        walksThroughLists: walks.length,
        undecided: undecided.length,
        illegal: illegal.map((id) => operations.filter(({ object }) => object === id)),
      },
      violations: [
        ...illegal.map((id) => `What clients saw of ${id} is not linearizable.`),
        ...new Set(wrongLists),
        ...wrongReplays.map((one) => `A replayed key was answered differently: ${one}`),
      ],
    }
  } finally {
    life.isOver = true
    await lapwing.stop()
  }
}

/** A checker that accepts everything would find nothing. */
function requireStrictChecker(): void {
  const { illegal: rejected } = checkObjects(asOperations({ ...badHistories, ...goodHistories }))
  const expected = Object.keys(badHistories)
  if (rejected.toSorted().join() !== expected.toSorted().join())
    throw new Error(`the checker rejects ${rejected.join(', ')} instead of ${expected.join(', ')}`)
}
