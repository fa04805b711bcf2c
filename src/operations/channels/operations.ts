import type { Operation } from '../registry/define.ts'
import { listNotificationChannels, getNotificationChannel } from './channels.ts'
import { listChannelKinds } from './kinds.ts'
import { previewChannel } from './previews.ts'
import { tryChannel } from './try.ts'
import { listChannelHealth } from './health.ts'
import { showChannelAddress } from './address.ts'
import { channelWriteOperations } from './write.ts'

export const channelOperations: readonly Operation[] = [
  listNotificationChannels,
  getNotificationChannel,
  listChannelKinds,
  previewChannel,
  tryChannel,
  listChannelHealth,
  showChannelAddress,
  ...channelWriteOperations,
]
