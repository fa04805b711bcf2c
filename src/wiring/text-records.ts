// Looks up TXT records.
import type { Clock } from '../domain/clock.ts'
import { TargetDown } from '../domain/outcome.ts'
import { withTimeLimit } from '../domain/limits/time-limit.ts'
import { createNet } from '../net/index.ts'
import { createPolicy } from '../net/policy.ts'

const timeoutMs = 5000

/** The TXT records of a name; empty if it has none or the lookup fails. */
export function createTextRecords(clock: Clock): (name: string) => Promise<readonly string[]> {
  const net = createNet({ policy: createPolicy({ allowPrivate: true }), clock })
  return async (name) => {
    try {
      const { records } = await withTimeLimit({ clock, ms: timeoutMs }, (signal) =>
        net.query({ name, type: 'TXT', ipVersion: 'any', signal }),
      )
      return records
    } catch (error) {
      if (error instanceof TargetDown) return []
      throw error
    }
  }
}
