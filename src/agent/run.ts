// The loop of the agent: take a sample, report it, repeat. Samples that cannot be sent are stored and sent later.
import { join } from 'node:path'
import type { Clock } from '../domain/clock.ts'
import { type Buffer, openBuffer } from './buffer.ts'
import { type ReportReply, report } from './report.ts'
import { type AgentSample, type TakeSample, createSampler } from './sample.ts'
import type { HostSystem } from './system.ts'
import { type AgentConfig, type AgentSettings, usualConfig } from './settings.ts'

export interface AgentParts {
  readonly settings: AgentSettings
  readonly folder: string
  readonly version: string
  readonly system: HostSystem
  readonly clock: Clock
  readonly say: (sentence: string) => void
  readonly signal: AbortSignal
}

// Rates need two readings.
const firstSampleMs = 2000
const betweenLateReportsMs = 1000
/** The retry interval after a refusal. */
const refusedMs = 300_000

export async function runAgent(parts: AgentParts): Promise<void> {
  const { clock, folder, system, signal } = parts
  const takeSample = await createSampler(clock, folder, system)
  const buffer = openBuffer<AgentSample>(join(folder, 'buffer'), () => clock.now())
  const agent = createAgent(parts, { takeSample, buffer })
  await clock.sleep(firstSampleMs, signal)
  let due = clock.monotonicMs()
  while (!signal.aborted) {
    const waitMs = await agent.round()
    due = Math.max(due + waitMs, clock.monotonicMs())
    await clock.sleep(Math.max(due - clock.monotonicMs(), 1), signal)
  }
}

interface AgentWork {
  readonly takeSample: TakeSample
  readonly buffer: Buffer<AgentSample>
}

/** Takes a sample and reports it; returns how long to wait before the next. */
export function createAgent(parts: AgentParts, { takeSample, buffer }: AgentWork): { round(): Promise<number> } {
  let config: AgentConfig = usualConfig
  let configVersion: number | null = null
  let saidLast = ''

  function say(sentence: string): void {
    if (sentence !== saidLast) parts.say(sentence)
    saidLast = sentence
  }

  async function send(samples: readonly AgentSample[]): Promise<ReportReply> {
    const reported = await report(parts.settings, { ...parts, samples, configVersion }, parts.clock)
    if (reported.kind !== 'taken') return reported
    configVersion = reported.configVersion
    config = reported.config ?? config
    return reported
  }

  async function sendLate(): Promise<void> {
    for (;;) {
      const late = buffer.oldest()
      if (!late) return
      const reported = await send(late.items)
      if (reported.kind === 'unreachable' || reported.kind === 'refused') return
      if (reported.kind === 'wrong') say(`${reported.reason} ${late.items.length} old samples are dropped.`)
      late.forget()
      await parts.clock.sleep(betweenLateReportsMs, parts.signal)
    }
  }

  return {
    async round() {
      const sample = await takeSample(config)
      const reported = await send([sample])
      const usualMs = config.reportIntervalSeconds * 1000
      if (reported.kind === 'taken') {
        say(`Reporting to ${parts.settings.url} every ${config.reportIntervalSeconds} seconds.`)
        await sendLate()
        return usualMs
      }
      say(reported.reason)
      if (reported.kind === 'unreachable') buffer.keep(sample)
      return reported.kind === 'refused' ? refusedMs : usualMs
    },
  }
}
