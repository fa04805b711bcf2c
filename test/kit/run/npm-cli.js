// Stands in for npm in the tests of the set-up: "installs" what the lockfile lists by making its folders.
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { packageFile } from './package-file.js'

const standIns = process.env.STAND_INS
const [command, ...options] = process.argv.slice(2)
const project = process.cwd().replace(/\/(\.packages(\/programs)?|node_modules\/\.left-out)$/, '')
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

if (command === 'pack') {
  if (isTold('npm-fails')) fail('the network is down')
  const specs = options.filter((option) => !option.startsWith('--'))
  for (const spec of specs) {
    const [name, version] = spec.split('@')
    writeFileSync(`${name}-${version}.tgz`, packageFile({ name, version }))
    appendFileSync(`${project}/packed.log`, `${spec}\n`)
  }
  process.exit()
}

const withoutDev = options.includes('--omit=dev')
appendFileSync(`${project}/npm.log`, `${command} ${withoutDev ? 'without' : 'with'} dev\n`)
if (isTold('npm-fails')) fail('the network is down')
if (command === 'ci') rmSync('node_modules', { recursive: true, force: true })
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
if (isTold('keeps-files-elsewhere') && packages['node_modules/bird'].resolved) fail('404 Not Found')
const withoutOptional = options.includes('--omit=optional')
const fits = (entry) => (entry.optional ? !withoutOptional && entry.os?.includes(process.platform) : true)
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
