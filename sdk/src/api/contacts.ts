// Written by `npm run sdk` from the operations. A change belongs there.

import type { Deletion } from './status-pages.ts'
export type Contact = {
  object: 'contact'
  id: string
  name: string
  email: string
  phone: string | null
  groups: readonly { id: string; name: string }[]
  managed: { key: string; source: string } | null
  created_at: string
  updated_at: string
}
export type ContactCreate = { name: string; email: string; phone?: string | null; groupIds?: readonly string[] }
export type ContactUpdate = { name?: string; email?: string; phone?: string | null; groupIds?: readonly string[] }
export interface ContactsPaths {
  '/contacts': {
    get: {
      query?: { limit?: number; cursor?: string }
      answer: { object: 'list'; data: readonly Contact[]; has_more: boolean; next_cursor: string | null }
    }
    post: { body: ContactCreate; answer: Contact }
  }
  '/contacts/{id}': {
    get: { params: { id: string }; answer: Contact }
    patch: { params: { id: string }; body: ContactUpdate; answer: Contact }
    delete: { params: { id: string }; answer: Deletion }
  }
}
