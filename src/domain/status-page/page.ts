// A stored status page: its address, its appearance and its components.
import type { PublicCause } from './public-cause.ts'

export const themes = ['light', 'dark', 'auto'] as const
export type Theme = (typeof themes)[number]

export const displayModes = ['rolled_up', 'expanded', 'collapsible_group'] as const
export type DisplayMode = (typeof displayModes)[number]

export const pageLanguages = ['en', 'de', 'fr', 'es', 'ja', 'zh'] as const
export type PageLanguage = (typeof pageLanguages)[number]

/** A third-party service by its slug; no components means the whole service. */
export interface ThirdParty {
  readonly service_slug: string
  readonly components: readonly string[]
}

export interface Component {
  readonly id: string
  readonly position: number
  readonly name: string
  readonly description: string | null
  readonly displayMode: DisplayMode
  readonly publicCause: PublicCause
  readonly monitorIds: readonly string[]
  readonly monitorTags: readonly string[]
  readonly thirdParty: ThirdParty | null
}

export interface StatusPage {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly description: string | null
  readonly isPublic: boolean
  readonly passwordProtected: boolean
  readonly autoPublishIncidents: boolean
  readonly dimUntrackedDays: boolean
  readonly theme: Theme
  readonly language: PageLanguage
  readonly daysShown: number
  readonly footer: string | null
  /** Where visitors get help: a web address or a mailto link. */
  readonly supportUrl: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
}
