// All tools. A new tool needs its object and a line here.
import { writeTools } from '../changes/index.ts'
import type { Tool } from '../tool.ts'
import { findMonitors } from './find-monitors.ts'
import { statusOverview } from './status-overview.ts'

export const tools: readonly Tool[] = [statusOverview, findMonitors, ...writeTools]
