import { accessSync, constants, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { run, runQuietly } from './run.mjs'
import { root } from './runtime.mjs'
import { SetupFailed } from './say.mjs'

/** `quietly`: npm's output is shown only when it fails, as a part of the error. */
export async function npm(command, { forTests, folder = root, quietly = false, settings = ['--include=optional'] }) {
  const kinds = forTests ? ['--include=dev'] : ['--omit=dev']
  // Explicit, because a user's npm settings may differ.
  const said = [
    `--prefix=${folder}`,
    '--global=false',
    '--ignore-scripts',
    '--bin-links',
    '--install-strategy=hoisted',
    '--engine-strict=false',
  ]
  const quiet = [
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--no-update-notifier',
    '--no-progress',
    '--loglevel=error',
  ]
  const args = [...command, ...kinds, ...said, ...quiet, ...settings]
  const { code, output } = await start(quietly ? runQuietly : runAloud, { args, folder })
  if (code === 0) return
  if (code === undefined) throw new SetupFailed('There is no npm. Install it, then run the same command again.')
  const why = quietly ? `:\n${output.trim()}` : '; it says above why. Mend that, then run the same command again.'
  throw new SetupFailed(`npm could not install the packages${why}`)
}

/** A setting of npm from command line, environment and files; undefined when it is not set. */
export async function npmSettings(folder = root) {
  const args = ['config', 'list', '--json', `--prefix=${folder}`, '--global=false', '--no-update-notifier']
  const { code, answer } = await start(runQuietly, { args, folder })
  try {
    return code === 0 ? JSON.parse(answer) : undefined
  } catch {
    return undefined
  }
}

async function start(how, { args, folder }) {
  const cache = temporaryCache()
  const cli = process.env.npm_execpath
  // pnpm and yarn set the same variable to themselves.
  const [program, first] = cli && basename(cli) === 'npm-cli.js' ? [process.execPath, [cli]] : ['npm', []]
  const all = [...first, ...args, ...(cache ? [`--cache=${cache}`] : [])]
  try {
    return await how(program, all, { cwd: folder, shell: program === 'npm' && process.platform === 'win32' })
  } finally {
    if (cache) rmSync(cache, { recursive: true, force: true })
  }
}

const runAloud = async (...program) => ({ code: await run(...program) })

// A user without a home, as in many containers, has no place for npm's cache.
function temporaryCache() {
  const usual = process.env.npm_config_cache ?? join(homedir(), '.npm')
  try {
    mkdirSync(usual, { recursive: true })
    accessSync(usual, constants.W_OK)
    return undefined
  } catch {
    return mkdtempSync(join(tmpdir(), 'lapwing-npm-'))
  }
}
