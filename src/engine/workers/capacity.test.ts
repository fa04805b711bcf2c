import { expect, it } from 'vitest'
import { capacityOf, capacityOfThisMachine } from './capacity.ts'

const gigabyte = 1024 ** 3

it.each([
  [
    'two cores and 4 GB hold 10,000 checks at once',
    { memoryBytes: 4 * gigabyte, maxOpenFiles: 1_048_576, workers: 1 },
    [4000, 3, 12_000],
  ],
  ['sixteen cores hold more', { memoryBytes: 64 * gigabyte, maxOpenFiles: 1_048_576, workers: 15 }, [4000, 15, 60_000]],
  ['1 GB of memory holds fewer', { memoryBytes: gigabyte, maxOpenFiles: 1_048_576, workers: 1 }, [4000, 3, 6553]],
  ['every machine holds some', { memoryBytes: gigabyte / 16, maxOpenFiles: 1_048_576, workers: 1 }, [4000, 3, 1000]],
  [
    'few open files leave room for fewer in each process',
    { memoryBytes: 4 * gigabyte, maxOpenFiles: 1024, workers: 1 },
    [774, 3, 2322],
  ],
])('%s', (_what, machine, [maxPerWorker, maxWorkers, maxInFlight]) => {
  expect(capacityOf(machine)).toEqual({ maxPerWorker, maxWorkers, maxInFlight })
})

it('is known of the machine it runs on', () => {
  const { maxPerWorker, maxInFlight } = capacityOfThisMachine(1)
  expect(Math.min(maxPerWorker, maxInFlight)).toBeGreaterThanOrEqual(100)
})
