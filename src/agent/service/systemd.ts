// A service of systemd: of the machine with a user of its own, or of one user.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Clock } from '../../domain/clock.ts'
import { isReadableByAnybody } from '../for-anybody.ts'
import { failureOf } from '../programs.ts'
import { type ServiceManager, byHand, settlingMs } from './service.ts'
import { type UnitParts, hasOwnUser, unitText } from './unit.ts'

const unitName = 'lapwing-agent.service'

export const systemd: ServiceManager = {
  refusal: (unit) =>
    unit.isRoot && hasSystemd() && !hasOwnUser(unit)
      ? 'As root the service keeps its token in /var/lib: take --dir /var/lib/NAME, or --no-service.'
      : null,
  start: startUnit,
  instructions: (unit) =>
    `The systemd unit, ${unitPath(unit)}:\n\n${unitText(unit)}\n` +
    `Put it there and start it with \`${startCommand(unit)}\`, or ${byHand(unit)}.`,
}

const hasSystemd = (): boolean => existsSync('/run/systemd/system')

const unitPath = ({ isRoot }: UnitParts): string =>
  join(isRoot ? '/etc/systemd/system' : join(homedir(), '.config/systemd/user'), unitName)

const scopeOf = ({ isRoot }: UnitParts): string[] => (isRoot ? [] : ['--user'])

const startCommand = (unit: UnitParts): string => ['systemctl', ...scopeOf(unit), 'enable', '--now', unitName].join(' ')

async function startUnit(unit: UnitParts, clock: Clock): Promise<string> {
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
