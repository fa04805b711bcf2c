/** Where an item stands in a list that has the newest first. */
export interface Position {
  createdAt: Date
  id: string
}
