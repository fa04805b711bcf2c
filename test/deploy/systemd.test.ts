import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { unitText } from '../../src/agent/service/unit.ts'
import { filesIn, read, root, unknownSettings } from './files.ts'

const settingsOf = (file: string): [string, string][] =>
  read(file)
    .split('\n')
    .filter((line) => /^\w+=/.test(line))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)])

const units = filesIn('deploy/systemd/*.service')

describe.each(units)('%s', (file) => {
  const settings = new Map(settingsOf(file))

  it('starts a command of Lapwing, again and again', () => {
    const [node, program, command] = settings
      .get('ExecStart')!
      .replace(/ --\S+=\S+| --lite-mode/g, '')
      // What an archive starts with.
      .replace('/opt/lapwing/lapwing', '/usr/bin/node /opt/lapwing/bin/lapwing.mjs')
      .split(' ')
    expect(node).toBe('/usr/bin/node')
    expect(existsSync(join(root, program!.replace('/opt/lapwing/', '')))).toBe(true)
    const commands = JSON.parse(read('cli/operator-commands.json')) as { name: string }[]
    expect(commands.map(({ name }) => name)).toContain(command)
    expect(settings.get('Restart')).toBe('always')
    expect(unknownSettings(read(file))).toEqual([])
  })

  it('may do nothing but its work', () => {
    expect(settings.get('DynamicUser') ?? settings.get('User')).toMatch(/^(yes|lapwing)$/)
    expect(['', 'CAP_NET_RAW']).toContain(settings.get('CapabilityBoundingSet'))
    expect(Object.fromEntries(settings)).toMatchObject({
      NoNewPrivileges: 'yes',
      ProtectSystem: 'strict',
      RestrictNamespaces: 'yes',
      SystemCallFilter: '@system-service',
      SystemCallArchitectures: 'native',
      StateDirectoryMode: '0700',
    })
    // JavaScript is compiled while it runs.
    expect(settings.has('MemoryDenyWriteExecute')).toBe(false)
  })
})

it('has the agent unit that `agent enroll` writes', () => {
  const parts = { node: '/usr/bin/node', program: '/opt/lapwing/bin/lapwing.mjs', folder: '/var/lib/lapwing-agent' }
  expect(read('deploy/systemd/lapwing-agent.service')).toBe(unitText({ ...parts, isRoot: true }))
})

it('starts the programs that an archive has', () => {
  const release = read('scripts/release.mjs')
  expect(JSON.parse(read('package.json')).name).toBe('lapwing')
  expect(release).toContain('writeFileSync(join(folder, name), launcherFor(platform), { mode: 0o755 })')
  for (const unit of ['lapwing', 'lapwing-probe'])
    expect(new Map(settingsOf(`deploy/systemd/${unit}.service`)).get('ExecStart')).toMatch(/^\/opt\/lapwing\/lapwing /)
})

it('leaves the agent what it measures', () => {
  const names = settingsOf('deploy/systemd/lapwing-agent.service').map(([name]) => name)
  for (const hidden of ['ProtectProc', 'ProcSubset', 'PrivateDevices', 'PrivateTmp', 'PrivateNetwork', 'PrivateUsers'])
    expect(names).not.toContain(hidden)
})

it('undoes for browser checks what a unit forbids their sandbox', () => {
  const needs = new Map(settingsOf('deploy/systemd/browser-checks.conf'))
  const unit = new Map(settingsOf('deploy/systemd/lapwing.service'))
  for (const name of ['RestrictNamespaces', 'SystemCallFilter', 'ProtectKernelTunables', 'ProtectProc']) {
    expect(unit.has(name), name).toBe(true)
    expect(needs.get(name), name).not.toBe(unit.get(name))
  }
})
