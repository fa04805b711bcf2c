// What a process loads before it is used. Each module costs about ten times the size of its source text in memory, so
// everything that many installations never need is loaded by the first call that needs it.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>
}

function pathsLoadedWith(...modules: string[]): string[] {
  const program = join(root, 'test/kit/print-loaded.ts')
  const options = ['--import', join(root, 'scripts/without-zod-locales.mjs'), program, ...modules]
  return JSON.parse(execFileSync(process.execPath, options, { encoding: 'utf8' })) as string[]
}

function loadedWith(...modules: string[]): { packages: string[]; ours: string[]; locales: string[] } {
  const paths = pathsLoadedWith(...modules)
  const packages = Object.keys(dependencies).filter((name) =>
    paths.some((path) => path.includes(`node_modules/${name}/`)),
  )
  const locales = paths.filter((path) => path.includes('/locales/')).map((path) => basename(path))
  return { packages, ours: paths.filter((path) => path.startsWith('src/')), locales }
}

it('starts a server with few packages', () => {
  const { packages, ours } = loadedWith('src/log.ts', 'src/wiring/serve.ts')
  expect(packages).toEqual(['croner', 'fastify', 'ipaddr.js', 'pg', 'pino', 'zod'])
  const late = ['src/docs/', 'src/assistants/tools/', 'src/api/mcp/server.ts', 'src/api/a2a/agent.ts', 'src/agent/']
  expect(ours.filter((path) => late.some((start) => path.startsWith(start)))).toEqual([])
})

it('starts a server without compilers of JSON schemas', () => {
  const paths = pathsLoadedWith('test/kit/fastify-server.ts')
  expect(paths.filter((path) => /node_modules\/(ajv|@fastify\/.*-compiler|fast-uri)\//.test(path))).toEqual([])
})

it('starts a process for checks with no more than every check needs', () => {
  const { packages, ours } = loadedWith('src/net/index.ts', 'src/checks/load.ts', 'src/browsers/missing.ts')
  expect(packages).toEqual(['ipaddr.js'])
  expect(ours.filter((path) => path.startsWith('src/checks/'))).toEqual(['src/checks/load.ts'])
})

it("loads Node's HTTP clients only for a response that needs them", () => {
  const paths = pathsLoadedWith('src/net/index.ts', 'src/checks/web/http.ts')
  expect(paths).toContain('node:tls')
  expect(paths.filter((path) => path.startsWith('node:http'))).toEqual([])
})

it('loads no other monitor type to run an HTTP check', () => {
  const { packages, ours, locales } = loadedWith('src/checks/web/http.ts')
  expect(packages).toEqual(['croner', 'zod'])
  expect(locales).toEqual(['en.js'])
  expect(ours.length).toBeLessThan(130)
})
