// The id of the last event this page knows: from the first response, then from the stream.
let latest: string | null = null

export const lastEventId = (): string | null => latest

export function setLastEventId(id: string): void {
  latest = id
}

/** Only the first response counts: later ones do not cover data loaded before. */
export function startAfter(id: string | null): void {
  latest ??= id
}
