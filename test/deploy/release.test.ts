// The archive of a release: built twice, unpacked, and started where there is no network. `RELEASE_TRIAL=1` runs it,
// because it downloads all packages twice.
import { execFile, spawn } from 'node:child_process'
import { appendFileSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { closedFolder, timed } from '../kit/lapwing/process.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
const archive = `lapwing-${version}-linux-x64.tar.gz`

async function build(home: string): Promise<{ file: string; sum: string }> {
  mkdirSync(join(home, 'tmp'), { recursive: true })
  const args = [join(root, 'scripts/release.mjs'), '--platform', 'linux-x64', '--out', home]
  await run('node', args, { cwd: home, env: { ...process.env, TMPDIR: join(home, 'tmp') } })
  const file = join(home, archive)
  return { file, sum: readFileSync(`${file}.sha256`, 'utf8') }
}

it.runIf(process.env['RELEASE_TRIAL'])('is the same wherever it is built, and starts without a network', async () => {
  const folder = closedFolder()
  const first = await build(join(folder, 'one'))
  const second = await build(join(folder, 'two', 'deeper'))
  expect(second.sum).toBe(first.sum)
  console.info(`${archive}: ${(statSync(first.file).size / 1e6).toFixed(1)} MB`)

  await run('sha256sum', ['--check', `${archive}.sha256`], { cwd: join(folder, 'one') })
  await run('tar', ['-xzf', first.file, '-C', folder])
  const program = join(folder, `lapwing-${version}`, 'lapwing')
  const env = { PATH: '/usr/bin:/bin', HOME: folder, LAPWING_DATA_DIR: join(folder, 'data'), LAPWING_BROWSERS: '0' }
  const showVersion = (...args: string[]) => run(program, ['version', ...args], { env })
  expect((await showVersion('--verify')).stdout).toMatch(/^All \d+ files are as they were released\.\n.*not signed/)

  const script = `ip link set lo up && exec "${program}" start`
  const lapwing = await timed('unpacked, until it is ready without a network', async () => {
    const started = spawn('unshare', ['--net', 'sh', '-c', script], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    for await (const bytes of started.stdout.iterator({ destroyOnReturn: false })) {
      output += String(bytes)
      if (/ is ready at /.test(output)) break
    }
    expect(output).toMatch(/ is ready at /)
    return started
  })
  const ended = new Promise((resolve) => lapwing.once('exit', resolve))
  lapwing.kill('SIGTERM')
  expect(await ended).toBe(0)

  // Running it changed none of its files; people may.
  expect((await showVersion('--verify')).stdout).toMatch(/^All /)
  appendFileSync(join(program, '../src/main.ts'), '// changed')
  const changed = showVersion('--verify')
  await expect(changed).rejects.toMatchObject({ code: 1, stdout: expect.stringContaining('changed  src/main.ts\n') })
})
