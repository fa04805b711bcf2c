// News name what has changed, for those who are looking at it. They are no record: whoever misses one looks again.
export interface ChangeNotice {
  /** Numbers of monitors that were checked, and are as they were for all that is known. */
  readonly checked?: readonly number[]
  /** Monitors that are no longer as they were, by number or id. */
  readonly changed?: readonly (number | string)[]
  readonly deleted?: readonly { readonly organizationId: string; readonly monitorId: string }[]
  /** By number. */
  readonly incidents?: readonly number[]
  /** Ids of status pages that no longer look as they did, or are gone. */
  readonly pages?: readonly string[]
  /**
   * Ids of people who may no longer see what they saw: a session of theirs has ended or gone elsewhere, or they were
   * removed.
   */
  readonly people?: readonly string[]
  readonly events?: readonly OrganizationEvent[]
}

/** Says all that there is to say. */
export type OrganizationEvent = { readonly organizationId: string } & (
  | { readonly name: 'delivery'; readonly data: { readonly incident: number | null } }
  | { readonly name: 'activity'; readonly data: Record<never, never> }
  | { readonly name: 'try'; readonly data: { readonly id: string } }
)
