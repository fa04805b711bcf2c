/** The position of an item in a newest-first list. */
export interface Position {
  createdAt: Date
  id: string
}
