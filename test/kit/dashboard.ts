// What the dashboard asks for, asked as it asks: past the REST door, with the session of a person.
import type { User } from '../../src/domain/caller.ts'
import { Fault } from '../../src/domain/fault.ts'
import { fingerprint } from '../../src/domain/secret.ts'
import { createVault } from '../../src/domain/vault.ts'
import { authorize, perform } from '../../src/operations/registry/call.ts'
import { createCursors } from '../../src/operations/registry/cursor.ts'
import type { Operation } from '../../src/operations/registry/define.ts'
import type { Services } from '../../src/operations/registry/services.ts'
import { callerOfKey } from '../../src/store/accounts/api-keys.ts'
import { openStore } from '../../src/store/database/database.ts'
import { type TestLapwing, keepsItsPromise, keys } from './lapwing.ts'
import { onlyErrors } from './log.ts'

interface Asked {
  readonly id?: string | number
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Of the organization whose member asks. */
  readonly key?: string
  /** Who asks, where that matters. */
  readonly user?: User | null
  readonly idempotencyKey?: string
}

export interface DashboardAnswer {
  readonly status: number
  readonly body: any
}

export interface Dashboard {
  ask(operation: Operation, asked?: Asked): Promise<DashboardAnswer>
  close(): Promise<void>
}

interface Options {
  secretKey?: string
  allowPrivateTargets?: boolean
}

const usualKey = 'the key of a dashboard, at least 32 characters'

export function dashboardOf(
  app: TestLapwing,
  { secretKey = usualKey, allowPrivateTargets = false }: Options = {},
): Dashboard {
  const store = openStore(app.database, { log: onlyErrors, connections: 4 })
  const services: Services = {
    store,
    clock: app.clock,
    log: onlyErrors,
    cursors: createCursors(Buffer.alloc(32)),
    vault: createVault([secretKey]),
    version: '0.0.0-test',
    allowPrivateTargets,
    openapi: () => '{}',
    intervalFloorOf: () => 1,
    problems: async () => [],
    origin: () => 'https://status.example.org',
  }
  return {
    close: () => store.close(),
    async ask(operation, { id, params: named = {}, query = {}, body, key = keys.write, user, idempotencyKey } = {}) {
      const known = await callerOfKey(store, { hash: fingerprint(key), now: app.clock.now() })
      const caller = {
        ...known!,
        credential: { ...known!.credential, type: 'session' as const },
        user:
          user === undefined
            ? { id: known!.credential.id, name: 'Ada', email: 'ada@example.com', role: 'owner' as const }
            : user,
      }
      const params: Record<string, string> = id === undefined ? named : { id: String(id), ...named }
      try {
        authorize(operation, caller)
        const request = {
          operation,
          params,
          query,
          body,
          path: operation.path,
          idempotencyKey,
          via: 'dashboard' as const,
          ip: '::1',
        }
        const reply = await perform(services, request, caller)
        keepsItsPromise(operation, reply)
        return { status: reply.status, body: reply.json === null ? undefined : JSON.parse(reply.json) }
      } catch (error) {
        if (!(error instanceof Fault)) throw error
        return { status: error.status, body: { error: { code: error.code, message: error.message } } }
      }
    },
  }
}
