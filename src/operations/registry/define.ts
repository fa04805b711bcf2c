// An operation is one object: its path, access, input and output schemas, and handler.
import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { Caller, Role } from '../../domain/caller.ts'
import type { FaultCode } from '../../domain/fault.ts'
import type { RequestLimits } from '../../domain/limits/json-limits.ts'
import type { ActivityDraft } from '../../store/accounts/activity.ts'
import type { Database } from '../../store/database/database.ts'
import type { RequestBudget } from './request-budget.ts'
import type { Services } from './services.ts'
import type { SharedWork } from './steps/shared-work.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Access = 'read' | 'write' | 'none'
/** The entry point that received a request. */
export type Via = 'dashboard' | 'api' | 'mcp' | 'a2a' | 'config'
export type OperationAudience = 'public' | 'dashboard'
/** What of a person is the same in all their organizations: name and preferences, and how they sign in. */
export type PersonalChange = 'settings' | 'credentials'

export interface OperationResponse {
  readonly status: number
  /** An object to serialize, JSON text, other content, or nothing. */
  readonly body?: object | JsonText | RawContent
  readonly headers?: Readonly<Record<string, string>>
  /** A temporary result, which is not stored for an Idempotency-Key. */
  readonly passing?: boolean
  /** The remaining budget, if the operation used some of it. */
  readonly budget?: RequestBudget
  /** Cookies to set, or null to delete them; only the session API sends them. */
  readonly keeps?: CookieChanges
}

export interface CookieChanges {
  readonly session?: string | null
  readonly secondFactor?: string | null
}

/** The client of a request. */
export interface RequestOrigin {
  readonly ip: string
  readonly userAgent: string | null
  readonly secondFactor: string | null
  /** The hostname of the request; null for an IP address. */
  readonly host: string | null
  /** The Prefer header (RFC 7240), such as `wait=10`. */
  readonly prefer: string | null
  /** The Accept header. */
  readonly accept: string | null
  /** The name and version that a program states about itself; not verified. */
  readonly client?: string
}

/** A deleted monitor whose results are still stored under its number. */
export interface RestoredMonitor {
  readonly id: string
  readonly monitorNumber: number
}

/** JSON text that the database wrote. */
export class JsonText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** A response that is not JSON, such as CSV, HTML or PDF. */
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
  /** Content types besides JSON, such as `text/csv`. */
  readonly types?: readonly string[]
  readonly schema?: z.ZodType
  /** What differs from the example that follows from the fields of the schema. */
  readonly example?: object
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
  /** Adds an event to the activity log, in the transaction of the operation. */
  record(event: ActivityDraft): void
  /** The monitor that a creation brings back with its history. */
  readonly restores?: RestoredMonitor | undefined
  /** Of a step in a transaction with many; otherwise undefined. */
  readonly shared?: SharedWork | undefined
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
  /** A unique camelCase verb and noun that never changes, because clients are generated from it. */
  id: string
  method: Method
  path: `/${string}`
  /** By default, reading for GET and writing for the other methods. */
  access?: A
  audience?: OperationAudience
  /** The minimum role; viewer for reads and member for writes by default. */
  role?: Role
  /** Changes the person and not only what they have in this organization, so single sign-on may not be enough. */
  changesPerson?: PersonalChange
  tag: string
  summary: string
  description?: string
  /** Hint for requests with an unsupported method. */
  otherMethods?: string
  /** Opens its own transactions, because some of its writes must survive a failure. */
  ownTransactions?: true
  /** Not allowed in a batch. */
  alone?: true
  /** Where a body may be larger than usual. */
  limits?: Partial<RequestLimits>
  /** Accepts an Idempotency-Key. */
  creating?: boolean
  /** Supports `Prefer: wait`. */
  waits?: true
  params?: P
  query?: Q
  body?: B
  bodyExample?: unknown
  responses: Readonly<Record<number, Response>>
  /** Faults besides those that every operation can throw. */
  faults?: readonly FaultCode[]
  deprecated?: { readonly since: Date; readonly sunset?: Date; readonly instead: string }
  handle(
    input: { params: SchemaOutput<P>; query: SchemaOutput<Q>; body: SchemaOutput<B> },
    context: A extends 'none' ? VisitorContext : CallerContext,
  ): Promise<OperationResponse>
}

/** What the OpenAPI description needs of an operation. */
export interface OperationDescription extends Omit<
  Draft<InputSchema, InputSchema, z.ZodType | undefined, Access>,
  'handle'
> {
  readonly access: Access
  readonly audience: OperationAudience
  readonly role: Role
  readonly creating: boolean
  readonly faults: readonly FaultCode[]
}

export interface Operation extends OperationDescription {
  handle(input: { params: any; query: any; body: any }, context: CallerContext): Promise<OperationResponse>
}

export function defineOperation<
  P extends InputSchema = undefined,
  Q extends InputSchema = undefined,
  B extends z.ZodType | undefined = undefined,
  A extends Access = 'write',
>(draft: Draft<P, Q, B, A>): Operation {
  const access: Access = draft.access ?? (draft.method === 'GET' ? 'read' : 'write')
  const role = access === 'write' ? 'member' : 'viewer'
  return { access, audience: 'public', role, creating: false, faults: [], ...draft } as unknown as Operation
}

export const ok = (body: object): OperationResponse => ({ status: 200, body })
export const created = (body: object): OperationResponse => ({ status: 201, body })
export const accepted = (body: object): OperationResponse => ({ status: 202, body })
export const noContent: OperationResponse = { status: 204 }
