// Answers of registries and public directories: one check asks for them on behalf of all monitors of the installation.

export interface SharedQuestion {
  /** What is to be known: `registration of example.com`. */
  readonly answer: string
  /** Who is asked for it, by one check at a time: `registry of com`. */
  readonly source: string
}

/** Plain JSON that a check has left behind. */
export interface KnownValue {
  readonly value: unknown
  readonly isFresh: boolean
}

/** What a check is told before it begins. */
export interface SharedAnswers {
  readonly answer: KnownValue | null
  /** What is known of the source itself, such as its address. */
  readonly source: KnownValue | null
  /** False while others ask the source, or when it wants to be left alone. */
  readonly mayAsk: boolean
}

interface SharedValue {
  readonly value: unknown
  readonly freshForMs: number
}

/** What a check has found out for everybody. */
export interface SharedFinding {
  readonly answer?: SharedValue
  readonly source?: SharedValue
  /** How long the source is to be left alone; half a second when omitted. */
  readonly pauseMs?: number
}

export const nothingShared: SharedAnswers = { answer: null, source: null, mayAsk: true }
