// Histories that no correct server can have: the checker must reject each of them, and accept the good ones.
import type { ObjectOperation } from './history.ts'

type Step = Omit<ObjectOperation, 'object' | 'client'>

const step = (
  kind: Step['kind'],
  value: string,
  [call, end]: readonly [number, number],
  outcome: Step['outcome'] = 'found',
): Step => ({ kind, value, call, return: end, outcome })

export const badHistories: Readonly<Record<string, readonly Step[]>> = {
  'an old value is read after a new one was confirmed': [
    step('create', 'a', [0, 1]),
    step('update', 'b', [2, 3]),
    step('read', 'a', [4, 5]),
  ],
  'two readers see a concurrent write come and go': [
    step('create', 'a', [0, 1]),
    step('update', 'b', [2, 9]),
    step('read', 'b', [3, 4]),
    step('read', 'a', [5, 6]),
  ],
  'an object is read after its deletion was confirmed': [
    step('create', 'a', [0, 1]),
    step('delete', '', [2, 3]),
    step('read', 'a', [4, 5]),
  ],
  'a confirmed object is missing': [step('create', 'a', [0, 1]), step('read', '', [2, 3], 'missing')],
  'it is created twice': [step('create', 'a', [0, 1]), step('create', 'a', [2, 3])],
  'two clients delete it': [step('create', 'a', [0, 1]), step('delete', '', [2, 5]), step('delete', '', [3, 6])],
  'a lost write comes back': [
    step('create', 'a', [0, 1]),
    step('update', 'b', [2, 100], 'unknown'),
    step('read', 'b', [3, 4]),
    step('update', 'c', [5, 6]),
    step('read', 'b', [7, 8]),
  ],
}

export const goodHistories: Readonly<Record<string, readonly Step[]>> = {
  'a write without a response may have happened late': [
    step('create', 'a', [0, 1]),
    step('update', 'b', [2, 100], 'unknown'),
    step('read', 'a', [3, 4]),
    step('read', 'b', [5, 6]),
  ],
  'a write without a response may never have happened': [
    step('create', 'a', [0, 1]),
    step('update', 'b', [2, 100], 'unknown'),
    step('read', 'a', [3, 4]),
    step('delete', '', [5, 6]),
    step('read', '', [7, 8], 'missing'),
  ],
  'readers of a concurrent write may disagree in its order': [
    step('create', 'a', [0, 1]),
    step('update', 'b', [2, 9]),
    step('read', 'a', [3, 4]),
    step('read', 'b', [5, 6]),
  ],
}

/** Each history as one object, with its name. */
export const asOperations = (histories: Readonly<Record<string, readonly Step[]>>): ObjectOperation[] =>
  Object.entries(histories).flatMap(([object, steps]) => steps.map((one, client) => ({ object, client, ...one })))
