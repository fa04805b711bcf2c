// Runs an operation for every entry point: validates the input, and returns a response or throws a fault.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type Caller, actorOf, isAtLeast } from '../../domain/caller.ts'
import { canonicalJson } from '../../domain/incident-bundle/canonical-json.ts'
import { Fault } from '../../domain/fault.ts'
import { nameOf, parse } from '../../domain/validation.ts'
import { type Vault, openReadable } from '../../domain/vault.ts'
import { type ActivityDraft, addActivity } from '../../store/accounts/activity.ts'
import type { Database } from '../../store/database/database.ts'
import { type KeyedRequest, claimKey, isKeyUsed, saveResponse } from '../../store/accounts/idempotency.ts'
import { membersOfOrganization } from '../../store/accounts/users.ts'
import {
  type OperationResponse,
  type CallerContext,
  RawContent,
  JsonText,
  type CookieChanges,
  type Operation,
  type RestoredMonitor,
  type Via,
  type RequestOrigin,
} from './define.ts'
import { refuseForeignProvider } from './own-sign-in.ts'
import { oneAtATime } from './one-at-a-time.ts'
import type { RequestBudget } from './request-budget.ts'
import { withPlus } from './fields/instant.ts'
import { refuseUnstorable } from '../../domain/limits/storable.ts'
import type { Services } from './services.ts'
import type { SharedWork } from './steps/shared-work.ts'

export interface OperationCall {
  readonly operation: Operation
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
  /** Part of the fingerprint of a request with an Idempotency-Key. */
  readonly path: string
  readonly idempotencyKey: string | undefined
  readonly via: Via
  readonly visit: RequestOrigin
  readonly restores?: RestoredMonitor | undefined
  /** Takes its events, if it is one of many steps. */
  readonly shared?: SharedWork | undefined
  /** Leaves its events out of the activity log, because its caller records them. */
  readonly quiet?: boolean
  /** Further fields of its events in the activity log. */
  readonly mark?: Readonly<Record<string, string>> | undefined
}

export interface CallResult {
  readonly status: number
  readonly json: string | null
  /** Replaces `json`. */
  readonly content?: RawContent
  readonly headers: Readonly<Record<string, string>>
  readonly passing?: boolean
  readonly budget?: RequestBudget
  readonly keeps?: CookieChanges
}

const keptForMs = 24 * 3_600_000
const maxKey = 255
const usedKey = new Fault('conflict', 'This Idempotency-Key was used for a different request; use a new key')
const keptSince = ({ clock }: Services): Date => new Date(clock.now().getTime() - keptForMs)
const nothingExpected = z.strictObject({}).nullish()

/** Checks scope and role before the request is parsed and before anything is looked up. */
export async function authorize({ store }: Services, operation: Operation, caller: Caller): Promise<void> {
  // A service account has no user, and so no role.
  if (caller.user) await requireRole(store, operation, caller)
  if (operation.changesPerson) await refuseForeignProvider(store, operation.changesPerson, caller)
  const { type, scope } = caller.credential
  if (type === 'session' || operation.access !== 'write' || scope === 'write') return
  if (type === 'oauth') throw insufficientScope
  throw new Fault('forbidden', 'This needs a key with the write scope; this key has the read scope')
}

const insufficientScope = new Fault('forbidden', 'This needs the write scope; this access token has the read scope', {
  'www-authenticate': 'Bearer error="insufficient_scope", scope="write"',
})

const maxNamed = 3

async function requireRole(db: Database, operation: Operation, { user, organization }: Caller): Promise<void> {
  if (user && isAtLeast(user.role, operation.role)) return
  const members = await membersOfOrganization(db, organization.id)
  const minimum = operation.role === 'owner' ? 'owner' : 'admin'
  const names = members.filter(({ role }) => isAtLeast(role, minimum)).map(({ name }) => name)
  const admins = names.slice(0, maxNamed).join(', ')
  const who = minimum === 'owner' ? 'an owner' : 'an admin'
  throw new Fault('forbidden', `Your role is ${user?.role ?? 'none'}. Ask ${who}${admins && `: ${admins}`}.`)
}

export async function perform(services: Services, request: OperationCall, caller: Caller | null): Promise<CallResult> {
  const { operation } = request
  for (const part of [request.params, request.query, request.body]) refuseUnstorable(part)
  const key = operation.method === 'GET' ? undefined : request.idempotencyKey
  if (key !== undefined && (key.length === 0 || key.length > maxKey))
    throw new Fault('invalid_request', `Idempotency-Key: must be 1 to ${maxKey} characters`)
  if (key !== undefined && caller) {
    if (operation.creating) return performOnce(services, { request, caller, key })
    const isUsed = await isKeyUsed(services.store, { credentialId: caller.credential.id, key }, keptSince(services))
    if (isUsed) throw usedKey
  }
  if (operation.access !== 'write' || operation.ownTransactions)
    return reply(await handle(services, services.store, request, caller))
  return services.store.transaction(async (tx) => reply(await handle(services, tx, request, caller)))
}

/** Runs an operation as a step of another one, in its transaction. */
export async function performIn(
  services: Services,
  tx: Database,
  request: OperationCall,
  caller: Caller,
): Promise<CallResult> {
  return reply(await handle(services, tx, request, caller))
}

interface IdempotentCall {
  readonly request: OperationCall
  readonly caller: Caller
  readonly key: string
}

