// The line that people run to install a probe, on a machine with a shell, curl, tar and Node.
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bareMachine, noBareMachine } from '../kit/bare-machine.ts'
import { keys, sharedLapwing } from '../kit/lapwing/lapwing.ts'
import { programThat } from '../kit/programs.ts'
import { waitUntil } from '../kit/wait-until.ts'

const token = `lwp_${'p'.repeat(40)}`
const app = sharedLapwing({
  provision: JSON.stringify({
    organizations: [{ name: 'Acme', apiKeys: [{ name: 'k', scope: 'write', key: keys.write }] }],
    locations: [
      {
        slug: 'rack',
        name: 'Rack',
        region: 'eu',
        country: 'Norway',
        countryCode: 'NO',
        tokens: [{ name: 't', token }],
      },
    ],
  }),
})
const line = (words: string): string => `curl -fsSL ${app().origin}/install/probe | sh -s -- ${words}`
const withNode = { '/usr/bin/node': process.execPath }
const isLive = async (): Promise<boolean> => {
  const { data } = (await app().get('/locations', { key: keys.write })).body
  return data.some(({ name, status }: { name: string; status: string }) => name === 'Rack' && status === 'live')
}

describe.skipIf(noBareMachine)('a probe', () => {
  it('is installed, runs with the command that it prints, is upgraded, and is removed', async () => {
    const machine = bareMachine({ programs: withNode })
    const installed = await machine.run(line(`${token} --name rack-4 --allow-private`))
    expect(installed, installed.output).toMatchObject({ code: 0 })
    expect(installed.output).toContain(`Connected: ${app().origin} accepts this probe at its location Rack.`)
    expect(installed.output).not.toContain(token)
    const folder = join(machine.folder, 'opt/lapwing-probe')
    expect(readFileSync(join(folder, 'token'), 'utf8')).toBe(`${token}\n`)
    expect(statSync(join(folder, 'token')).mode & 0o777).toBe(0o600)

    const [command] = /^LAPWING_BROWSERS=0 .*$/m.exec(installed.output)!
    expect(command).toMatch(/ --dir \/opt\/lapwing-probe\/state --name rack-4 --allow-private$|--allow-private$/)
    const untilStopped = 'while [ ! -e /var/stop ]; do sleep 0.2; done; kill $probe; wait $probe'
    const running = machine.run(`export ${command.replace(' ', '; ')} & probe=$!; ${untilStopped}`)
    await waitUntil(isLive)
    writeFileSync(join(machine.folder, 'var/stop'), '')
    expect(await running).toMatchObject({ code: 0 })

    const upgraded = await machine.run(line(''))
    expect(upgraded.output).toContain(command)
    expect((await machine.run(`rm /var/stop; ${line('--uninstall')}`)).code).toBe(0)
    expect(machine.files()).toEqual([])
  })

  it('becomes a service of systemd, with its token as a credential that only root can read', async () => {
    const systemctl = programThat('echo "$@" >> /var/systemctl.log')
    const machine = bareMachine({ programs: { ...withNode, '/usr/bin/systemctl': systemctl } })
    const installed = await machine.run(`mkdir -p /run/systemd/system /etc/systemd/system && ${line(token)}`)
    expect(installed, installed.output).toMatchObject({ code: 0 })
    expect(readFileSync(join(machine.folder, 'var/systemctl.log'), 'utf8')).toBe(
      'daemon-reload\nenable --quiet lapwing-probe\nrestart lapwing-probe\nis-active --quiet lapwing-probe\n',
    )
    const unit = readFileSync(join(machine.folder, 'etc/systemd/system/lapwing-probe.service'), 'utf8')
    expect(unit).toContain('LoadCredential=token:/opt/lapwing-probe/token\n')
    expect(unit).toContain(
      `/opt/lapwing-probe/program/start.mjs probe --server ${app().origin} --token-file \${CREDENTIALS_DIRECTORY}/token --dir %S/lapwing-probe\n`,
    )
    expect(unit).not.toContain(token)
    expect((await machine.run('sh /opt/lapwing-probe/uninstall')).code).toBe(0)
    expect(machine.files().filter((path) => path.includes('lapwing'))).toEqual([])
  })

  it('is not installed if its token is refused or an option is none of its own', async () => {
    const machine = bareMachine({ programs: withNode })
    const refused = await machine.run(line('lwp_unknown'))
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('rejects the token of this probe') })
    for (const words of [`${token} --name "a'; touch /var/harm"`, `${token} --name`, `${token} --token x`])
      expect((await machine.run(line(words))).output).toMatch(/^Not installed: /)
    expect(machine.files()).toEqual([])
  })
})
