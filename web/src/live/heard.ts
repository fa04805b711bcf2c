// Up to where this page knows what has happened: the server's first answer, then whatever it was told last.
let event: string | null = null

export const lastHeard = (): string | null => event

export function hear(id: string): void {
  event = id
}

/** Later answers say nothing about what was asked for earlier. */
export function beginAfter(id: string | null): void {
  event ??= id
}
