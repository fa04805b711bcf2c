import { accessSync, constants, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { run } from './run.mjs'
import { root } from './runtime.mjs'
import { SetupFailed } from './say.mjs'

export async function npm(command, { forTests, folder = root }) {
  const kinds = forTests ? ['--include=dev'] : ['--omit=dev']
  // Said aloud because a user's npm settings may say otherwise.
  const settings = [
    `--prefix=${folder}`,
    '--global=false',
    '--include=optional',
    '--ignore-scripts',
    '--bin-links',
    '--install-strategy=hoisted',
    '--engine-strict=false',
  ]
  const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--no-progress', '--loglevel=error']
  const cli = process.env.npm_execpath
  // pnpm and yarn set the same variable to themselves.
  const [program, first] = cli && basename(cli) === 'npm-cli.js' ? [process.execPath, [cli]] : ['npm', []]
  const cache = temporaryCache()
  const args = [...first, ...command, ...kinds, ...settings, ...quiet, ...(cache ? [`--cache=${cache}`] : [])]
  const options = { cwd: folder, shell: program === 'npm' && process.platform === 'win32' }
  const code = await run(program, args, options).finally(() => cache && rmSync(cache, { recursive: true, force: true }))
  if (code === 0) return
  const trouble =
    code === undefined
      ? 'There is no npm. Install it'
      : 'npm could not install the packages; it says above why. Mend that'
  throw new SetupFailed(`${trouble}, then run the same command again.`)
}

// A user without a home, as in many containers, has nowhere to keep what npm downloads.
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
