// What the dashboard asks for, asked as it asks: through the session routes, as a signed-in person.
import type { Role, User } from '../../../src/domain/caller.ts'
import type { Operation } from '../../../src/operations/registry/define.ts'
import { type TestLapwing, keys } from '../lapwing/lapwing.ts'
import { type Person, signedIn } from './signed-in.ts'

interface RequestOptions {
  readonly id?: string | number
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Of the organization whose member asks. */
  readonly key?: string
  /** Who asks, where that matters; its owner otherwise. */
  readonly user?: User
  readonly role?: Role
  readonly idempotencyKey?: string
}

export interface DashboardAnswer {
  readonly status: number
  readonly body: any
}

export interface Dashboard {
  ask(operation: Operation, requested?: RequestOptions): Promise<DashboardAnswer>
}

export function dashboardOf(app: TestLapwing): Dashboard {
  const people = new Map<string, Promise<Person>>()
  const personFor = ({ key = keys.write, user, role = 'owner' }: RequestOptions): Promise<Person> => {
    const who = [key, user?.id, role].join()
    const known = people.get(who) ?? signedIn(app, { key, user, role })
    people.set(who, known)
    return known
  }
  return {
    async ask({ method, path }, requested = {}) {
      const { id, params = {}, query = {}, body, idempotencyKey } = requested
      const named: Record<string, unknown> = { id, ...params }
      const person = await personFor(requested)
      const search = new URLSearchParams(query).toString()
      const { status, body: answered } = await person.ask(
        method,
        path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(named[name]))) +
          (search && `?${search}`),
        { body, headers: idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey } },
      )
      return { status, body: answered }
    },
  }
}
