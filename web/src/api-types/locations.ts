// Written by `npm run sdk` from the operations. A change belongs there.

import type { Deletion } from '../../../sdk/src/api.ts'
export type PrivateLocations = { object: 'list'; data: readonly PrivateLocation[] }
export type PrivateLocation = {
  object: 'private_location'
  id: string
  name: string
  city: string | null
  region: string
  country: string
  country_code: string
  latitude: number | null
  longitude: number | null
  provisioned: boolean
  status: 'live' | 'dead'
  seen_at: string | null
  monitors: number
  tokens: readonly ProbeToken[]
  probes: readonly Probe[]
  created_at: string
}
export type ProbeToken = {
  object: 'probe_token'
  id: string
  name: string
  prefix: string
  provisioned: boolean
  created_at: string
}
export type Probe = {
  object: 'probe'
  id: string
  token_id: string
  name: string
  version: string
  status: 'live' | 'dead'
  clock_offset_ms: number | null
  browser_missing: string | null
  first_seen_at: string
  seen_at: string
}
export type PrivateLocationCreate = {
  name: string
  city?: string | null
  region?: string
  country: string
  countryCode: string
  latitude?: number | null
  longitude?: number | null
}
export type NewPrivateLocation = {
  object: 'private_location'
  id: string
  name: string
  city: string | null
  region: string
  country: string
  country_code: string
  latitude: number | null
  longitude: number | null
  provisioned: boolean
  status: 'live' | 'dead'
  seen_at: string | null
  monitors: number
  tokens: readonly ProbeToken[]
  probes: readonly Probe[]
  created_at: string
  enrollment: { token: string; install_command: string; docker_command: string }
}
export type PrivateLocationUpdate = {
  name?: string
  city?: string | null
  region?: string
  country?: string
  countryCode?: string
  latitude?: number | null
  longitude?: number | null
}
export type ProbeTokenCreate = { name: string }
export type NewProbeToken = {
  object: 'probe_token'
  id: string
  name: string
  prefix: string
  provisioned: boolean
  created_at: string
  enrollment: { token: string; install_command: string; docker_command: string }
}
export interface DashboardLocationsPaths {
  '/dashboard/private-locations': {
    get: { answer: PrivateLocations }
    post: { body: PrivateLocationCreate; answer: NewPrivateLocation }
  }
  '/dashboard/private-locations/{id}': {
    patch: { params: { id: string }; body: PrivateLocationUpdate; answer: PrivateLocation }
    delete: { params: { id: string }; answer: Deletion }
  }
  '/dashboard/private-locations/{id}/tokens': {
    post: { params: { id: string }; body: ProbeTokenCreate; answer: NewProbeToken }
  }
  '/dashboard/private-locations/{id}/tokens/{tokenId}': {
    delete: { params: { id: string; tokenId: string }; answer: Deletion }
  }
}
