// What databases reply: rows, or an error.

/** Null for NULL. */
export type DatabaseRow = readonly (string | null)[]

/** A server's error response. Its text may repeat what was sent, so it is quoted only without secrets. */
export class Refusal extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}
