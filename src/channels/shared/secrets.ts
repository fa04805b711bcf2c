/** Binds sealed secrets to their channel: no other channel can open them. */
export function secretContext(channelId: number): string {
  return `notification channel ${channelId}`
}
