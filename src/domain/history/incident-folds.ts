// Groups incidents that began together and probably have one cause.
export interface Foldable {
  readonly id: number
  readonly startedAt: Date
  /** Properties it may share with others, the most specific first, such as an address, a host or a tag. */
  readonly marks: readonly string[]
}

const address = /\b\d{1,3}(?:\.\d{1,3}){3}\b|\b[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){3,7}\b/i

/** The address that the failure names comes first, then the monitored host, then its tags. */
export function foldMarks(incident: { target: string; tags: readonly string[]; cause: string | null }): string[] {
  const named = incident.cause?.match(address)?.[0]
  const host = incident.target.replace(/^[a-z]+:\/\//, '').split(/[/:?]/)[0]!
  return [...(named ? [named] : []), ...(host ? [host] : []), ...incident.tags]
}

const togetherMs = 120_000
const minFolded = 3

/** Maps each incident to the mark that it shares with at least two others that began within two minutes. */
export function foldsOf(incidents: readonly Foldable[]): Map<number, string> {
  const folds = new Map<number, string>()
  const marks = [...new Set(incidents.flatMap(({ marks }) => marks))]
  const groups = marks.flatMap((mark) =>
    together(incidents.filter((incident) => incident.marks.includes(mark))).map((group) => ({ mark, group })),
  )
  const place = ({ mark, group }: (typeof groups)[number]): number => group[0]!.marks.indexOf(mark)
  for (const { mark, group } of groups.toSorted((a, b) => place(a) - place(b) || b.group.length - a.group.length)) {
    const free = group.filter(({ id }) => !folds.has(id))
    if (free.length >= minFolded) for (const { id } of free) folds.set(id, mark)
  }
  return folds
}

function together(incidents: readonly Foldable[]): Foldable[][] {
  const groups: Foldable[][] = []
  for (const incident of incidents.toSorted((a, b) => a.startedAt.getTime() - b.startedAt.getTime())) {
    const last = groups.at(-1)
    const before = last?.at(-1)
    if (last && before && incident.startedAt.getTime() - before.startedAt.getTime() <= togetherMs) last.push(incident)
    else groups.push([incident])
  }
  return groups
}
