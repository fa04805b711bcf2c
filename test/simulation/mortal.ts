import type { Database, Store } from '../../src/store/database/database.ts'
import type { Random } from './random.ts'

/** The process died. Committed changes remain, all others are lost. */
export class Died extends Error {
  override name = 'Died'
}

/** A store whose user dies sometimes: before a commit, or right after it, before the result is known. */
export function mortal(store: Store, random: Random, probability: () => number): Store {
  const mayDie = (): void => {
    if (random.chance(probability())) throw new Died()
  }
  const deadly =
    <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      mayDie()
      const result = await work(...args)
      mayDie()
      return result
    }
  const inside = (db: Database): Database => ({
    rows: (statement) => deadly(() => db.rows<any>(statement))(),
    row: (statement) => deadly(() => db.row<any>(statement))(),
    run: deadly((statement) => db.run(statement)),
    script: deadly((text) => db.script(text)),
    publish: (change) => db.publish(change),
    transaction: (work) => work(inside(db)),
    afterCommit: (work) => db.afterCommit(work),
  })
  return {
    ...inside(store),
    transaction: (work, limits) => deadly(() => store.transaction((tx) => work(inside(tx)), limits))(),
    onPublish: store.onPublish,
    listen: (listening) => store.listen(listening),
    read: store.read,
    traits: store.traits,
    openSession: store.openSession,
    close: () => store.close(),
  }
}

/** Whether the work completed. */
export async function survives(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (error instanceof Died) return false
    throw error
  }
}
