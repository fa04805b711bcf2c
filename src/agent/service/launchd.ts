// A service of macOS: a daemon of the machine without privileges, or an agent of one user who is signed in.
import { mkdirSync, writeFileSync } from 'node:fs'
import { homedir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import type { Clock } from '../../domain/clock.ts'
import { failureOf } from '../programs.ts'
import { type ServiceManager, byHand, settlingMs } from './service.ts'
import { type UnitParts, nodeFlags } from './unit.ts'

const label = 'org.lapwing.agent'
const user = 'nobody'

export const launchd: ServiceManager = {
  refusal: () => null,
  start: startJob,
  instructions: (unit) =>
    `The job of launchd, ${plistPath(unit)}:\n\n${plistText(unit)}\n` +
    `Put it there and start it with \`${startCommand(unit)}\`, or ${byHand(unit)}.`,
}

const plistPath = ({ isRoot }: Pick<UnitParts, 'isRoot'>): string =>
  join(isRoot ? '/Library/LaunchDaemons' : join(homedir(), 'Library/LaunchAgents'), `${label}.plist`)

const domainOf = ({ isRoot }: UnitParts): string => (isRoot ? 'system' : `gui/${userInfo().uid}`)

const startCommand = (unit: UnitParts): string => `launchctl bootstrap ${domainOf(unit)} ${plistPath(unit)}`

export function plistText({ node, program, folder, isRoot }: UnitParts): string {
  const words = [node, ...nodeFlags, program, 'agent', '--dir', folder]
  const log = escaped(join(folder, 'agent.log'))
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key><string>${label}</string>
  <key>ProgramArguments</key>
  <array>
${words.map((word) => `    <string>${escaped(word)}</string>\n`).join('')}  </array>
${isRoot ? `  <key>UserName</key><string>${user}</string>\n` : ''}  <key>RunAtLoad</key><true/>
  <key>KeepAlive</key><true/>
  <key>ThrottleInterval</key><integer>10</integer>
  <key>ProcessType</key><string>Background</string>
  <key>Umask</key><integer>63</integer>
  <key>StandardOutPath</key><string>${log}</string>
  <key>StandardErrorPath</key><string>${log}</string>
</dict>
</plist>
`
}

async function startJob(unit: UnitParts, clock: Clock): Promise<string> {
  const path = plistPath(unit)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, plistText(unit), { mode: 0o644 })
  const job = `${domainOf(unit)}/${label}`
  // It may already run with the old program or token.
  await failureOf('launchctl', ['bootout', job])
  const failure =
    (unit.isRoot ? await failureOf('chown', ['-R', user, unit.folder]) : null) ??
    (await failureOf('launchctl', ['bootstrap', domainOf(unit), path]))
  if (failure !== null)
    return `launchd did not start it: ${failure}\nTry \`${startCommand(unit)}\`, or ${byHand(unit)}.`
  await clock.sleep(settlingMs)
  if ((await failureOf('launchctl', ['print', job])) !== null)
    return `It was started and ended again. ${join(unit.folder, 'agent.log')} says why.`
  return unit.isRoot ? 'It runs, and starts with the machine.' : 'It runs, and starts when you sign in.'
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
