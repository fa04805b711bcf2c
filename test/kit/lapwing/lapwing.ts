// A whole Lapwing in this process, on a database of its own and a clock that the test moves.
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { type TakenLapwing, takeLapwing } from './lapwing-pool.ts'
import type { Options, TestLapwing } from './start-lapwing.ts'

export { acme, keys } from './acme.ts'
export type { Answered, Ask, Options, TestLapwing } from './start-lapwing.ts'

/** A Lapwing for one test, with nobody in it but those of its provision file, at noon of the first of March. */
export async function lapwing(options: Options = {}): Promise<TestLapwing> {
  const { app, giveBack } = await takeLapwing(options)
  onTestFinished(giveBack)
  return app
}

/** One Lapwing for all tests of a file, as a function because it is taken after the file has been read. */
export function sharedLapwing(options: Options = {}): () => TestLapwing {
  let taken: TakenLapwing | undefined
  beforeAll(async () => {
    taken = await takeLapwing(options)
  })
  afterAll(() => taken?.giveBack())
  return () => taken!.app
}
