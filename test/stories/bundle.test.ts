// The bundle of the server, in a small checkout with the bundler of this one.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeEach, expect, it } from 'vitest'
import { checkout, closedFolder } from '../kit/lapwing/process.ts'

const { bundled, bundleServer } = (await import(join(checkout, 'scripts', 'setup', 'bundle.mjs'))) as {
  bundled(program: string, home?: string): string | undefined
  bundleServer(home?: string): Promise<void>
}

let home = ''
beforeEach(() => {
  home = closedFolder()
  mkdirSync(join(home, 'web'))
  symlinkSync(join(checkout, 'web', 'node_modules'), join(home, 'web', 'node_modules'))
  mkdirSync(join(home, 'scripts'))
  cpSync(join(checkout, 'scripts', 'bundle.mjs'), join(home, 'scripts', 'bundle.mjs'))
  write('package.json', '{"type": "module"}')
  write('src/parts/words.ts', "export const word: string = 'one'\n")
  write('src/main.ts', "import { word } from './parts/words.ts'\nconsole.log(word)\n")
  write('src/probe.ts', '')
  write('src/engine/workers/worker-program.ts', '')
  write('src/wiring/documents/document-program.ts', '')
  write('src/agent/main.ts', "console.log('the agent')\n")
  write('src/engine/event-loop/watchdog-thread.ts', '')
})

function write(name: string, content: string): void {
  mkdirSync(dirname(join(home, name)), { recursive: true })
  writeFileSync(join(home, name), content)
}

const said = (): string => execFileSync(process.execPath, [bundled('src/main.ts', home)!], { encoding: 'utf8' })
const bundles = (): string[] => readdirSync(join(home, 'dist'))

it('runs instead of the sources as long as they are the same', async () => {
  expect(bundled('src/main.ts', home)).toBeUndefined()
  await bundleServer(home)
  expect(said()).toBe('one\n')
  write('src/parts/words.test.ts', 'a test is not part of it')
  expect(bundled('src/main.ts', home)).toBeDefined()
  write('src/parts/words.ts', "export const word: string = 'two'\n")
  expect(bundled('src/main.ts', home)).toBeUndefined()
  await bundleServer(home)
  expect(said()).toBe('two\n')
})

it('is of the programs that keep running, each under its own name, and of no others', async () => {
  await bundleServer(home)
  const programs = ['src/probe.ts', 'src/engine/workers/worker-program.ts', 'src/agent/main.ts', 'src/parts/words.ts']
  expect(programs.map((program) => bundled(program, home) !== undefined)).toEqual([true, true, true, false])
  const agent = bundled('src/agent/main.ts', home)!
  expect([execFileSync(process.execPath, [agent], { encoding: 'utf8' }), said()]).toEqual(['the agent\n', 'one\n'])
})

it('knows the places of its sources, and that its programs lie next to each other', async () => {
  const places = ['./engine/workers/worker-program.ts', '../package.json', './parts/', '..']
  const urls = places.map((place) => `new URL('${place}', import.meta.url).href`)
  write('src/main.ts', `console.log(JSON.stringify([import.meta.url, ${urls.join(', ')}]))\n`)
  await bundleServer(home)
  expect(JSON.parse(said())).toEqual([
    pathToFileURL(join(home, 'src/main.ts')).href,
    pathToFileURL(bundled('src/engine/workers/worker-program.ts', home)!).href,
    pathToFileURL(join(home, 'package.json')).href,
    pathToFileURL(join(home, 'src/parts/')).href,
    pathToFileURL(`${home}/`).href,
  ])
})

it('is refused if a module asks for its folder, and leaves nothing behind', async () => {
  write('src/main.ts', 'console.log(import.meta.dirname)\n')
  await expect(bundleServer(home)).rejects.toThrow(/could not be bundled:[^]*a bundle has no import\.meta\.dirname/)
  expect(bundled('src/main.ts', home)).toBeUndefined()
})

it('two at once make one', async () => {
  await Promise.all([bundleServer(home), bundleServer(home)])
  expect(bundles()).toHaveLength(1)
  expect(said()).toBe('one\n')
})

it('keeps those before it for a Lapwing that still runs, eight in all', async () => {
  for (let day = 1; day <= 9; day++) {
    mkdirSync(join(home, 'dist', `day-${day}`), { recursive: true })
    utimesSync(join(home, 'dist', `day-${day}`), day * 86_400, day * 86_400)
  }
  await bundleServer(home)
  expect(bundles()).toHaveLength(8)
  expect([bundles().includes('day-2'), bundles().includes('day-3')]).toEqual([false, true])
  expect(said()).toBe('one\n')
})

it('is not made without the packages that build the dashboard', async () => {
  rmSync(join(home, 'web', 'node_modules'))
  await bundleServer(home)
  expect(bundled('src/main.ts', home)).toBeUndefined()
})

it('of this checkout can be made, and is what a start runs', async () => {
  await bundleServer()
  expect(execFileSync(process.execPath, [bundled('src/main.ts')!, '--version'], { encoding: 'utf8' })).toMatch(/^\d/)
})
