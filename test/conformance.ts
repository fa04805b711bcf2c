// `node scripts/run.mjs test/conformance.ts`: runs the MCP project's own conformance tests against /mcp, at
// three revisions of the protocol. They are downloaded, so `npm test` leaves them out. docs/mcp-server.md says which
// scenarios are left out, and why.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, type Server, type ServerResponse, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startForBench } from '../bench/kit/lapwing.ts'

const execute = promisify(execFile)
const suite = '@modelcontextprotocol/conformance@0.2.0-alpha.12'
const key = 'lw_conformance_0123456789abcdef'
const all = ['completion-complete', 'tools-list', 'resources-list', 'prompts-list']
const both = [...all, 'dns-rebinding-protection']
const scenarios = {
  '2025-06-18': ['server-initialize', 'ping', ...all],
  '2025-11-25': ['server-initialize', 'ping', ...both],
  '2026-07-28': [
    'server-stateless',
    ...both,
    'sep-2164-resource-not-found',
    'caching',
    'http-header-validation',
    'input-required-result-unsupported-methods',
  ],
}
/** Checks that call tools of the suite's own sample server. */
const expectedFailures: Readonly<Record<string, number>> = { 'server-stateless': 4 }

const folder = mkdtempSync(join(tmpdir(), 'lapwing-conformance-'))
const provision = join(folder, 'provision.yaml')
writeFileSync(provision, `organizations: [ { name: Acme, apiKeys: [ { name: test, scope: write, key: ${key} } ] } ]\n`)
const lapwing = await startForBench({
  LAPWING_DATA_DIR: join(folder, 'data'),
  LAPWING_PROVISION: provision,
  LAPWING_HOST: '127.0.0.1',
  LAPWING_PORT: '0',
})
const proxy = await startProxy(lapwing.origin!)
try {
  const program = await download()
  for (const [revision, names] of Object.entries(scenarios))
    for (const name of names) report(revision, name, await run(program, revision, name))
} finally {
  proxy.close()
  await lapwing.stop()
  rmSync(folder, { recursive: true })
}

async function download(): Promise<string> {
  await execute('npm', ['install', '--silent', '--prefix', folder, suite])
  return join(folder, 'node_modules', '@modelcontextprotocol', 'conformance', 'dist', 'index.js')
}

interface ScenarioResult {
  readonly passed: number
  readonly failed: number
}

async function run(program: string, revision: string, scenario: string): Promise<ScenarioResult> {
  const output = join(folder, 'results', revision, scenario)
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`
  const args = ['server', '--url', url, '--scenario', scenario, '--spec-version', revision, '-o', output]
  // It exits with 1 if a check fails; the results say which.
  await execute(process.execPath, [program, ...args]).catch(() => undefined)
  const files = readdirSync(output, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('checks.json'),
  )
  const checks = files.flatMap((name) => JSON.parse(readFileSync(join(output, name), 'utf8')) as { status: string }[])
  const count = (status: string): number => checks.filter((check) => check.status === status).length
  return { passed: count('SUCCESS'), failed: count('FAILURE') }
}

function report(revision: string, scenario: string, { passed, failed }: ScenarioResult): void {
  const isExpected = passed > 0 && failed <= (expectedFailures[scenario] ?? 0)
  if (!isExpected) process.exitCode = 1
  const note = isExpected ? '' : ': worse than before'
  process.stdout.write(`${revision} ${scenario}: ${passed} of ${passed + failed}${note}\n`)
}

/** The suite sends no credential, so this adds one. */
async function startProxy(origin: string): Promise<Server> {
  const { port } = new URL(origin)
  const forward = (incoming: IncomingMessage, response: ServerResponse): void => {
    const { method, url, headers } = incoming
    const options = { port, path: url, method, headers: { ...headers, authorization: `Bearer ${key}` } }
    const outgoing = request({ ...options, host: '127.0.0.1' }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    })
    outgoing.on('error', () => response.destroy())
    incoming.pipe(outgoing)
  }
  const server = createServer(forward).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}
