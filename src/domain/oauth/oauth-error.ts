// An error of a program, in the words of OAuth (RFC 6749, 5.2).
const statuses: Readonly<Record<string, number>> = { invalid_client: 401, not_found: 404, temporarily_unavailable: 503 }

export class OAuthError extends Error {
  /** One of the codes that OAuth defines. */
  readonly code: string

  constructor(code: string, description: string) {
    super(description)
    this.name = 'OAuthError'
    this.code = code
  }

  get status(): number {
    return statuses[this.code] ?? 400
  }
}
