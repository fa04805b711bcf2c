// How requests of probes reach the engine.
import type { ClaimResponse, HelloResponse, ReportResponse } from './protocol.ts'
import type { ClaimRequest, HelloRequest, ProbeReport } from './requests.ts'

/** What a token gives access to. */
export interface ProbeAccess {
  readonly tokenId: string
  /** The number and the name of the location. */
  readonly location: number
  readonly locationName: string
  /** Null if all organizations may use the location. */
  readonly organizationId: string | null
}

type Timeless<T> = Omit<T, 'received_at' | 'sent_at'>

export interface ProbeGateway {
  /** Throws a fault if the token is unknown or revoked. */
  admit(token: string): Promise<ProbeAccess>
  hello(access: ProbeAccess, request: HelloRequest): Promise<Timeless<HelloResponse>>
  /** Waits until something is due. `admitAgain` throws if the token was revoked meanwhile. */
  claim(
    access: ProbeAccess,
    request: ClaimRequest,
    wait: { readonly signal: AbortSignal; admitAgain(): Promise<unknown> },
  ): Promise<Timeless<ClaimResponse>>
  report(access: ProbeAccess, request: ProbeReport): Promise<Timeless<ReportResponse>>
}
