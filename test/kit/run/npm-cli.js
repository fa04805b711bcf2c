// Stands in for npm in the tests of the set-up: "installs" what the lockfile lists by making its folders.
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

const standIns = process.env.STAND_INS
const [command, ...options] = process.argv.slice(2)
const project = process.cwd().replace(/\/\.packages$/, '')
const isTold = (what) => existsSync(`${project}/${what}`)
const fail = (why) => {
  process.stderr.write(`npm error ${why}\n`)
  process.exit(1)
}

// A registry that packages can be had from without npm is one that a test has set.
if (command === 'config') {
  if (!isTold('npm-settings.json')) fail('no such command')
  process.stdout.write(readFileSync(`${project}/npm-settings.json`, 'utf8'))
  process.exit()
}

const withoutDev = options.includes('--omit=dev')
const withScripts = !options.includes('--ignore-scripts')
const how = [withoutDev ? 'without dev' : 'with dev', ...(withScripts ? ['with scripts'] : [])].join(', ')
appendFileSync(`${project}/npm.log`, `${command} ${how}\n`)
if (isTold('npm-fails')) fail('the network is down')
rmSync('node_modules', { recursive: true, force: true })
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const fits = (entry) => !entry.optional || (entry.os?.includes(process.platform) && !entry.engines)
const installed = Object.entries(packages).filter(
  ([path, entry]) => path !== '' && fits(entry) && !(entry.dev && withoutDev) && !isTold(`leaves-out-${entry.name}`),
)
mkdirSync('node_modules', { recursive: true })
for (const [path, entry] of installed) {
  mkdirSync(path, { recursive: true })
  writeFileSync(`${path}/package.json`, JSON.stringify(entry))
  if (standIns) cpSync(`${standIns}/${entry.name}`, path, { recursive: true })
  while (isTold('npm-waits')) await wait(10)
}
writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: Object.fromEntries(installed) }))
