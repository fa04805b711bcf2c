// What the owner of a name says in its zone.
import type { Clock } from '../domain/clock.ts'
import { TargetDown } from '../domain/outcome.ts'
import { createNet } from '../net/index.ts'
import { createPolicy } from '../net/policy.ts'

const timeoutMs = 5000

/** The TXT records of a name; none when it has none or nobody can be asked. */
export function createTextRecords(clock: Clock): (name: string) => Promise<readonly string[]> {
  const net = createNet({ policy: createPolicy({ allowPrivate: true }), clock })
  return async (name) => {
    const timeout = new AbortController()
    const callOff = clock.after(timeoutMs, () => timeout.abort())
    try {
      return (await net.query({ name, type: 'TXT', ipVersion: 'any', signal: timeout.signal })).records
    } catch (error) {
      if (error instanceof TargetDown || timeout.signal.aborted) return []
      throw error
    } finally {
      callOff()
    }
  }
}
