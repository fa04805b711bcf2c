// Every channel kind there is. Adding one is its file, its test and a line here.
import type { ChannelKind } from './define.ts'
import { discord } from './discord.ts'
import { email } from './email.ts'
import { googlechat } from './googlechat.ts'
import { gotify } from './gotify.ts'
import { mattermost } from './mattermost.ts'
import { ntfy } from './ntfy.ts'
import { opsgenie } from './opsgenie.ts'
import { pagerduty } from './pagerduty.ts'
import { pushbullet } from './pushbullet.ts'
import { pushover } from './pushover.ts'
import { rocketchat } from './rocketchat.ts'
import { slack } from './slack.ts'
import { teams } from './teams.ts'
import { telegram } from './telegram.ts'
import { webhook } from './webhook.ts'
import { zapier } from './zapier.ts'

export const channelKinds: readonly ChannelKind[] = [
  slack,
  discord,
  teams,
  googlechat,
  mattermost,
  rocketchat,
  telegram,
  email,
  webhook,
  zapier,
  pagerduty,
  opsgenie,
  pushover,
  pushbullet,
  ntfy,
  gotify,
]

const byType = new Map(channelKinds.map((kind) => [kind.type, kind]))

export function channelKind(type: string): ChannelKind | undefined {
  return byType.get(type)
}
