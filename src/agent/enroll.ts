// Enrolls a machine: one report verifies the token, then the token is stored and systemd starts the agent.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Clock } from '../domain/clock.ts'
import { StartupError } from '../domain/fault.ts'
import { isReadableByAnybody, nodeForAnybody } from './for-anybody.ts'
import { failureOf } from './programs.ts'
import { report } from './report.ts'
import { createSampler } from './sample.ts'
import { type AgentFolders, type AgentSettings, saveSettings, usualConfig } from './settings.ts'
import { type UnitParts, hasOwnUser, unitText } from './unit.ts'

export interface EnrolmentOptions {
  readonly settings: AgentSettings
  /** Puts the program where the service runs it. */
  readonly placeProgram: () => Promise<string>
  readonly folders: AgentFolders
  readonly isRoot: boolean
  readonly version: string
  readonly withService: boolean
  readonly clock: Clock
  readonly say: (sentence: string) => void
}

const unitName = 'lapwing-agent.service'
const betweenReadingsMs = 1000
// An agent that cannot read its token exits within a second.
const settlingMs = 3000

export async function enroll(enrolling: EnrolmentOptions): Promise<void> {
  const { settings, placeProgram, folders, isRoot, version, withService, clock, say } = enrolling
  if (withService && isRoot && hasSystemd() && !hasOwnUser({ folder: folders.state, isRoot }))
    throw new StartupError(
      'As root the service keeps its token in /var/lib: take --dir /var/lib/NAME, or --no-service.',
    )
  if (isInTheClear(settings.url)) say(`Warning: ${settings.url} is not encrypted, so the token can be intercepted.`)
  const takeSample = createSampler(clock, folders.state)
  await clock.sleep(betweenReadingsMs)
  const samples = [await takeSample(usualConfig)]
  const reported = await report(settings, { version, samples, configVersion: null }, clock)
  if (reported.kind !== 'taken') throw new StartupError(`Not enrolled: ${reported.reason}`)
  saveSettings(folders.state, settings)
  say(`Enrolled: ${settings.url} has taken the first report. The token is in ${folders.state}/agent.json.`)
  const program = await placeProgram()
  const node = isRoot ? nodeForAnybody(process.execPath, folders.program) : process.execPath
  const unit: UnitParts = { node, program, folder: folders.state, isRoot }
  if (withService) return say(await startService(unit, clock))
  say(`The systemd unit, ${unitPath(unit)}:\n\n${unitText(unit)}`)
  say(`Put it there and start it with \`${startCommand(unit)}\`, or ${byHand(unit)}.`)
}

const byHand = ({ node, program, folder }: UnitParts): string => `run \`${node} ${program} agent --dir ${folder}\``

function isInTheClear(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && !/^(localhost|127\.|\[::1\])/.test(hostname)
}

const hasSystemd = (): boolean => existsSync('/run/systemd/system')

const unitPath = ({ isRoot }: UnitParts): string =>
  join(isRoot ? '/etc/systemd/system' : join(homedir(), '.config/systemd/user'), unitName)

const scopeOf = ({ isRoot }: UnitParts): string[] => (isRoot ? [] : ['--user'])

const startCommand = (unit: UnitParts): string => ['systemctl', ...scopeOf(unit), 'enable', '--now', unitName].join(' ')

async function startService(unit: UnitParts, clock: Clock): Promise<string> {
  if (!hasSystemd()) return `systemd does not run here; ${byHand(unit)}.`
  if (hasOwnUser(unit) && !isReadableByAnybody(unit.program))
    return `The user of the service cannot read ${unit.program}: install it in a folder that everybody may enter, such as /opt.`
  const path = unitPath(unit)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, unitText(unit))
  const systemctl = (...words: string[]): Promise<string | null> => failureOf('systemctl', [...scopeOf(unit), ...words])
  // Restart, because it may already run with the old program or token.
  const failure =
    (await systemctl('daemon-reload')) ??
    (await systemctl('enable', unitName)) ??
    (await systemctl('restart', unitName))
  if (failure !== null)
    return `systemd did not start it: ${failure}\nTry \`${startCommand(unit)}\`, or ${byHand(unit)}.`
  await clock.sleep(settlingMs)
  if ((await systemctl('is-active', unitName)) !== null)
    return `It was started and ended again. \`journalctl ${[...scopeOf(unit), '-u', unitName].join(' ')}\` says why.`
  const lingering = unit.isRoot ? '' : ' So that it runs while you are signed out, run `loginctl enable-linger` once.'
  return `It runs, and starts with the machine.${lingering}`
}
