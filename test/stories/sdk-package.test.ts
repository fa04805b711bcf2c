// The package @lapwing/sdk as people get it: packed, installed into an empty project, type-checked and run. Deno and
// Bun are tried by `SDK_TRIALS=runtimes`, because they have to be downloaded.
import { execFile } from 'node:child_process'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { rolldown } from 'rolldown'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { hasBrowser, takePage } from '../kit/browser/tabs.ts'
import { keys, sharedLapwing } from '../kit/lapwing/lapwing.ts'
import { checkout, closedFolder } from '../kit/lapwing/process.ts'

const run = promisify(execFile)
const app = sharedLapwing()
const project = closedFolder()
const installed = join(project, 'node_modules', '@lapwing', 'sdk')
const bin = (name: string): string => join(checkout, 'node_modules', '.bin', name)
const withRuntimes = process.env['SDK_TRIALS'] === 'runtimes'

const body = JSON.stringify({ event: 'incident.firing', incident: { message: 'Shop is down' } })

/** The README's examples, which ask this Lapwing with a key that it knows. */
function examples(): string[] {
  const text = readFileSync(join(checkout, 'sdk', 'README.md'), 'utf8')
  return [...text.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, code]) =>
    code!.replaceAll('https://monitoring.example.com', app().origin).replaceAll('lw_…', keys.write),
  )
}

/** Runs every example, and the one for webhooks with a delivery that is signed and one that is not. */
const runner = (count: number): string => `
const modules = []
for (let n = 1; n <= ${count}; n++) modules.push(await import(\`./example-\${n}.ts\`))
const { handle } = modules.at(-1) as { handle(request: Request): Promise<Response> }
const id = 'msg_1', timestamp = String(Math.floor(Date.now() / 1000)), body = ${JSON.stringify(body)}
const key = await crypto.subtle.importKey('raw', new Uint8Array(32), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
const bytes = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(\`\${id}.\${timestamp}.\${body}\`))
const signature = 'v1,' + btoa(String.fromCharCode(...new Uint8Array(bytes)))
const deliver = async (value: string): Promise<number> =>
  (await handle(new Request('http://receiver.example', { method: 'POST', body, headers: {
    'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': value } }))).status
console.log(await deliver(signature), await deliver('v1,AAAA'))
export {}
`

beforeAll(async () => {
  await run(bin('tsc'), ['-p', 'sdk'], { cwd: checkout })
  const { stdout } = await run('npm', ['pack', './sdk', '--ignore-scripts', '--json', '--pack-destination', project], {
    cwd: checkout,
  })
  const [packed] = Object.values(JSON.parse(stdout)) as { filename: string; files: { path: string }[] }[]
  expect(packed!.files.map(({ path }) => path).filter((path) => !path.startsWith('dist/'))).toEqual([
    'LICENSE',
    'README.md',
    'package.json',
  ])
  expect(packed!.files.some(({ path }) => path.includes('.test.'))).toBe(false)
  writeFileSync(join(project, 'package.json'), '{ "name": "empty", "private": true, "type": "module" }')
  const install = ['install', '--offline', '--no-audit', '--no-fund', `./${packed!.filename.replace(/^.*\//, '')}`]
  await run('npm', install, { cwd: project })
  const found = examples()
  expect(found.length).toBeGreaterThan(6)
  const webhookKey = `whsec_${Buffer.alloc(32).toString('base64')}`
  for (const [index, code] of found.entries())
    writeFileSync(join(project, `example-${index + 1}.ts`), code.replaceAll('whsec_…', webhookKey))
  writeFileSync(join(project, 'run.ts'), runner(found.length))
})

describe('the package', () => {
  it('contains plain JavaScript without dependencies', () => {
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as Record<string, unknown>
    expect(manifest).toMatchObject({ sideEffects: false, license: 'Apache-2.0', engines: { node: '>=20' } })
    expect(manifest['dependencies']).toBeUndefined()
    expect(readdirSync(join(project, 'node_modules'))).toEqual(['.package-lock.json', '@lapwing'])
  })

  it('type-checks strictly in an empty project, with its declarations', async () => {
    const strict = { strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true }
    const options = { ...strict, skipLibCheck: false, noEmit: true, types: [], lib: ['es2022', 'dom', 'dom.iterable'] }
    const modules = { target: 'es2022', module: 'nodenext', allowImportingTsExtensions: true }
    const compilerOptions = { ...options, ...modules }
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
    const { stdout } = await run(bin('tsc'), ['-p', project]).catch((error: { stdout: string }) => error)
    expect(stdout).toBe('')
  })

  it('runs the examples of its README in Node', async () => {
    const { stdout, stderr } = await run(process.execPath, ['run.ts'], { cwd: project })
    expect([stdout.trim().split('\n').at(-1), stderr]).toEqual(['204 401', ''])
    expect(stdout).toContain('not_found 404')
  })

  it('leaves out what is not imported', async () => {
    const entry = join(project, 'only-webhooks.js')
    writeFileSync(entry, "import { verifyWebhook } from '@lapwing/sdk'\nglobalThis.verify = verifyWebhook\n")
    const bundle = await rolldown({ input: entry, cwd: project })
    const { output } = await bundle.generate({ format: 'esm', minify: true })
    await bundle.close()
    expect(output[0].code).toContain('webhook-signature')
    expect(output[0].code).not.toMatch(/idempotency-key|next_cursor|x-service-signature|event-stream/i)
    expect(output[0].code.length).toBeLessThan(2500)
  })

  it.skipIf(!hasBrowser)('runs in a browser', async () => {
    const server = createServer((request, response) => {
      const isScript = request.url!.endsWith('.js')
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
      response.end(isScript ? readFileSync(join(installed, 'dist', request.url!)) : '<!doctype html><title>SDK</title>')
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const { page } = await takePage({ baseURL: `http://127.0.0.1:${port}`, locale: 'en' })
    await page.goto('/')
    // As text: the test runner would rewrite the import.
    const seen = await page.evaluate(`(async () => {
      const sdk = await import('/index.js')
      const lapwing = sdk.createClient({ url: '${app().origin}', token: '${keys.write}' })
      const { name } = await lapwing.post('/monitors', { body: { name: 'From a page', type: 'heartbeat', interval: 60 } })
      const names = []
      for await (const monitor of sdk.listAll(lapwing, '/monitors', { query: { q: name } })) names.push(monitor.name)
      return names
    })()`)
    expect(seen).toEqual(['From a page'])
  })

  it.runIf(withRuntimes).each([
    ['Deno', 'deno@2.9.6', ['run', '--allow-net', '--allow-read', 'run.ts']],
    ['Bun', 'bun@1.4.4', ['run.ts']],
  ])('runs the examples of its README in %s', async (_name, runtime, args) => {
    const tools = closedFolder()
    await run('npm', ['install', '--prefix', tools, '--no-audit', '--no-fund', runtime])
    const program = join(tools, 'node_modules', '.bin', runtime.split('@')[0]!)
    const { stdout } = await run(program, args, { cwd: project })
    expect(stdout.trim().split('\n').at(-1)).toBe('204 401')
  })
})
