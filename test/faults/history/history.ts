// What clients asked and were answered, and what is wrong with it.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** A request about one object, in nanoseconds of one clock. */
export interface ObjectOperation {
  readonly object: string
  readonly client: number
  readonly call: number
  readonly return: number
  readonly kind: 'create' | 'read' | 'update' | 'delete'
  /** What it wrote or read. */
  readonly value: string
  /** `unknown` if no response arrived. */
  readonly outcome: 'found' | 'missing' | 'unknown'
}

/** A walk through all pages of the list. */
export interface ListWalk {
  readonly call: number
  readonly return: number
  /** The objects of all pages, in their order. */
  readonly objects: readonly string[]
}

interface Verdict {
  /** The objects whose operations are not linearizable. */
  readonly illegal: readonly string[]
  /** Objects with too many operations at once to decide. */
  readonly undecided: readonly string[]
}

/** What porcupine decides for each object. Needs Go. */
export function checkObjects(operations: readonly ObjectOperation[]): Verdict {
  const { status, stdout, stderr, error } = spawnSync('go', ['run', '.'], {
    cwd: join(import.meta.dirname, 'checker'),
    input: JSON.stringify(operations.filter(mattersIn(operations))),
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
  if (status !== 0) throw new Error(`the checker needs Go: ${error?.message ?? stderr}`)
  return JSON.parse(stdout) as Verdict
}

/**
 * A request without a response whose effect nobody saw may as well not have happened. Each of them would double what
 * the checker has to try.
 */
function mattersIn(operations: readonly ObjectOperation[]): (one: ObjectOperation) => boolean {
  const read = new Set(
    operations.filter(({ kind }) => kind === 'read').map(({ object, value }) => `${object} ${value}`),
  )
  const gone = new Set(operations.filter(({ outcome }) => outcome === 'missing').map(({ object }) => object))
  return ({ object, kind, value, outcome }) =>
    outcome !== 'unknown' || (kind === 'delete' ? gone.has(object) : read.has(`${object} ${value}`))
}

/** Sentences about lists that contradict what happened to their objects. */
export function listViolations(operations: readonly ObjectOperation[], walks: readonly ListWalk[]): string[] {
  const byObject = Map.groupBy(operations, ({ object }) => object)
  const lives = [...byObject].map(([object, all]) => ({ object, ...lifeOf(all) }))
  return walks.flatMap((walk) => {
    const listed = new Set(walk.objects)
    const twice = listed.size < walk.objects.length ? ['A list has an object twice.'] : []
    const wrong = lives.flatMap(({ object, ...life }) => {
      const isThere = life.createdBy < walk.call && life.mayEndFrom > walk.return
      const isGone = life.endedBy < walk.call || life.mayBeginFrom > walk.return
      if (isThere && !listed.has(object)) return [`A list lacks ${object}, which existed all the time.`]
      return isGone && listed.has(object) ? [`A list has ${object}, which was deleted or not created yet.`] : []
    })
    const unknown = walk.objects.filter((object) => !byObject.has(object))
    return [...twice, ...wrong, ...unknown.map((object) => `A list has ${object}, which nobody created.`)]
  })
}

/** The widest and the narrowest time in which an object can have existed. */
function lifeOf(operations: readonly ObjectOperation[]) {
  const created = operations.find(({ kind }) => kind === 'create')
  const deletes = operations.filter(({ kind, outcome }) => kind === 'delete' && outcome !== 'missing')
  return {
    mayBeginFrom: created?.call ?? Infinity,
    createdBy: created?.return ?? Infinity,
    mayEndFrom: Math.min(...deletes.map(({ call }) => call)),
    endedBy: Math.min(...deletes.map((one) => (one.outcome === 'found' ? one.return : Infinity))),
  }
}
