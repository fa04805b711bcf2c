/** What a channel's secrets are sealed for: they open for no other channel. */
export function secretContext(channelId: number): string {
  return `notification channel ${channelId}`
}
