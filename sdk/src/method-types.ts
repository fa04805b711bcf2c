// The types of the methods of resources, from those of the operations.
import type { Paths } from './api.ts'
import type { ApiPromise, ListPromise, Page } from './api-promise.ts'
import type { AnswerOf, CallOptions, InputOf, Method } from './types.ts'

type Id = string | number
/** An id for each name in braces. */
type Ids<P extends string> = P extends `${string}{${string}}${infer Rest}` ? [id: Id, ...Ids<Rest>] : []

type Given<I> = I extends { body: infer Body }
  ? [body: Body]
  : I extends { body?: infer Body }
    ? unknown extends Body
      ? Query<I>
      : [body?: Body]
    : Query<I>
type Query<I> = I extends { query: infer Q }
  ? [query: Q]
  : I extends { query?: infer Q }
    ? unknown extends Q
      ? []
      : [query?: Q]
    : []

type Arguments<M extends Method, P extends string> = [...Ids<P>, ...Given<InputOf<Paths, P, M>>, options?: CallOptions]

/** `create(body, options)`; an operation whose response is a file returns the response. */
export type ApiMethod<M extends Method, P extends string> = (
  ...args: Arguments<M, P>
) => ApiPromise<[AnswerOf<Paths, P, M>] extends [never] ? Response : AnswerOf<Paths, P, M>>

/** `list(query, options)`, which returns a page and can be iterated. */
export type ListMethod<P extends string> = (
  ...args: Arguments<'get', P>
) => AnswerOf<Paths, P, 'get'> extends infer Answer
  ? Answer extends Page<infer Item>
    ? ListPromise<Item, Answer>
    : never
  : never
