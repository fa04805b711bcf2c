// Written by `npm run sdk` from the operations. A change belongs there.

export type StatusPageListed = {
  object: 'status_page'
  id: string
  slug: string
  name: string
  description: string | null
  public: boolean
  auto_publish_incidents: boolean
  dim_untracked_days: boolean
  theme: 'light' | 'dark' | 'auto'
  language: 'en' | 'de' | 'fr' | 'es' | 'ja' | 'zh'
  days_shown: number
  footer: string | null
  support_url: string | null
  password_protected: boolean
  logo: {
    hash: string
    width: number
    height: number
    fits: 'light' | 'dark' | 'both'
    dark: { hash: string; width: number; height: number } | null
  } | null
  url: string
  component_count: number
  subscriber_count: number
  managed?: { key: string; source: string } | null
  created_at: string
  updated_at: string
}
export type StatusPageCreate = {
  slug: string
  name: string
  description?: string | null
  isPublic?: boolean
  autoPublishIncidents?: boolean
  dimUntrackedDays?: boolean
  theme?: 'light' | 'dark' | 'auto'
  language?: 'en' | 'de' | 'fr' | 'es' | 'ja' | 'zh'
  daysShown?: number
  footer?: string | null
  supportUrl?: string | null
  components?: readonly {
    name: string
    description?: string | null
    monitorIds?: readonly string[]
    monitorTags?: readonly string[]
  }[]
}
export type StatusPage = {
  object: 'status_page'
  id: string
  slug: string
  name: string
  description: string | null
  public: boolean
  auto_publish_incidents: boolean
  dim_untracked_days: boolean
  theme: 'light' | 'dark' | 'auto'
  language: 'en' | 'de' | 'fr' | 'es' | 'ja' | 'zh'
  days_shown: number
  footer: string | null
  support_url: string | null
  password_protected: boolean
  logo: {
    hash: string
    width: number
    height: number
    fits: 'light' | 'dark' | 'both'
    dark: { hash: string; width: number; height: number } | null
  } | null
  url: string
  component_count: number
  subscriber_count: number
  managed?: { key: string; source: string } | null
  created_at: string
  updated_at: string
  components: readonly StatusPageComponent[]
  overall_status?: 'operational' | 'degraded' | 'major_outage' | 'maintenance' | null
  incident_count?: number
}
export type StatusPageComponent = {
  object: 'status_page_component'
  id: string
  name: string
  description: string | null
  position: number
  display_mode: 'rolled_up' | 'expanded' | 'collapsible_group'
  public_cause: 'hidden' | 'cause' | 'full'
  monitor_ids: readonly string[]
  monitor_tags: readonly string[]
  status?: 'up' | 'degraded' | 'down' | 'maintenance' | 'paused' | 'unknown'
  monitors?: readonly { id: string; name: string; type: string }[]
  third_party?: StatusPageThirdParty | null
}
export type StatusPageThirdParty = { service_slug: string; components: readonly string[] }
export type StatusPageUpdate = {
  slug?: string
  name?: string
  description?: string | null
  isPublic?: boolean
  autoPublishIncidents?: boolean
  dimUntrackedDays?: boolean
  theme?: 'light' | 'dark' | 'auto'
  language?: 'en' | 'de' | 'fr' | 'es' | 'ja' | 'zh'
  daysShown?: number
  footer?: string | null
  supportUrl?: string | null
}
export type Deletion = { object: 'deleted'; id: string; deleted: true }
export type Announcement = {
  object: 'announcement'
  id: string
  type: 'incident' | 'maintenance'
  title: string
  body: string
  status: 'investigating' | 'identified' | 'monitoring' | 'resolved'
  severity: 'minor' | 'major' | 'critical'
  affected_component_ids: readonly string[]
  affected_monitor_ids: readonly string[]
  scheduled_start: string | null
  scheduled_end: string | null
  source_incident_id: number | null
  resolved_at: string | null
  created_at: string
  updated_at: string
  updates: readonly {
    id: string
    body: string
    status: 'investigating' | 'identified' | 'monitoring' | 'resolved'
    created_at: string
  }[]
}
export type AnnouncementCreate = {
  title: string
  body: string
  status?: 'investigating' | 'identified' | 'monitoring' | 'resolved'
  severity?: 'minor' | 'major' | 'critical'
  affectedComponentIds?: readonly string[]
  notify?: boolean
}
export type AnnouncementUpdate = { body: string; status: 'investigating' | 'identified' | 'monitoring' | 'resolved' }
export type StatusPageEdited = {
  object: 'status_page'
  id: string
  slug: string
  name: string
  description: string | null
  public: boolean
  auto_publish_incidents: boolean
  dim_untracked_days: boolean
  theme: 'light' | 'dark' | 'auto'
  language: 'en' | 'de' | 'fr' | 'es' | 'ja' | 'zh'
  days_shown: number
  footer: string | null
  support_url: string | null
  password_protected: boolean
  logo: {
    hash: string
    width: number
    height: number
    fits: 'light' | 'dark' | 'both'
    dark: { hash: string; width: number; height: number } | null
  } | null
  url: string
  component_count: number
  subscriber_count: number
  managed?: { key: string; source: string } | null
  created_at: string
  updated_at: string
  components: readonly StatusPageComponent[]
  overall_status?: 'operational' | 'degraded' | 'major_outage' | 'maintenance' | null
  incident_count?: number
  hosts: readonly StatusPageHost[]
  draft: {
    components: readonly StatusPageComponent[]
    look: {
      name?: string
      description?: string | null
      dim_untracked_days?: boolean
      theme?: 'light' | 'dark' | 'auto'
      language?: 'en' | 'de' | 'fr' | 'es' | 'ja' | 'zh'
      days_shown?: number
      footer?: string | null
      support_url?: string | null
    }
  } | null
}
export type StatusPageHost = {
  object: 'status_page_host'
  host: string
  verified_at: string | null
  txt_name: string
  txt_value: string
  created_at: string
}
export type StatusPageComponents = {
  components: readonly {
    name: string
    description?: string | null
    monitorIds?: readonly string[]
    monitorTags?: readonly string[]
    id?: string
    displayMode?: 'rolled_up' | 'expanded' | 'collapsible_group'
    publicCause?: 'hidden' | 'cause' | 'full'
    thirdParty?: { serviceSlug: string; components?: readonly string[] } | null
  }[]
}
export type StatusPageDraft = {
  components?: readonly {
    name: string
    description?: string | null
    monitorIds?: readonly string[]
    monitorTags?: readonly string[]
    id?: string
    displayMode?: 'rolled_up' | 'expanded' | 'collapsible_group'
    publicCause?: 'hidden' | 'cause' | 'full'
    thirdParty?: { serviceSlug: string; components?: readonly string[] } | null
  }[]
  look?: {
    name?: string
    description?: string | null
    dimUntrackedDays?: boolean
    theme?: 'light' | 'dark' | 'auto'
    language?: 'en' | 'de' | 'fr' | 'es' | 'ja' | 'zh'
    daysShown?: number
    footer?: string | null
    supportUrl?: string | null
  }
}
export type ThirdPartyService = { object: 'third_party_service'; slug: string; name: string; url: string }
export type StatusPagePreview = { object: 'status_page_preview'; view: Readonly<Record<string, unknown>> }
export type StatusPageHostAdd = { host: string }
export type StatusPageLogo = { picture: string; theme?: 'light' | 'dark' }
export type StatusPagePassword = { password: string | null }
export type StatusPageSubscriber = {
  object: 'status_page_subscriber'
  id: string
  channel: 'email' | 'slack' | 'webhook'
  address: string
  state: 'confirmed' | 'waiting' | 'retired'
  language: 'en' | 'de' | 'fr' | 'es' | 'ja' | 'zh'
  component_ids: readonly string[]
  kinds: readonly ('incident' | 'maintenance')[]
  confirmed_at: string | null
  retired_at: string | null
  retired_reason: string | null
  created_at: string
}
export type StatusPageSubscriberImport = { addresses?: readonly string[]; csv?: string }
export type StatusPageSubscriberImported = {
  object: 'subscriber_import'
  asked: number
  refused: readonly {
    line: number
    address: string
    reason: 'invalid' | 'repeated' | 'known' | 'limit'
    message: string
  }[]
}
export interface StatusPagesPaths {
  '/status-pages': {
    get: {
      answer: { object: 'list'; data: readonly StatusPageListed[]; has_more: boolean; next_cursor: string | null }
    }
    post: { body: StatusPageCreate; answer: StatusPage }
  }
  '/status-pages/{id}': {
    get: { params: { id: string }; answer: StatusPage }
    patch: { params: { id: string }; body: StatusPageUpdate; answer: StatusPage }
    delete: { params: { id: string }; answer: Deletion }
  }
  '/status-pages/{id}/announcements': {
    get: {
      params: { id: string }
      query?: { limit?: number; cursor?: string }
      answer: { object: 'list'; data: readonly Announcement[]; has_more: boolean; next_cursor: string | null }
    }
    post: { params: { id: string }; body: AnnouncementCreate; answer: Announcement }
  }
  '/status-pages/{id}/announcements/{announcementId}': {
    get: { params: { id: string; announcementId: string }; answer: Announcement }
    patch: { params: { id: string; announcementId: string }; body: AnnouncementUpdate; answer: Announcement }
    delete: { params: { id: string; announcementId: string }; answer: Deletion }
  }
  '/status-pages/{id}/draft': {
    get: { params: { id: string }; answer: StatusPageEdited }
    patch: { params: { id: string }; body: StatusPageDraft; answer: StatusPageEdited }
    delete: { params: { id: string }; answer: StatusPageEdited }
    put: { params: { id: string }; body: StatusPageDraft; answer: StatusPageEdited }
  }
  '/status-pages/{id}/components': {
    patch: { params: { id: string }; body: StatusPageComponents; answer: StatusPageEdited }
    put: { params: { id: string }; body: StatusPageComponents; answer: StatusPageEdited }
  }
  '/status-pages/{id}/publish': { post: { params: { id: string }; answer: StatusPageEdited } }
  '/third-party-services': { get: { answer: { object: 'list'; data: readonly ThirdPartyService[] } } }
  '/status-pages/{id}/preview': {
    get: {
      params: { id: string }
      query?: {
        format?: 'json' | 'html'
        language?: 'en' | 'de' | 'fr' | 'es' | 'ja' | 'zh'
        theme?: 'light' | 'dark' | 'auto'
        as?: 'now' | 'outage'
      }
      answer: StatusPagePreview
    }
  }
  '/status-pages/{id}/hosts': { post: { params: { id: string }; body: StatusPageHostAdd; answer: StatusPageHost } }
  '/status-pages/{id}/hosts/{host}/check': { post: { params: { id: string; host: string }; answer: StatusPageHost } }
  '/status-pages/{id}/hosts/{host}': { delete: { params: { id: string; host: string }; answer: Deletion } }
  '/status-pages/{id}/logo': {
    post: { params: { id: string }; body: StatusPageLogo; answer: StatusPageListed }
    delete: { params: { id: string }; query?: { theme?: 'dark' }; answer: StatusPageListed }
    put: { params: { id: string }; body: StatusPageLogo; answer: StatusPageListed }
  }
  '/status-pages/{id}/password': {
    post: { params: { id: string }; body: StatusPagePassword; answer: StatusPageListed }
    put: { params: { id: string }; body: StatusPagePassword; answer: StatusPageListed }
  }
  '/status-pages/{id}/subscribers': {
    get: {
      params: { id: string }
      query?: {
        limit?: number
        cursor?: string
        q?: string
        channel?: 'email' | 'slack' | 'webhook'
        state?: 'confirmed' | 'waiting' | 'retired'
      }
      answer: {
        object: 'list'
        data: readonly StatusPageSubscriber[]
        has_more: boolean
        next_cursor: string | null
        by_channel: { email: number; slack: number; webhook: number }
        by_state: { confirmed: number; waiting: number; retired: number }
      }
    }
  }
  '/status-pages/{id}/subscribers/import': {
    post: { params: { id: string }; body: StatusPageSubscriberImport; answer: StatusPageSubscriberImported }
  }
  '/status-pages/{id}/subscribers/{subscriberId}': {
    delete: { params: { id: string; subscriberId: string }; answer: Deletion }
  }
}
