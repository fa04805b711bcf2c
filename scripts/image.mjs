// Builds the container image, runs it as docs/containers.md does, and prints its size and how long it takes to start:
// `npm run image`. It uses Docker or Podman, whichever responds, and passes options on to the build.
import { spawnSync } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from './setup/runtime.mjs'

const [image, container, volume] = ['lapwing:trial', 'lapwing-trial', 'lapwing-trial']
const maxStartMs = 180_000
const hardening = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL', '--network', 'none']

const engine = ['docker', 'podman'].find((name) => spawnSync(name, ['info']).status === 0)
if (!engine) fail('Neither Docker nor Podman responds. Install one of them, or start its service.')

run(['build', '--tag', image, ...process.argv.slice(2), root], { stdio: 'inherit' })
remove()
try {
  run(['run', '--detach', '--name', container, '--volume', `${volume}:/data`, ...hardening, image])
  const first = await readyAfter(Date.now())
  run(['exec', container, 'lapwing', 'health'], { stdio: 'inherit' })
  stop()
  const since = Date.now()
  run(['start', container])
  const later = await readyAfter(since)
  stop()
  const bytes = Number(run(['image', 'inspect', '--format', '{{.Size}}', image]))
  const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`
  process.stdout.write(
    `${Math.round(bytes / 1e6)} MB; first start ${seconds(first)}, later starts ${seconds(later)}; it stops on SIGTERM\n`,
  )
} finally {
  remove()
}

async function readyAfter(since) {
  const isReady = () => spawnSync(engine, ['logs', '--since', String(Math.floor(since / 1000)), container])
  while (!/ is ready at /.test(String(isReady().stdout))) {
    if (Date.now() > since + maxStartMs) fail(`Lapwing does not start:\n${run(['logs', container])}`)
    await wait(100)
  }
  return Date.now() - since
}

function stop() {
  run(['stop', '--time', '60', container])
  const code = run(['inspect', '--format', '{{.State.ExitCode}}', container]).trim()
  if (code !== '0') fail(`Lapwing ended with ${code}:\n${run(['logs', container])}`)
}

function remove() {
  spawnSync(engine, ['rm', '--force', container])
  spawnSync(engine, ['volume', 'rm', '--force', volume])
}

function run(args, options = {}) {
  const { status, stdout, stderr } = spawnSync(engine, args, { encoding: 'utf8', ...options })
  if (status !== 0) fail(`${engine} ${args[0]} failed:\n${stderr ?? ''}`)
  return stdout ?? ''
}

function fail(message) {
  throw new Error(message)
}
