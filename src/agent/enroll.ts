// Enrolling a machine: one report proves that the token is good, then it is kept, and systemd takes over.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Clock } from '../domain/clock.ts'
import { ToldAtStart } from '../domain/fault.ts'
import { copyAgent } from './copy.ts'
import { done } from './programs.ts'
import { report } from './report.ts'
import { createSampler } from './sample.ts'
import { type AgentSettings, keepSettings, usualConfig } from './settings.ts'
import { type UnitParts, unitText } from './unit.ts'

export interface Enrolling {
  readonly settings: AgentSettings
  /** Where the program lies that does this. */
  readonly sources: string
  readonly folder: string
  readonly isRoot: boolean
  readonly version: string
  readonly withService: boolean
  readonly clock: Clock
  readonly say: (sentence: string) => void
}

const unitName = 'lapwing-agent.service'
const betweenReadingsMs = 1000

export async function enroll(enrolling: Enrolling): Promise<void> {
  const { settings, sources, folder, isRoot, version, withService, clock, say } = enrolling
  if (isInTheClear(settings.url))
    say(`Warning: ${settings.url} is not encrypted, and whoever listens on the way learns the token.`)
  const takeSample = createSampler(clock, join(folder, 'custom'))
  await clock.sleep(betweenReadingsMs)
  const samples = [await takeSample(usualConfig)]
  const reported = await report(settings, { version, samples, configVersion: null }, clock)
  if (reported.kind !== 'taken') throw new ToldAtStart(`Not enrolled: ${reported.reason}`)
  keepSettings(folder, settings)
  say(`Enrolled: ${settings.url} has taken the first report. The token is in ${folder}/agent.json.`)
  // Node would tell whoever enrols a machine that taking types out is an experiment.
  process.removeAllListeners('warning')
  const program = copyAgent(sources, { folder: join(folder, 'program'), version })
  const unit: UnitParts = { node: process.execPath, program, folder, isRoot }
  say(`The systemd unit, ${unitPath(unit)}:\n\n${unitText(unit)}`)
  say(
    withService
      ? await startService(unit)
      : `Put it there and start it with \`${startCommand(unit)}\`, or ${byHand(unit)}.`,
  )
}

const byHand = ({ node, program, folder }: UnitParts): string => `run \`${node} ${program} agent --dir ${folder}\``

function isInTheClear(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && !/^(localhost|127\.|\[::1\])/.test(hostname)
}

const unitPath = ({ isRoot }: UnitParts): string =>
  join(isRoot ? '/etc/systemd/system' : join(homedir(), '.config/systemd/user'), unitName)

const scopeOf = ({ isRoot }: UnitParts): string[] => (isRoot ? [] : ['--user'])

const startCommand = (unit: UnitParts): string => ['systemctl', ...scopeOf(unit), 'enable', '--now', unitName].join(' ')

async function startService(unit: UnitParts): Promise<string> {
  if (!existsSync('/run/systemd/system')) return `systemd does not run here; ${byHand(unit)}.`
  const path = unitPath(unit)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, unitText(unit))
  const complaint =
    (await done('systemctl', [...scopeOf(unit), 'daemon-reload'])) ??
    (await done('systemctl', [...scopeOf(unit), 'enable', '--now', unitName]))
  if (complaint !== null)
    return `systemd did not start it: ${complaint}\nTry \`${startCommand(unit)}\`, or ${byHand(unit)}.`
  const lingering = unit.isRoot ? '' : ' So that it runs while you are signed out, run `loginctl enable-linger` once.'
  return `It runs, and starts with the machine.${lingering}`
}
