// Up to where this page knows what has happened: the server's first answer, then whatever it was told last.
let latest: string | null = null

export const lastEventId = (): string | null => latest

export function setLastEventId(id: string): void {
  latest = id
}

/** Later answers say nothing about what was asked for earlier. */
export function startAfter(id: string | null): void {
  latest ??= id
}
