import { createContext, useContext } from 'react'

export interface RunEvidence {
  readonly isFine: boolean
  /** What is wrong, or null. */
  readonly problem: string | null
  readonly durationMs: number | null
  readonly statusCode: number | null
  /** The response body, as far as it was kept. */
  readonly body: string | null
}

/** Tests the draft with another value of one field. */
export type TryRun = (key: string, value: unknown) => Promise<RunEvidence>

/** Null for forms that cannot be tested, such as those of channels. */
export const TryRunContext = createContext<TryRun | null>(null)
export const useTryRun = (): TryRun | null => useContext(TryRunContext)
