// A copy of the agent that runs by itself: without types, so that its process carries no compiler, and without the checkout.
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'

/** What the agent needs of other rooms. */
const shared = ['domain/clock.ts', 'domain/fault.ts']

/** Answers the program to run. */
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
