import type { Paths } from './api.ts'
import type { AnswerOf, ApiClient, ArgumentsOf, PathWith } from './types.ts'

interface ListPage {
  readonly data: readonly unknown[]
  readonly next_cursor: string | null
}

/** Paths whose GET returns a list in pages. */
export type ListPath = {
  [P in PathWith<Paths, 'get'>]: AnswerOf<Paths, P, 'get'> extends ListPage ? P : never
}[PathWith<Paths, 'get'>]

export type ListItem<P extends ListPath> =
  AnswerOf<Paths, P, 'get'> extends { readonly data: readonly (infer Item)[] } ? Item : never

/** `for await (const page of listPages(client, '/incidents'))`: asks for a page when the loop gets there. */
export async function* listPages<P extends ListPath>(
  client: Pick<ApiClient<Paths>, 'get'>,
  path: P,
  ...[input]: ArgumentsOf<Paths, P, 'get'>
): AsyncGenerator<AnswerOf<Paths, P, 'get'>, void, undefined> {
  const get = client.get as unknown as (path: P, input: object) => Promise<ListPage>
  const { query } = (input ?? {}) as { query?: Readonly<Record<string, unknown>> }
  let page = await get(path, { ...input })
  yield page as AnswerOf<Paths, P, 'get'>
  while (page.next_cursor !== null) {
    page = await get(path, { ...input, query: { ...query, cursor: page.next_cursor } })
    yield page as AnswerOf<Paths, P, 'get'>
  }
}

/** `for await (const monitor of listAll(client, '/monitors', { query: { state: 'down' } }))`. */
export async function* listAll<P extends ListPath>(
  client: Pick<ApiClient<Paths>, 'get'>,
  path: P,
  ...rest: ArgumentsOf<Paths, P, 'get'>
): AsyncGenerator<ListItem<P>, void, undefined> {
  for await (const page of listPages(client, path, ...rest)) yield* (page as { data: readonly ListItem<P>[] }).data
}
