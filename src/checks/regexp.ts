// Users' regexps on the linear-time engine, compiled once while in use. Linear time can still be long, so each check
// has a limit (docs/decisions/0015).
import type * as Re2js from 're2js'
import { onFirstUse } from '../domain/limits/on-first-use.ts'

const re2js = onFirstUse<typeof Re2js>('re2js')

/** Throws if the pattern is wrong. */
export const compileRegexp = (source: string): Re2js.RE2JS => re2js().RE2JS.compile(source)

const compiled = new Map<string, Re2js.RE2JS>()
const maxCompiled = 500

function compile(source: string): Re2js.RE2JS {
  const known = compiled.get(source)
  if (known) return known
  if (compiled.size >= maxCompiled) compiled.delete(compiled.keys().next().value as string)
  const made = compileRegexp(source)
  compiled.set(source, made)
  return made
}

// Instructions of the pattern times characters of the text; at worst, a few seconds of a thread.
const usualEffort = 100_000_000

/** Matches for one check, within one limit. */
export class Matcher {
  #left: number

  constructor(effort = usualEffort) {
    this.#left = effort
  }

  /** Whether the regexp matches anywhere in the text. */
  matches(source: string, text: string): boolean {
    return this.#affordable(source, text).test(text)
  }

  /** The first match: its first group, or all of it without groups. */
  find(source: string, text: string): string | null {
    const matcher = this.#affordable(source, text).matcher(text)
    return matcher.find() ? matcher.group(matcher.groupCount() > 0 ? 1 : 0) : null
  }

  #affordable(source: string, text: string): Re2js.RE2JS {
    const pattern = compile(source)
    this.#left -= pattern.programSize() * text.length
    if (this.#left < 0)
      throw new Error('not checked: the patterns of this monitor are too complex for this response; simplify them')
    return pattern
  }
}
