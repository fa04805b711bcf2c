// A simulated process: it dies between any two statements of its own, and starts again. It outlives the server of its
// database.
import type { Database, Store } from '../../src/store/database/database.ts'
import { StandbyServer } from '../../src/store/database/failures.ts'

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

/** The server of the database that takes writes. */
export interface Primary {
  /** Grows when another server takes over: transactions of earlier terms are lost. */
  readonly term: number
  /** Throws until another server has taken over. Asked before each statement and after its answer. */
  answer(): void
}

interface Surroundings {
  readonly gate?: StatementGate
  readonly primary?: Primary
}

export interface SimulatedProcess {
  readonly store: Store
  readonly isDead: boolean
  /** Starts the process for this work. Returns whether it completed the work. */
  run(work: () => Promise<unknown>): Promise<boolean>
}

const open: StatementGate = { enter: async () => () => undefined, pass: () => () => undefined }
const lasting: Primary = { term: 0, answer: () => undefined }

/** `dies` is asked before each statement and after its answer. */
export function createProcess(
  store: Store,
  dies: () => boolean,
  { gate = open, primary = lasting }: Surroundings = {},
): SimulatedProcess {
  let isDead = false
  const live = (term: number): void => {
    isDead ||= dies()
    if (isDead) throw new Died()
    primary.answer()
    if (term !== primary.term) throw new StandbyServer()
  }
  const die = (error: unknown): never => {
    isDead ||= error instanceof Died
    throw error
  }
  /** In the transaction that began in this term, if any. */
  const send = async <Result>(statement: () => Promise<Result>, begunIn?: number): Promise<Result> => {
    const leave = await gate.enter(begunIn !== undefined).catch(die)
    const term = begunIn ?? primary.term
    try {
      live(term)
      const result = await statement()
      live(term)
      return result
    } finally {
      leave()
    }
  }
  const inside = (db: Database, begunIn?: number): Database => ({
    rows: (statement) => send(() => db.rows<any>(statement), begunIn),
    row: (statement) => send(() => db.row<any>(statement), begunIn),
    run: (statement) => send(() => db.run(statement), begunIn),
    script: (text) => send(() => db.script(text), begunIn),
    publish: (change) => db.publish(change),
    transaction: (work) => work(inside(db, begunIn)),
    afterCommit: (work) => db.afterCommit(work),
  })
  const transaction: Store['transaction'] = async (work, limits) => {
    let leave = await gate.enter()
    const { term } = primary
    try {
      live(term)
      const result = await store.transaction(async (tx) => {
        leave()
        try {
          const done = await work(inside(tx, term))
          leave = await gate.enter(true).catch(die)
          live(term)
          return done
        } catch (error) {
          leave()
          leave = gate.pass()
          throw error
        }
      }, limits)
      live(term)
      return result
    } finally {
      leave()
    }
  }
  const sending = { ...inside(store), transaction }
  return {
    get isDead() {
      return isDead
    },
    store: { ...store, ...sending, read: (work) => work(sending) },
    async run(work) {
      isDead = false
      try {
        await work()
        return !isDead
      } catch (error) {
        if (error instanceof Died || error instanceof StandbyServer) return false
        throw error
      }
    },
  }
}
