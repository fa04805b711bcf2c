// Lists in tools: fewer items than in the API, and a cursor only if there is another page.
import { z } from 'zod'
import { compact } from '../compact.ts'

export interface ApiPage<Item> {
  readonly data: readonly Item[]
  readonly has_more: boolean
  readonly next_cursor: string | null
}

export const pageInput = {
  limit: z.int().min(1).max(50).default(20),
  cursor: z.string().max(1000).optional().describe('`next_cursor` of the last call'),
}

export const pageOutput = { next_cursor: z.string().optional() }

export const pageOf = ({ next_cursor }: ApiPage<unknown>): { next_cursor?: string } => compact({ next_cursor })
