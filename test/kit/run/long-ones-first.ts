import { BaseSequencer, type TestSpecification } from 'vitest/node'

// One file for many trials.
const longest = /\/test\/(attacks|faults)\//
const waiting = /\/test\/stories\/|\/src\/(postgres|engine\/workers)\//
const working = /\/test\/(web|simulation)\/|\/src\/(browsers|checks\/browser)\//

/**
 * Tests that wait for processes begin, beside browsers, which keep the machine busy meanwhile; the run does not end
 * with one of them alone. The small files of the other project come last: a worker that changes its project starts
 * again.
 */
export class LongOnesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const own = sorted.filter(({ project }) => project.name === 'lapwing')
    const others = sorted.filter(({ project }) => project.name !== 'lapwing')
    const those = (kind: RegExp): TestSpecification[] => own.filter(({ moduleId }) => kind.test(moduleId))
    const waiters = [...those(longest), ...those(waiting)]
    const workers = those(working)
    const long = new Set(inTurns(waiters, workers))
    return [...long, ...own.filter((file) => !long.has(file)), ...others]
  }
}

function inTurns<One>(some: readonly One[], others: readonly One[]): One[] {
  const longest = some.length > others.length ? some : others
  return longest.flatMap((_, place) => [some[place], others[place]].filter((one) => one !== undefined))
}
