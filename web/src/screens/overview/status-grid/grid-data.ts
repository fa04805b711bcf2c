export const groupings = ['tag', 'type', 'location'] as const
export type Grouping = (typeof groupings)[number]

export interface CellPosition {
  readonly group: string
  readonly at: number
}

export interface PointedCell {
  readonly at: number
  /** Null until it is loaded. */
  readonly id: string | null
  readonly text: string
}
