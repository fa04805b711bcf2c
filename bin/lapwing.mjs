#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { launch } from '../scripts/launch.mjs'

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

/** Whether the command is for the machine that Lapwing runs on. Without a command it is `start`. */
function isForOperators(word) {
  if (word === undefined) return true
  if (['-h', '--help', '-v', '--version'].includes(word)) return process.env.npm_lifecycle_event === 'start'
  if (word.startsWith('-')) return true
  const listed = JSON.parse(readFileSync(new URL('../cli/operator-commands.json', import.meta.url), 'utf8'))
  return listed.some(({ name }) => name.split(' ')[0] === word)
}

// V8 lets the space for new objects grow to 64 MB while modules load, and hardly ever gives that back. Checks cost no
// more CPU with the smaller one. A busy process collects garbage when its heap has grown by half, not by up to three
// times (decision 0089). An idle one trims its heap, for which it needs `gc`.
const smallHeap = ['--max-semi-space-size=4', '--heap-growing-percent=50', '--expose-gc']
// A probe mostly waits, so small matters more than fast: without V8's threads it needs 7 MB less.
const smallestHeap = ['--max-semi-space-size=1', '--v8-pool-size=0', '--expose-gc']

const [, , word] = process.argv
// An agent and an API client need none of the packages, only a Node that runs TypeScript.
if (word === 'agent') await launch('src/agent/main.ts', { needsPackages: false })
else if (word === 'probe') await launch('src/probe.ts', { heap: smallestHeap })
else if (isForOperators(word))
  await launch('src/main.ts', { heap: word === undefined || word === 'start' ? smallHeap : [] })
else await launch('cli/main.ts', { needsPackages: false })
