#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { launch } from '../scripts/launch.mjs'
import { isNpmPackage } from '../scripts/setup/runtime.mjs'

// npm runs this below a shell that ends on SIGTERM without passing it on: when the shell is gone, so is our parent.
function stopWithParent() {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGHUP')
  }, 250)
  watch.unref()
}

if (process.env.npm_lifecycle_event && process.platform !== 'win32') stopWithParent()

const operatorCommands = JSON.parse(readFileSync(new URL('../cli/operator-commands.json', import.meta.url), 'utf8'))

/** Whether these words begin with a command for the machine that Lapwing runs on. */
const areForOperators = (words) =>
  operatorCommands.some(({ name }) => `${words.slice(0, 2).join(' ')} `.startsWith(`${name} `))

// V8 lets the space for new objects grow to 64 MB while modules load, and hardly ever gives that back. Checks cost no
// more CPU with the smaller one. A busy process collects garbage when its heap has grown by half, not by up to three
// times (decision 0089). An idle one trims its heap, for which it needs `gc`.
const smallHeap = ['--max-semi-space-size=4', '--heap-growing-percent=50', '--expose-gc']
// A probe mostly waits, so small matters more than fast: without V8's threads it needs 7 MB less.
const smallestHeap = ['--max-semi-space-size=1', '--v8-pool-size=0', '--expose-gc']

// `npm start -- keys create` arrives as `start keys create`.
if (process.argv[2] === 'start' && areForOperators(process.argv.slice(3))) process.argv.splice(2, 1)
const words = process.argv.slice(2)
const [word] = words
const asksForHelp = words.includes('--help') || words.includes('-h')
// An agent and an API client need none of the packages, only a Node that runs TypeScript.
if (word === 'agent') await launch('src/agent/main.ts', { needsPackages: false })
else if (word === 'probe') await launch('src/probe.ts', { heap: smallestHeap })
else if (areForOperators(words) && (word === 'start' || !asksForHelp))
  await launch('src/main.ts', { heap: word === 'start' ? smallHeap : [] })
else await launch(isNpmPackage ? 'dist/cli/main.js' : 'cli/main.ts', { needsPackages: false })
