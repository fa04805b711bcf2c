import type { OutageWorld } from '../world.ts'

/** The audience of each type of channel in the world. */
const audiences: Readonly<Record<string, 'people' | 'programs' | 'pagers'>> = {
  webhook: 'programs',
  slack: 'people',
  pagerduty: 'pagers',
}

/** Personal devices and email are for people. */
export function audienceOf({ setting }: OutageWorld, channelId: number): 'people' | 'programs' | 'pagers' {
  const channel = setting.channels.find(({ id }) => id === channelId)
  return channel ? audiences[channel.type]! : 'people'
}

export const at = (moment: Date | number): string => new Date(moment).toISOString().slice(11, 19)
