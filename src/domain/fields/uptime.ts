import { z } from 'zod'

export const uptime = z.number().nullable().meta({
  description: 'Percent of the monitored time without a confirmed critical incident; null if nothing was monitored',
})
