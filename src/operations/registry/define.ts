// An operation is one object: where it is asked for, who may ask, what goes in, what comes out and what happens.
import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { Caller, Role } from '../../domain/caller.ts'
import type { FaultCode } from '../../domain/fault.ts'
import type { ActivityDraft } from '../../store/accounts/activity.ts'
import type { Database } from '../../store/database/database.ts'
import type { RequestBudget } from './request-budget.ts'
import type { Services } from './services.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Access = 'read' | 'write' | 'none'
/** The entry point that received a request. */
export type Via = 'dashboard' | 'api'
export type OperationAudience = 'public' | 'dashboard'

export interface OperationResponse {
  readonly status: number
  /** An object to be written as JSON, a text that already is JSON, something that is no JSON, or nothing. */
  readonly body?: object | JsonText | RawContent
  readonly headers?: Readonly<Record<string, string>>
  /** Holds what may be otherwise in a moment: an Idempotency-Key does not keep it. */
  readonly passing?: boolean
  /** How the budget stands, when answering took from it. */
  readonly budget?: RequestBudget
  /** What the browser keeps from now on, and null for what it forgets; only the session door passes it on. */
  readonly keeps?: CookieChanges
}

export interface CookieChanges {
  readonly session?: string | null
  readonly secondFactor?: string | null
}

/** Where a request comes from, and what its browser kept for this moment. */
export interface RequestOrigin {
  readonly ip: string
  readonly userAgent: string | null
  readonly secondFactor: string | null
  /** The host name it was sent to; null for an address. */
  readonly host: string | null
  /** What was asked of the answer, as RFC 7240 has it, such as `wait=10`. */
  readonly prefer: string | null
}

/** A page that the database wrote as JSON already. */
export class JsonText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** An answer that is no JSON: a table, a page, something to print. */
export class RawContent {
  readonly type: string
  readonly content: string | Buffer | Readable
  constructor(type: string, content: string | Buffer | Readable) {
    this.type = type
    this.content = content
  }
}

export interface Response {
  readonly description: string
  /** What it may come as beside JSON, such as `text/csv`. */
  readonly types?: readonly string[]
  readonly schema?: z.ZodType
  readonly example?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface OperationContext {
  /** Inside a write operation this is its transaction. */
  readonly db: Database
  readonly now: Date
  readonly services: Services
}

export interface OrganizationContext extends OperationContext {
  readonly caller: Pick<Caller, 'organization'>
  /** Notes what was done; written with the operation's own transaction. */
  record(event: ActivityDraft): void
}

/** Callers need no credential. */
export interface VisitorContext extends OperationContext {
  readonly caller: Caller | null
  readonly visit: RequestOrigin
}

export interface CallerContext extends OrganizationContext {
  readonly caller: Caller
  readonly visit: RequestOrigin
  readonly via: Via
  readonly idempotencyKey: string | undefined
}

type InputSchema = z.ZodObject | undefined
type SchemaOutput<S> = S extends z.ZodType ? z.output<S> : Record<string, never>

export interface Draft<
  P extends InputSchema,
  Q extends InputSchema,
  B extends z.ZodType | undefined,
  A extends Access,
> {
  /** A camelCase verb and noun, unique, stable: clients are generated from it. */
  id: string
  method: Method
  path: `/${string}`
  access: A
  audience?: OperationAudience
  /** The least role of a person who may; who reads needs none above viewer, who writes is a member. */
  role?: Role
  tag: string
  summary: string
  description?: string
  /** Where to turn, for whoever tries a method that its path does not have. */
  otherMethods?: string
  /** Opens transactions itself, because something it writes has to stay when it fails. */
  ownTransactions?: true
  /** Is no part of a batch. */
  alone?: true
  /** Takes an Idempotency-Key. */
  creating?: boolean
  /** Heeds `Prefer: wait`. */
  waits?: true
  params?: P
  query?: Q
  body?: B
  bodyExample?: unknown
  responses: Readonly<Record<number, Response>>
  /** Faults it answers with beside those that every operation can. */
  faults?: readonly FaultCode[]
  deprecated?: { readonly since: Date; readonly sunset?: Date; readonly instead: string }
  handle(
    input: { params: SchemaOutput<P>; query: SchemaOutput<Q>; body: SchemaOutput<B> },
    context: A extends 'none' ? VisitorContext : CallerContext,
  ): Promise<OperationResponse>
}

export interface Operation extends Omit<Draft<InputSchema, InputSchema, z.ZodType | undefined, Access>, 'handle'> {
  readonly audience: OperationAudience
  readonly role: Role
  readonly creating: boolean
  readonly faults: readonly FaultCode[]
  handle(input: { params: any; query: any; body: any }, context: CallerContext): Promise<OperationResponse>
}

export function defineOperation<
  P extends InputSchema = undefined,
  Q extends InputSchema = undefined,
  B extends z.ZodType | undefined = undefined,
  A extends Access = Access,
>(draft: Draft<P, Q, B, A>): Operation {
  const role = draft.access === 'write' ? 'member' : 'viewer'
  return { audience: 'public', role, creating: false, faults: [], ...draft } as unknown as Operation
}

export const ok = (body: object): OperationResponse => ({ status: 200, body })
export const created = (body: object): OperationResponse => ({ status: 201, body })
export const accepted = (body: object): OperationResponse => ({ status: 202, body })
export const noContent: OperationResponse = { status: 204 }
