// Stands in for npm in the tests of the set-up: "installs" what the lockfile lists by making its folders.
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

const standIns = process.env.STAND_INS
const [command, ...options] = process.argv.slice(2)
const forced = options.includes('--force')
const withoutDev = options.includes('--omit=dev')
const said = [command, ...(forced ? ['--force'] : []), withoutDev ? 'without dev' : 'with dev'].join(' ')
appendFileSync(forced ? '../../npm.log' : 'npm.log', `${said}\n`)
if (existsSync('npm-fails')) {
  process.stderr.write('npm error the network is down\n')
  process.exit(1)
}
if (command === 'ci') rmSync('node_modules', { recursive: true, force: true })
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const fits = (entry) => (entry.optional ? entry.os?.includes(process.platform) : true)
const installed = Object.entries(packages).filter(
  ([path, entry]) =>
    path !== '' && fits(entry) && !(entry.dev && withoutDev) && !existsSync(`leaves-out-${entry.name}`),
)
for (const [path, entry] of installed) {
  mkdirSync(path, { recursive: true })
  writeFileSync(`${path}/package.json`, JSON.stringify(entry))
  if (standIns) cpSync(`${standIns}/${entry.name}`, path, { recursive: true })
  while (existsSync('npm-waits')) await wait(10)
}
writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: Object.fromEntries(installed) }))