function performOnce(services: Services, keyed: IdempotentCall): Promise<CallResult> {
  const perform = (): Promise<CallResult> => services.store.transaction((tx) => onlyOnce(services, tx, keyed))
  // Needs more connections while this one locks the key, so many at once would deadlock.
  return keyed.request.operation.ownTransactions ? oneAtATime(services, perform) : perform()
}

async function onlyOnce(
  services: Services,
  tx: Database,
  { request, caller, key }: IdempotentCall,
): Promise<CallResult> {
  const now = services.clock.now()
  const keyed = { credentialId: caller.credential.id, key, fingerprint: fingerprintOf(request) }
  const claim = await claimKey(tx, keyed, keptSince(services))
  if (claim === 'busy') throw new Fault('conflict', 'A request with this Idempotency-Key is still running')
  if (claim === 'other request') throw usedKey
  if (claim !== 'first') {
    const json = openedResponse(services.vault, claim.body, keyed)
    return { status: claim.status, json, headers: { 'idempotency-replay': 'true' } }
  }
  const answer = reply(await handle(services, request.operation.ownTransactions ? services.store : tx, request, caller))
  if (answer.passing) return answer
  const body = answer.json === null ? null : services.vault.seal(answer.json, contextOf(keyed)).toString('base64')
  await saveResponse(tx, keyed, { status: answer.status, body }, now)
  return answer
}

/** Responses are encrypted, because they may contain secrets such as the address of a heartbeat. */
const contextOf = ({ credentialId, key }: KeyedRequest): string => `answer ${credentialId} ${key}`

function openedResponse(vault: Vault, body: string | null, keyed: KeyedRequest): string | null {
  // Responses stored by an earlier version are plain JSON.
  if (body === null || body.startsWith('{')) return body
  const json = openReadable(vault, Buffer.from(body, 'base64'), contextOf(keyed))
  if (json !== null) return json
  throw new Fault(
    'conflict',
    'The request succeeded before, but its saved response can no longer be decrypted; look up what it created',
  )
}

async function handle(
  services: Services,
  db: Database,
  request: OperationCall,
  caller: Caller | null,
): Promise<OperationResponse> {
  const { operation } = request
  const events: ActivityDraft[] = []
  const input = read(request)
  const context = {
    db,
    services,
    caller,
    now: services.clock.now(),
    visit: request.visit,
    via: request.via,
    idempotencyKey: request.idempotencyKey,
    restores: request.restores,
    shared: request.shared,
    record: (event: ActivityDraft) => events.push(event),
  }
  const answer = await operation.handle(input, context as unknown as CallerContext)
  if (events.length > 0 && caller && !request.quiet) {
    const marked = markEvents({ ...request, caller }, events)
    if (request.shared) request.shared.events.push(...marked)
    else await addEvents({ db, caller, now: context.now }, marked)
  }
  return answer
}

type EventOrigin = Pick<OperationCall, 'via' | 'visit' | 'mark'> & { readonly caller: Caller }

/** Events with where they came from. */
export function markEvents(
  { via, visit, mark, caller }: EventOrigin,
  events: readonly ActivityDraft[],
): ActivityDraft[] {
  const client = caller.credential.type === 'oauth' ? caller.credential.name : visit.client
  const origin = { via, ip: visit.ip, ...(client && { client }), ...mark }
  return events.map((event) => ({ ...event, changes: { ...event.changes, ...origin } }))
}

export async function addEvents(
  { db, caller, now }: Pick<CallerContext, 'db' | 'caller' | 'now'>,
  events: ActivityDraft[],
): Promise<void> {
  const actor = { name: actorOf(caller), email: caller.user?.email ?? null }
  await addActivity(db, { organizationId: caller.organization.id, actor, events, now })
}

function read({ operation, params, query, body }: OperationCall) {
  refuseUnknownParameters(operation, query)
  return {
    params: operation.params ? parse(operation.params, params) : {},
    query: operation.query ? parse(operation.query, withPlus(query)) : {},
    body: parse(operation.body ?? nothingExpected, body),
  }
}

export const unsorted = new Fault('invalid_request', 'sort: unsupported field; each list has one fixed order')

/** Otherwise a misspelled filter would be ignored silently. */
function refuseUnknownParameters({ query: known }: Operation, query: OperationCall['query']): void {
  if ('sort' in query) throw unsorted
  const allowed = Object.keys(known?.shape ?? {})
  const unknown = Object.keys(query).filter((name) => !allowed.includes(name))
  if (unknown.length === 0) return
  const rule = `unsupported query parameter. Allowed: ${allowed.join(', ') || 'none'}`
  const named = unknown.slice(0, maxNamed).map((name) => `${nameOf([name])}: ${rule}`)
  throw new Fault('invalid_request', named)
}

function reply({ status, body, headers = {}, ...rest }: OperationResponse): CallResult {
  if (body === undefined) return { ...rest, status, json: null, headers }
  if (body instanceof RawContent) return { ...rest, status, json: null, content: body, headers }
  return { ...rest, status, json: body instanceof JsonText ? body.text : JSON.stringify(body), headers }
}

function fingerprintOf({ operation, path, body }: OperationCall): Buffer {
  return createHash('sha256')
    .update(`${operation.method} ${path}\n${canonicalJson(body)}`)
    .digest()
}
