// Lists with the newest first, whose cursors are positions: they hold when the item they were taken from is deleted.
import type { z } from 'zod'
import type { Position } from '../../store/database/position.ts'
import type { CallerContext } from './define.ts'
import { type PageOf, pageByPosition, type pageQuery } from './page.ts'

interface Dated {
  readonly id: string | number
  readonly created_at: Date
}

export function pageOfNewest<Row extends Dated>(
  query: z.output<typeof pageQuery>,
  context: CallerContext,
  { list, rows }: { list: string; rows(after: Position | undefined, limit: number): Promise<Row[]> },
): Promise<PageOf<Row>> {
  return pageByPosition(query, context, {
    list,
    position: ({ created_at, id }: Row) => [created_at.toISOString(), String(id)],
    rows: (after, limit) => rows(after && { createdAt: new Date(after[0] ?? ''), id: after[1] ?? '' }, limit),
  })
}
