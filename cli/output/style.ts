// Colours, if the terminal wants them.
const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, blue: 34, cyan: 36 } as const

export type Style = keyof typeof codes
export type Paint = (style: Style, text: string) => string

export interface TerminalTraits {
  readonly isTerminal: boolean
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** NO_COLOR and TERM=dumb turn colours off; FORCE_COLOR turns them on where there is no terminal. */
export function createPaint({ isTerminal, environment }: TerminalTraits): Paint {
  const { NO_COLOR, FORCE_COLOR, TERM } = environment
  const isForced = FORCE_COLOR !== undefined && FORCE_COLOR !== '' && FORCE_COLOR !== '0'
  const isColoured = !NO_COLOR && (isForced || (isTerminal && TERM !== 'dumb'))
  return (style, text) => (isColoured && text !== '' ? `\x1b[${codes[style]}m${text}\x1b[0m` : text)
}

const styles: Readonly<Record<string, Style>> = {
  up: 'green',
  done: 'green',
  resolved: 'green',
  sent: 'green',
  ok: 'green',
  degraded: 'yellow',
  warning: 'yellow',
  acknowledged: 'yellow',
  silenced: 'yellow',
  down: 'red',
  critical: 'red',
  firing: 'red',
  failed: 'red',
}

/** The colour of a state, a severity or a result. */
export const styleOf = (word: string): Style => styles[word] ?? 'dim'
