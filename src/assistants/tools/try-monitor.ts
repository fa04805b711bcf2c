import { z } from 'zod'
import { Fault } from '../../domain/fault.ts'
import { compact } from '../compact.ts'
import type { AssistantSession } from '../session.ts'
import { defineReadTool, resultOf } from '../tool.ts'
import type { ApiPage } from './page.ts'
import { type ApiRun, config, locations, runOutput, showRuns, waitSeconds } from './run.ts'

interface ApiTry {
  readonly id: string
  readonly type: string
  readonly target: string
  readonly done: boolean
  readonly results: readonly (Omit<ApiRun, 'details'> & NonNullable<ApiRun['details']>)[]
}

const lookMs = 500

export const tryMonitor = defineReadTool({
  name: 'try_monitor',
  title: 'Try a monitor',
  description: `Run the check of a monitor that is not saved, to see whether it would be up and which rules object. Use it before create_monitor. Waits up to ${waitSeconds} s.`,
  needsWriteScope: true,
  openWorld: true,
  input: z.strictObject({
    type: z.string().max(50).describe('Such as http, dns, tcp or ssl'),
    target: z.string().max(2048),
    config,
    locations,
  }),
  output: resultOf(runOutput),
  async run({ type, target, config, locations }, session) {
    const chosen = locations ?? (await onlineLocation(session))
    const body = compact({ type, target, config, locations: chosen })
    const tried = await untilDone(await session.call<ApiTry>('tryMonitor', { body }), session)
    const runs = tried.results.map((run) => ({ ...run, details: run.status === 'done' ? run : null }))
    const shown = showRuns(`${tried.type} of ${tried.target}`, runs)
    return { ...shown, ...(shown.done && { next: 'create_monitor saves it.' }) }
  },
})

async function onlineLocation(session: AssistantSession): Promise<string[]> {
  const { data } = await session.call<ApiPage<{ id: string; status: string }>>('listLocations')
  const online = data.find(({ status }) => status === 'live')
  if (!online) throw new Fault('conflict', 'No location is online, so the monitor cannot be tested')
  return [online.id]
}

async function untilDone(begun: ApiTry, session: AssistantSession): Promise<ApiTry> {
  const { clock } = session.services
  const until = clock.monotonicMs() + waitSeconds * 1000
  let current = begun
  while (!current.done && clock.monotonicMs() < until) {
    await clock.sleep(lookMs)
    current = await session.call<ApiTry>('getTry', { params: { id: begun.id }, isRepeated: true })
  }
  return current
}
