// The DNS lookups of one email policy check: deduplicated and limited in number.
import { TargetDown } from '../../../domain/outcome.ts'
import type { RecordType, Records } from '../../../net/index.ts'
import type { RunContext } from '../../run.ts'

export interface LookupResult<T extends RecordType> {
  readonly exists: boolean
  readonly records: readonly Records[T][]
}

interface Way {
  readonly resolver: string | undefined
  readonly ipVersion: 'any' | 'ip4' | 'ip6'
}

const maxQuestions = 150

export class PolicyLookups {
  /** Errors, each as a sentence. */
  readonly failures: TargetDown[] = []
  #queries = 0
  readonly #answers = new Map<string, Promise<LookupResult<RecordType> | null>>()
  readonly #way: Way
  readonly #context: RunContext

  constructor(way: Way, context: RunContext) {
    this.#way = way
    this.#context = context
  }

  get hasAnswers(): boolean {
    return this.#answers.size > this.failures.length
  }

  /** Null if no server responded; the error is recorded. */
  find<T extends RecordType>(name: string, type: T): Promise<LookupResult<T> | null> {
    const key = `${type} ${name.toLowerCase()}`
    let answer = this.#answers.get(key)
    if (!answer) {
      answer = this.#ask(name, type)
      this.#answers.set(key, answer)
    }
    return answer as Promise<LookupResult<T> | null>
  }

  /** TXT records of a name with this prefix; null if no server responded. */
  async texts(name: string, begin: RegExp): Promise<readonly string[] | null> {
    const answer = await this.find(name, 'TXT')
    return answer && answer.records.filter((text) => begin.test(text))
  }

  async #ask<T extends RecordType>(name: string, type: T): Promise<LookupResult<T> | null> {
    const { net, signal } = this.#context
    try {
      if (name.length > 253 || name.split('.').some((label) => label.length > 63 || label === ''))
        return { exists: false, records: [] }
      if (++this.#queries > maxQuestions)
        throw new TargetDown('dns', `the records of the domain lead to more than ${maxQuestions} lookups`)
      return await net.query({ name, type, ...this.#way, signal })
    } catch (error) {
      if (!(error instanceof TargetDown) || signal.aborted) throw error
      this.failures.push(error)
      return null
    }
  }
}
