import type { ErrorCode } from './api.ts'

/** `timeout` and `unreachable` come from this client; a later server may send codes that this version does not know. */
export type ApiErrorCode = ErrorCode | 'timeout' | 'unreachable' | (string & {})

/** A field of the request that is wrong. */
export interface FieldError {
  /** Its path, such as `config.headers[0].name`. */
  readonly field: string
  readonly message: string
  /** Where it is in a document that was sent as YAML, counted from 1. */
  readonly line?: number
  readonly column?: number
  /** The one of several documents that it is in. */
  readonly file?: string
}

export interface ApiErrorInit {
  readonly code: ApiErrorCode
  readonly status: number
  readonly headers?: Headers
  readonly fields?: readonly FieldError[]
  readonly cause?: unknown
}

/** An error response, or none: then `status` is 0 and `code` is `timeout` or `unreachable`. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ApiErrorCode
  readonly status: number
  /** Of the response; empty if there was none. */
  readonly headers: Headers
  /** The fields that are wrong, with `invalid_request`; otherwise empty. */
  readonly fields: readonly FieldError[]

  constructor(message: string, { code, status, headers = new Headers(), fields = [], cause }: ApiErrorInit) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.status = status
    this.headers = headers
    this.fields = fields
  }

  /** How long the server asks to wait, from Retry-After in seconds or as a date; null if it does not say. */
  get retryAfterSeconds(): number | null {
    return secondsToWait(this.headers.get('retry-after'), Date.now())
  }
}

export function secondsToWait(retryAfter: string | null, now: number): number | null {
  if (retryAfter === null) return null
  const text = retryAfter.trim()
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text)
  const date = Date.parse(text)
  return Number.isNaN(date) ? null : Math.max(0, (date - now) / 1000)
}

/** The server's own sentence, or ours if something in front of Lapwing responded in its place. */
export async function errorOf(response: Response): Promise<ApiError> {
  const { status, headers } = response
  const body = (await response.json().catch(() => null)) as {
    error?: { code?: unknown; message?: unknown; details?: unknown }
  } | null
  const { code, message, details } = body?.error ?? {}
  return new ApiError(typeof message === 'string' ? message : `Lapwing responded with status ${status}`, {
    code: typeof code === 'string' ? code : 'internal_error',
    status,
    headers,
    ...(Array.isArray(details) && { fields: details as FieldError[] }),
  })
}
