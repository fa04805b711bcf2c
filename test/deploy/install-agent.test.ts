// The line that people run to install an agent, on machines with a shell, curl and tar.
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bareMachine, hasBusybox, noBareMachine } from '../kit/bare-machine.ts'
import { sharedLapwing } from '../kit/lapwing/lapwing.ts'
import { enroll } from '../kit/resources/hosts.ts'
import { programThat } from '../kit/programs.ts'
import { freePort } from '../kit/servers/free-port.ts'

const app = sharedLapwing()
const stateOf = async (id: string): Promise<string> => (await app().get(`/hosts/${id}`)).body.state
const line = (words: string): string => `curl -fsSL ${app().origin}/install/agent | sh -s -- ${words}`
const scriptText = async (): Promise<string> => (await fetch(`${app().origin}/install/agent`)).text()

describe.skipIf(noBareMachine)('an agent', () => {
  it('is installed, reports, is upgraded with the same token, and is removed', async () => {
    const machine = bareMachine()
    const { id, token } = await enroll(app())
    const installed = await machine.run(line(token))
    expect(installed, installed.output).toMatchObject({ code: 0 })
    expect(installed.output).toContain(`Enrolled: ${app().origin} has taken the first report`)
    expect(installed.output).toContain('systemd does not run here; run `/opt/lapwing-agent/node ')
    expect(installed.output).not.toContain(token)
    expect(await stateOf(id)).toBe('online')

    const folder = join(machine.folder, 'opt/lapwing-agent')
    const settings = join(folder, 'state/agent.json')
    expect(JSON.parse(readFileSync(settings, 'utf8'))).toEqual({ url: app().origin, token })
    expect(statSync(settings).mode & 0o777).toBe(0o600)
    const elsewhere = machine.files().filter((path) => !path.startsWith('opt/lapwing-agent'))
    expect(elsewhere).toEqual([])

    const node = statSync(join(folder, 'node')).ino
    const upgraded = await machine.run(line(''))
    expect(upgraded, upgraded.output).toMatchObject({ code: 0 })
    expect(JSON.parse(readFileSync(settings, 'utf8')).token).toBe(token)
    expect(statSync(join(folder, 'node')).ino, 'is not downloaded again').toBe(node)
    expect(readdirSync(folder).toSorted()).toEqual([
      'node',
      'node.LICENSE',
      'node.sha256',
      'program',
      'state',
      'uninstall',
    ])

    const removed = await machine.run(line('--uninstall'))
    expect(removed).toEqual({ code: 0, output: 'The Lapwing agent is removed.\n' })
    expect(machine.files()).toEqual([])
  })

  it.skipIf(!hasBusybox)(
    'is installed with the programs of busybox, by a user in a folder of their choice',
    async () => {
      const machine = bareMachine({ shell: 'busybox', user: 'somebody' })
      const { id, token } = await enroll(app())
      const installed = await machine.run(line(`--dir /var/own/ ${token} --no-service`))
      expect(installed, installed.output).toMatchObject({ code: 0 })
      expect(await stateOf(id)).toBe('online')
      expect(existsSync(join(machine.folder, 'var/own/state/agent.json'))).toBe(true)
      expect((await machine.run('sh /var/own/uninstall')).code).toBe(0)
      expect(machine.files()).toEqual([])
    },
  )

  it('runs with the Node of the machine, as a service of systemd that has no secret in its unit', async () => {
    const log = '/var/systemctl.log'
    const systemctl = programThat(`echo "$@" >> ${log}`)
    const machine = bareMachine({
      programs: { '/usr/bin/systemctl': systemctl, '/usr/bin/node': process.execPath },
    })
    const { token } = await enroll(app())
    const prepare = 'mkdir -p /run/systemd/system /etc/systemd/system'
    const installed = await machine.run(`${prepare} && ${line(token)}`)
    expect(installed, installed.output).toMatchObject({ code: 0 })
    expect(installed.output).toContain('It runs, and starts with the machine.')
    expect(
      readFileSync(join(machine.folder, log), 'utf8')
        .split('\n')
        .filter((words) => !words.startsWith('list-')),
    ).toEqual([
      'daemon-reload',
      'enable lapwing-agent.service',
      'restart lapwing-agent.service',
      'is-active lapwing-agent.service',
      '',
    ])
    const unit = readFileSync(join(machine.folder, 'etc/systemd/system/lapwing-agent.service'), 'utf8')
    expect(unit).toContain('/usr/bin/node --lite-mode')
    expect(unit).toContain(' /opt/lapwing-agent/program/agent/main.mjs agent --dir %S/lapwing-agent\n')
    expect(unit).not.toContain(token)
    expect(statSync(join(machine.folder, 'var/lib/lapwing-agent/agent.json')).mode & 0o777).toBe(0o600)
    expect(existsSync(join(machine.folder, 'opt/lapwing-agent/node'))).toBe(false)

    expect((await machine.run(line('--uninstall'))).code).toBe(0)
    expect(machine.files()).toEqual([
      'etc/systemd',
      'etc/systemd/system',
      'run/systemd',
      'run/systemd/system',
      'var/lib',
      'var/systemctl.log',
    ])
  })

  it('never has its token among the arguments of a process that runs', async () => {
    const { token } = await enroll(app())
    const seen = '/var/arguments'
    // What everybody can see while it is downloaded.
    const note = `case "$*" in */files/*) cat /proc/[0-9]*/cmdline >> ${seen} ;; esac`
    const curl = programThat(`${note}\nexec /usr/bin/real-curl "$@"`)
    const machine = bareMachine({
      programs: { '/usr/bin/curl': curl, '/usr/bin/real-curl': '/usr/bin/curl', '/usr/bin/node': process.execPath },
    })
    const installed = await machine.run(line('"$GIVEN" --no-service'), { GIVEN: token })
    expect(installed, installed.output).toMatchObject({ code: 0 })
    const shown = readFileSync(join(machine.folder, seen), 'utf8')
    expect(shown).toContain('/install/files/agent-')
    expect(shown).not.toContain(token)
  })

  it('is not installed if the archive has another checksum, and what is there goes on', async () => {
    const machine = bareMachine({ programs: { '/usr/bin/node': process.execPath } })
    const { token } = await enroll(app())
    expect((await machine.run(line(`${token} --no-service`))).code).toBe(0)
    const before = machine.files()
    const wrong = (await scriptText()).replace(/archive_sha256='\w{4}/, "archive_sha256='0000")
    const refused = await machine.run('printf %s "$SCRIPT" | sh -s -- --no-service', { SCRIPT: wrong })
    expect(refused.code).toBe(1)
    expect(refused.output).toContain('Not installed: what was downloaded is not what Lapwing announced')
    expect(machine.files()).toEqual(before)

    const first = bareMachine()
    expect((await first.run(`printf %s "$SCRIPT" | sh -s -- ${token}`, { SCRIPT: wrong })).code).toBe(1)
    expect(first.files()).toEqual([])
  })

  it('is not installed if its token is refused, and an older one goes on with its own', async () => {
    const machine = bareMachine({ programs: { '/usr/bin/node': process.execPath } })
    const refused = await machine.run(line('lwa_unknown --no-service'))
    expect(refused.code).toBe(1)
    expect(refused.output).toContain('Unknown token')
    expect(machine.files()).toEqual([])
    const { token } = await enroll(app())
    await machine.run(line(`${token} --no-service`))
    const before = machine.files()
    expect((await machine.run(line('lwa_unknown --no-service'))).code).toBe(1)
    expect(machine.files()).toEqual(before)
    expect(readFileSync(join(machine.folder, 'opt/lapwing-agent/state/agent.json'), 'utf8')).toContain(token)
  })

  it('says what to do when Lapwing is away', async () => {
    const machine = bareMachine()
    const away = (await scriptText()).replaceAll(app().origin, `http://127.0.0.1:${await freePort()}`)
    const failed = await machine.run('printf %s "$SCRIPT" | sh -s -- lwa_token', { SCRIPT: away })
    expect(failed.code).toBe(1)
    expect(failed.output).toContain('could not be downloaded. Is Lapwing running?')
    expect(machine.files()).toEqual([])
  })

  it('takes no harm from what is typed in the place of a token or a folder', async () => {
    const machine = bareMachine()
    const script = await scriptText()
    const hostile = [
      'lwa_$(touch /var/harm)',
      'lwa_`touch /var/harm`',
      `lwa_'; touch /var/harm; '`,
      'lwa_"\n',
      '$(touch /var/harm)',
      '',
    ]
    for (const token of hostile) {
      const { code, output } = await machine.run('printf %s "$SCRIPT" | sh -s -- "$GIVEN"', {
        SCRIPT: script,
        GIVEN: token,
      })
      expect(code, output).toBe(1)
      expect(output).toMatch(/^Not installed: /)
      expect(output).not.toContain('touch')
    }
    const inFolder = await machine.run('printf %s "$SCRIPT" | sh -s -- lwa_x --dir "$GIVEN"', {
      SCRIPT: script,
      GIVEN: '/var/$(touch /var/harm)',
    })
    expect(inFolder.output).toMatch(/^Not installed: --dir: /)
    expect(machine.files()).toEqual([])
  })

  it('leaves folders alone that are not its own', async () => {
    const machine = bareMachine()
    await machine.run('mkdir /opt/theirs && touch /opt/theirs/file')
    const refused = await machine.run(line('lwa_x --dir /opt/theirs'))
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('contains other files') })
    const none = await machine.run(line('--uninstall --dir /opt/theirs'))
    expect(none).toMatchObject({ code: 1, output: expect.stringContaining('there is no Lapwing agent in /opt/theirs') })
    expect(machine.files()).toEqual(['opt/theirs', 'opt/theirs/file'])
  })
})
