// A standalone copy of the agent: without types, so that its process needs no compiler, and without the checkout.
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'

/** The files the agent needs from other folders. */
const shared = ['domain/clock.ts', 'domain/fault.ts']

/** Returns the path of the program to run. */
export function copyAgent(sources: string, { folder, version }: { folder: string; version: string }): string {
  rmSync(folder, { recursive: true, force: true })
  const own = readdirSync(join(sources, 'agent'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => join('agent', path))
  for (const path of [...own, ...shared]) {
    const program = stripTypeScriptTypes(readFileSync(join(sources, path), 'utf8'))
    const copy = join(folder, path.replace(/\.ts$/, '.mjs'))
    mkdirSync(dirname(copy), { recursive: true, mode: 0o755 })
    writeFileSync(copy, program.replace(/(from\s+'\.[^']*)\.ts'/g, "$1.mjs'"), { mode: 0o644 })
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'lapwing-agent', version, type: 'module' }))
  return join(folder, 'agent', 'main.mjs')
}

/** A Node that an unprivileged user can start: this one, or a copy if it lies in a home folder. */
export function nodeForAnybody(node: string, folder: string): string {
  if (isForAnybody(node)) return node
  const copy = join(folder, 'node')
  copyFileSync(node, copy)
  return copy
}

function isForAnybody(path: string): boolean {
  const isOpen = (statSync(path).mode & 0o001) !== 0
  return isOpen && (path === dirname(path) || isForAnybody(dirname(path)))
}
