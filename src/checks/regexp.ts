// Users' regexps on the linear-time engine, compiled once each while they are in use. Linear can still be long: some
// take a tenth of a millisecond for each character.
import { Script, createContext } from 'node:vm'
import { RE2JS } from 're2js'
import { systemClock } from '../domain/clock.ts'

const compiled = new Map<string, RE2JS>()
const kept = 500

/** Whether the regexp is found anywhere in the text. */
export function matches(source: string, text: string): boolean {
  return compile(source).test(text)
}

function compile(source: string): RE2JS {
  const known = compiled.get(source)
  if (known) return known
  if (compiled.size >= kept) compiled.delete(compiled.keys().next().value as string)
  const made = RE2JS.compile(source)
  compiled.set(source, made)
  return made
}

const usualBudgetMs = 2000
// To watch over a match costs as much as a third of a millisecond.
const worthWatching = 2048
const context = createContext({ work: null })
const script = new Script('work()')

/** How long one check may match in all. Whoever asks for more has blocked every other check of the thread for so long. */
export class MatchBudget {
  #leftMs: number

  constructor(ms = usualBudgetMs) {
    this.#leftMs = ms
  }

  /** Ends the work on so many characters when the budget is used up, also in the middle of it. */
  run<T>(chars: number, work: () => T): T {
    if (this.#leftMs < 1) throw tooSlow()
    const start = systemClock.monotonicMs()
    try {
      if (chars < worthWatching) return work()
      context.work = work
      return script.runInContext(context, { timeout: Math.ceil(this.#leftMs) }) as T
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
      // A regexp that was stopped half-way is in no state to be used again.
      compiled.clear()
      this.#leftMs = 0
      throw tooSlow(error)
    } finally {
      context.work = null
      this.#leftMs -= systemClock.monotonicMs() - start
    }
  }
}

function tooSlow(cause?: unknown): Error {
  return new Error('not checked: the patterns of this monitor take too long to match; make them simpler', { cause })
}
