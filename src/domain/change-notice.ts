// Notices tell open dashboards what changed. They are not a record: a client that misses one reloads.
export interface ChangeNotice {
  /** Numbers of monitors that were checked without a change of state. */
  readonly checked?: readonly number[]
  /** Monitors that changed, by number or id. */
  readonly changed?: readonly (number | string)[]
  readonly deleted?: readonly { readonly organizationId: string; readonly monitorId: string }[]
  /** Numbers of incidents. */
  readonly incidents?: readonly number[]
  /** Ids of status pages that changed or were deleted. */
  readonly pages?: readonly string[]
  /** Ids of people whose access changed: a session ended or moved to another organization, or they were removed. */
  readonly people?: readonly string[]
  readonly events?: readonly OrganizationEvent[]
  /** Something was queued that need not wait for the next poll. Told to this process only. */
  readonly work?: true
}

/** Contains the whole event, so that subscribers need no query. */
export type OrganizationEvent = { readonly organizationId: string } & (
  | { readonly name: 'delivery'; readonly data: { readonly incident: number | null } }
  | { readonly name: 'activity'; readonly data: Record<never, never> }
  | { readonly name: 'confirmation'; readonly data: { readonly id: string } }
  | { readonly name: 'try'; readonly data: { readonly id: string } }
)
