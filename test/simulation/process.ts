// A simulated process: it dies between any two statements of its own, and starts again.
import type { Database, Store } from '../../src/store/database/database.ts'

/** The process died. Committed changes remain, all others are lost. */
export class Died extends Error {
  override name = 'Died'
  /** What PostgreSQL reports when it is shut down. */
  readonly code = '57P01'
}

/** Decides when a statement is sent; the result is called once it is answered. */
export interface StatementGate {
  /** A transaction is open from its first statement until it ends. */
  enter(isInTransaction?: boolean): Promise<() => void>
  /** For a statement that nothing can keep back. */
  pass(): () => void
}

export interface SimulatedProcess {
  readonly store: Store
  readonly isDead: boolean
  /** Starts the process for this work. Returns whether it completed the work. */
  run(work: () => Promise<unknown>): Promise<boolean>
}

const open: StatementGate = { enter: async () => () => undefined, pass: () => () => undefined }

/** `dies` is asked before each statement and after its answer. */
export function createProcess(store: Store, dies: () => boolean, gate: StatementGate = open): SimulatedProcess {
  let isDead = false
  const live = (): void => {
    isDead ||= dies()
    if (isDead) throw new Died()
  }
  const die = (error: unknown): never => {
    isDead ||= error instanceof Died
    throw error
  }
  const send = async <Result>(statement: () => Promise<Result>, isInTransaction = false): Promise<Result> => {
    const leave = await gate.enter(isInTransaction).catch(die)
    try {
      live()
      const result = await statement()
      live()
      return result
    } finally {
      leave()
    }
  }
  const inside = (db: Database, isInTransaction = true): Database => ({
    rows: (statement) => send(() => db.rows<any>(statement), isInTransaction),
    row: (statement) => send(() => db.row<any>(statement), isInTransaction),
    run: (statement) => send(() => db.run(statement), isInTransaction),
    script: (text) => send(() => db.script(text), isInTransaction),
    publish: (change) => db.publish(change),
    transaction: (work) => work(inside(db)),
    afterCommit: (work) => db.afterCommit(work),
  })
  const transaction: Store['transaction'] = async (work, limits) => {
    let leave = await gate.enter()
    try {
      live()
      const result = await store.transaction(async (tx) => {
        leave()
        try {
          const done = await work(inside(tx))
          leave = await gate.enter(true).catch(die)
          live()
          return done
        } catch (error) {
          leave()
          leave = gate.pass()
          throw error
        }
      }, limits)
      live()
      return result
    } finally {
      leave()
    }
  }
  return {
    get isDead() {
      return isDead
    },
    store: { ...store, ...inside(store, false), transaction },
    async run(work) {
      isDead = false
      try {
        await work()
        return !isDead
      } catch (error) {
        if (error instanceof Died) return false
        throw error
      }
    },
  }
}
