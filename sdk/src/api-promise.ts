import { readJson } from './attempt.ts'
import type { Reply } from './types.ts'

/** The data of a response: `await` it, or ask for the response itself. The request is sent at once. */
export class ApiPromise<Data> implements Promise<Data> {
  readonly [Symbol.toStringTag] = 'ApiPromise'
  readonly #response: Promise<Response>
  readonly #read: (response: Response) => Promise<unknown>
  #data: Promise<Data> | undefined

  constructor(response: Promise<Response>, signal?: AbortSignal, isFile = false) {
    this.#response = response
    this.#read = async (one) => (isFile ? one : readJson(one, signal))
  }

  /** The response as it arrived; its body is not read yet. */
  asResponse(): Promise<Response> {
    return this.#response
  }

  /** The data with the status and headers of the response. */
  async withResponse(): Promise<Reply<Data>> {
    const { status, headers } = await this.#response
    return { data: await this.#parsed(), status, headers }
  }

  // oxlint-disable-next-line unicorn/no-thenable -- it is a promise
  then<Result = Data, Failure = never>(
    resolved?: ((data: Data) => Result | PromiseLike<Result>) | null,
    rejected?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Result | Failure> {
    return this.#parsed().then(resolved, rejected)
  }

  catch<Failure = never>(
    rejected?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Data | Failure> {
    return this.#parsed().catch(rejected)
  }

  finally(settled?: (() => void) | null): Promise<Data> {
    return this.#parsed().finally(settled)
  }

  #parsed(): Promise<Data> {
    return (this.#data ??= this.#response.then(this.#read) as Promise<Data>)
  }
}

/** What the pages of a list have in common. */
export interface Page<Item> {
  readonly data: readonly Item[]
  readonly next_cursor?: string | null
}

/** A list: `await` its first page, or `for await` every item; the next page is requested when the loop gets there. */
export class ListPromise<Item, First extends Page<Item> = Page<Item>>
  extends ApiPromise<First>
  implements AsyncIterable<Item>
{
  readonly #send: (query: object) => Promise<Response>
  readonly #signal: AbortSignal | undefined

  constructor(send: (query?: object) => Promise<Response>, signal?: AbortSignal) {
    super(send(), signal)
    this.#send = send
    this.#signal = signal
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for (let page: Page<Item> = await this; ;) {
      yield* page.data
      if (!page.next_cursor) return
      const response = await this.#send({ cursor: page.next_cursor })
      page = (await readJson(response, this.#signal)) as Page<Item>
    }
  }
}
