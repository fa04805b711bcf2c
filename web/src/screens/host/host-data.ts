// Queries of the host screen.
import type { EnrolledHost, HostRow } from '../../api-types.ts'
import { type AnswerOf, client, useResource } from '../../api.ts'
import { createStore } from '../../store.ts'
import { invalidate } from '../../invalidation.ts'

export type Host = AnswerOf<'/hosts/{id}', 'get'>
export type HostSampleAnswer = AnswerOf<'/dashboard/hosts/{id}/sample', 'get'>

export const useHost = (id: string) => useResource('/hosts/{id}', { params: { id } })

export const useHostSample = (id: string) => useResource('/dashboard/hosts/{id}/sample', { params: { id } })

/** The host's row of the list, which has the status of its monitor. */
export function useHostRow({ monitor_id: monitorId }: Pick<Host, 'monitor_id'>): HostRow | undefined {
  return useResource('/dashboard/hosts', { query: { monitor_id: monitorId } }).data?.data[0]
}

type Enrolment = EnrolledHost['enrollment']

/** Tokens are shown once, so they live only as long as the page. */
export const enrolments = createStore<Readonly<Record<string, Enrolment>>>({})

export function keepEnrolment({ id, enrollment }: EnrolledHost): void {
  enrolments.set((before) => ({ ...before, [id]: enrollment }))
}

export async function renewToken(id: string): Promise<void> {
  keepEnrolment(await client.post('/hosts/{id}/rotate-token', { params: { id } }))
  await invalidate('monitor')
}
