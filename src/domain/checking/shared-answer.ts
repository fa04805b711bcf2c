// Responses of registries and public directories that all monitors of an installation share.

export interface SharedQuestion {
  /** What was looked up, such as `registration of example.com`. */
  readonly answer: string
  /** The server that is queried by one check at a time, such as `registry of com`. */
  readonly source: string
}

/** Plain JSON stored by an earlier check. */
export interface CachedValue {
  readonly value: unknown
  readonly isFresh: boolean
}

/** The cached values that a check gets before it starts. */
export interface SharedAnswers {
  readonly answer: CachedValue | null
  /** Facts about the source itself, such as its address. */
  readonly source: CachedValue | null
  /** False while another check queries the source, or while the source asked for a pause. */
  readonly mayAsk: boolean
}

interface SharedValue {
  readonly value: unknown
  readonly freshForMs: number
}

/** A value that a check shares with all monitors. */
export interface SharedFinding {
  readonly answer?: SharedValue
  readonly source?: SharedValue
  /** How long no check may query the source; half a second by default. */
  readonly pauseMs?: number
}

export const nothingShared: SharedAnswers = { answer: null, source: null, mayAsk: true }
