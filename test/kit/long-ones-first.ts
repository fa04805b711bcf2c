import { BaseSequencer, type TestSpecification } from 'vitest/node'

const long = /\/test\/(stories|simulation)|\/src\/postgres\//

/** Whoever waits for processes begins, so that the run does not end with one worker waiting for them alone. */
export class LongOnesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [
      ...sorted.filter(({ moduleId }) => long.test(moduleId)),
      ...sorted.filter(({ moduleId }) => !long.test(moduleId)),
    ]
  }
}
