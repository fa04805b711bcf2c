// Enrolls a machine: one report verifies the token, then the token is stored and the agent is started as a service.
import type { Clock } from '../domain/clock.ts'
import { StartupError } from '../domain/fault.ts'
import { nodeForAnybody } from './for-anybody.ts'
import { report } from './report.ts'
import { createSampler } from './sample.ts'
import type { ServiceManager } from './service/service.ts'
import type { UnitParts } from './service/unit.ts'
import { type AgentFolders, type AgentSettings, saveSettings, usualConfig } from './settings.ts'
import type { HostSystem } from './system.ts'

export interface EnrolmentOptions {
  readonly settings: AgentSettings
  readonly system: HostSystem
  readonly services: ServiceManager
  /** Puts the program where the service runs it. */
  readonly placeProgram: () => Promise<string>
  readonly folders: AgentFolders
  readonly isRoot: boolean
  readonly version: string
  readonly withService: boolean
  readonly clock: Clock
  readonly say: (sentence: string) => void
}

const betweenReadingsMs = 1000

export async function enroll(enrolling: EnrolmentOptions): Promise<void> {
  const { settings, system, services, placeProgram, folders, isRoot, version, withService, clock, say } = enrolling
  const refusal = withService ? services.refusal({ folder: folders.state, isRoot }) : null
  if (refusal !== null) throw new StartupError(refusal)
  if (isInTheClear(settings.url)) say(`Warning: ${settings.url} is not encrypted, so the token can be intercepted.`)
  const takeSample = await createSampler(clock, folders.state, system)
  await clock.sleep(betweenReadingsMs)
  const samples = [await takeSample(usualConfig)]
  const reported = await report(settings, { system, version, samples, configVersion: null }, clock)
  if (reported.kind !== 'taken') throw new StartupError(`Not enrolled: ${reported.reason}`)
  saveSettings(folders.state, settings)
  say(`Enrolled: ${settings.url} has taken the first report. The token is in ${folders.state}/agent.json.`)
  const program = await placeProgram()
  const node = isRoot ? nodeForAnybody(process.execPath, folders.program) : process.execPath
  const unit: UnitParts = { node, program, folder: folders.state, isRoot }
  say(withService ? await services.start(unit, clock) : services.instructions(unit))
}

function isInTheClear(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && !/^(localhost|127\.|\[::1\])/.test(hostname)
}
