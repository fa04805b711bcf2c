// A standalone copy of the agent: without types, so that any Node from 20 on runs it, and without the checkout.
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'

/** The files the agent needs from other folders. */
const shared = ['domain/clock.ts', 'domain/fault.ts']
// It copies what has types, so a copy has no use for it.
const left = 'copy.ts'

export interface AgentFile {
  readonly path: string
  readonly content: string
}

const agentProgram = 'agent/main.mjs'

/** All files of a copy. */
export function agentFiles(sources: string, version: string): AgentFile[] {
  const own = readdirSync(join(sources, 'agent'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && path !== left)
    .map((path) => join('agent', path))
    .toSorted()
  const programs = [...own, ...shared].map((path) => {
    const program = withoutTypes(readFileSync(join(sources, path), 'utf8'))
    return { path: path.replace(/\.ts$/, '.mjs'), content: program.replace(/(from\s+'\.[^']*)\.ts'/g, "$1.mjs'") }
  })
  return [
    ...programs,
    { path: 'package.json', content: JSON.stringify({ name: 'lapwing-agent', version, type: 'module' }) },
  ]
}

/** Returns the path of the program to run. */
export function copyAgent(sources: string, { folder, version }: { folder: string; version: string }): string {
  rmSync(folder, { recursive: true, force: true })
  for (const { path, content } of agentFiles(sources, version)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true, mode: 0o755 })
    writeFileSync(join(folder, path), content, { mode: 0o644 })
  }
  return join(folder, agentProgram)
}

/** Node would warn, on the screen or in the log of a server, that this function is experimental. */
function withoutTypes(text: string): string {
  const { emitWarning } = process
  process.emitWarning = () => undefined
  try {
    return stripTypeScriptTypes(text)
  } finally {
    process.emitWarning = emitWarning
  }
}
