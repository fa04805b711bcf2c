#!/usr/bin/env node
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
// An agent needs none of the packages, only a Node that runs TypeScript.
if (process.argv[2] === 'agent') await launch('src/agent/main.ts', { needsPackages: false })
else await launch('src/main.ts')
