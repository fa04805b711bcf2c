// The parameters of an OAuth request. None may be sent twice; one without a value counts as omitted (RFC 6749, 3.1).
import { OAuthError } from './oauth-error.ts'

const maxLength = 4096

export class OAuthParameters {
  readonly #given: URLSearchParams

  constructor(given: URLSearchParams) {
    this.#given = given
  }

  optional(name: string): string | null {
    const values = this.#given.getAll(name)
    if (values.length > 1) throw new OAuthError('invalid_request', `${name}: must be sent once`)
    const value = values[0] ?? ''
    if (value.length > maxLength) throw new OAuthError('invalid_request', `${name}: must have at most 4096 characters`)
    if (value.includes('\0')) throw new OAuthError('invalid_request', `${name}: must not contain a null character`)
    return value === '' ? null : value
  }

  required(name: string): string {
    const value = this.optional(name)
    if (value === null) throw new OAuthError('invalid_request', `${name}: required`)
    return value
  }
}
