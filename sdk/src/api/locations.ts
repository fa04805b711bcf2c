// Written by `npm run sdk` from the operations. A change belongs there.

export type Location = {
  object: 'location'
  id: string
  name: string
  city: string | null
  region: string
  country: string
  country_code: string
  latitude: number | null
  longitude: number | null
  private: boolean
  browser: boolean
  browser_missing: string | null
  status: 'live' | 'dead'
}
export interface LocationsPaths {
  '/locations': {
    get: {
      query?: { limit?: number; cursor?: string }
      answer: { object: 'list'; data: readonly Location[]; has_more: boolean; next_cursor: string | null }
    }
  }
}
