// Nothing owed is dropped without a line that says so.
import type { Breach, Facts } from '../facts.ts'

const invariant = 'nothing owed is dropped without a line that says so'

/** A delivery leaves the queue with an entry in the log, or for a digest that has its incident. */
export function owed({ history }: Facts): Breach[] {
  const { queued, dequeued, logged } = history
  const entries = Map.groupBy(logged, ({ transaction }) => transaction)
  const additions = Map.groupBy(queued, ({ transaction }) => transaction)
  return dequeued.flatMap(({ transaction, channelId, incidentId, kind, people, missed }) => {
    const ids = missed.length > 0 ? missed : [incidentId]
    const isLogged = ids.every((id) =>
      entries
        .get(transaction)
        ?.some((one) => one.channelId === channelId && one.incidentId === id && one.kind === kind),
    )
    const isInDigest = additions
      .get(transaction)
      ?.some(
        (one) =>
          one.channelId === channelId && isAmong(people, one.people) && ids.every((id) => one.missed.includes(id)),
      )
    if (isLogged || isInDigest) return []
    const what = missed.length > 0 ? 'a digest is lost' : `a delivery is dropped without an entry (${kind})`
    return [{ invariant, what, details: `incidents ${ids.join(', ')}, channel ${channelId}, ${people}` }]
  })
}

function isAmong(people: string, others: string): boolean {
  const emailsIn = (list: string): string[] => JSON.parse(list).map(({ email }: { email: string }) => email)
  const all = emailsIn(others)
  return emailsIn(people).every((email) => all.includes(email))
}
