// One request, and what may follow when it fails.
import { ApiError, errorOf, secondsToWait } from './errors.ts'

export interface Attempt {
  readonly address: string
  readonly init: RequestInit
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
  readonly fetch: typeof fetch
}

/** A successful response, or ApiError. If the caller aborts, the caller's reason is thrown as it is. */
export async function attempt({ address, init, timeoutMs, signal, fetch }: Attempt): Promise<Response> {
  const timeout = timeoutMs > 0 ? AbortSignal.timeout(timeoutMs) : undefined
  const signals = [signal, timeout].filter((one) => one !== undefined)
  try {
    const response = await fetch(address, {
      ...init,
      ...(signals.length > 0 ? { signal: signals.length === 1 ? signals[0]! : AbortSignal.any(signals) } : {}),
    })
    if (response.ok) return response
    throw await errorOf(response)
  } catch (error) {
    throw nameFailure(error, { signal, timeout })
  }
}

interface Signals {
  readonly signal?: AbortSignal | undefined
  readonly timeout?: AbortSignal | undefined
}

function nameFailure(error: unknown, { signal, timeout }: Signals): unknown {
  if (error instanceof ApiError || signal?.aborted || isAbort(error)) return error
  if (timeout?.aborted || isTimeout(error))
    return new ApiError('Lapwing did not respond in time', { code: 'timeout', status: 0, cause: error })
  return new ApiError('Lapwing cannot be reached', { code: 'unreachable', status: 0, cause: error })
}

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'
const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError'

/** Reads the body. It may break off, or come from a proxy that responds in Lapwing's place. */
export async function readJson(response: Response, signal?: AbortSignal): Promise<unknown> {
  try {
    return response.status === 204 ? undefined : await response.json()
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new ApiError('The response is not from Lapwing', { code: 'unreachable', status: 0, cause: error })
    throw nameFailure(error, { signal })
  }
}

const temporary = [408, 500, 502, 503, 504]

/**
 * Whether the same request may be sent again. A 429 had no effect, so any request may. Other failures leave open
 * whether the request had one: only what has the same effect when repeated is sent again.
 */
export function isRetryable(error: unknown, isRepeatable: boolean): error is ApiError {
  if (!(error instanceof ApiError)) return false
  return error.status === 429 || (isRepeatable && (error.status === 0 || temporary.includes(error.status)))
}

const firstDelayMs = 500
const maxBackoffMs = 8000

/** What the server asks for, or an exponential backoff of which half is random. */
export function delayBefore(attemptNumber: number, { headers }: ApiError, now: number): number {
  const seconds = secondsToWait(headers.get('retry-after'), now)
  if (seconds !== null) return seconds * 1000
  const backoff = Math.min(maxBackoffMs, firstDelayMs * 2 ** (attemptNumber - 1))
  return backoff * (0.5 + Math.random() / 2)
}
