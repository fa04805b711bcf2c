// Debian packages that the tests need, installed without starting a single service.
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './run.mjs'
import { Interrupted, say } from './say.mjs'
import { oneAtATime } from './one-at-a-time.mjs'

/** Each package with a check whether the parts we need are installed. */
const packages = {
  bind9: () => existsSync('/usr/sbin/named'),
  bubblewrap: () => existsSync('/usr/bin/bwrap'),
  busybox: () => existsSync('/bin/busybox'),
  caddy: () => existsSync('/usr/bin/caddy'),
  chromium: () => existsSync('/usr/bin/chromium'),
  'chromium-headless-shell': () => existsSync('/usr/bin/chromium-headless-shell'),
  chrony: () => existsSync('/usr/sbin/chronyd'),
  'dovecot-imapd': () => existsSync('/usr/lib/dovecot/imap'),
  'dovecot-pop3d': () => existsSync('/usr/lib/dovecot/pop3'),
  freeradius: () => existsSync('/usr/sbin/freeradius'),
  fping: () => existsSync('/usr/bin/fping'),
  iproute2: () => existsSync('/usr/sbin/ip') || existsSync('/sbin/ip'),
  'mariadb-server-core': () => existsSync('/usr/sbin/mariadbd'),
  mosquitto: () => existsSync('/usr/sbin/mosquitto'),
  'mtr-tiny': () => existsSync('/usr/bin/mtr-packet'),
  nftables: () => existsSync('/usr/sbin/nft'),
  'nginx-light': () => existsSync('/usr/sbin/nginx'),
  'openssh-server': () => existsSync('/usr/sbin/sshd'),
  pgbouncer: () => existsSync('/usr/sbin/pgbouncer'),
  postfix: () => existsSync('/usr/sbin/postfix'),
  postgresql: () => foldersIn('/usr/lib/postgresql').some((version) => existsSync(join(version, 'bin', 'initdb'))),
  prometheus: () => existsSync('/usr/bin/prometheus'),
  'prometheus-alertmanager': () => existsSync('/usr/bin/prometheus-alertmanager'),
  'python3-swift': () => existsSync('/usr/lib/python3/dist-packages/swift/common/middleware/s3api'),
  'rabbitmq-server': () => existsSync('/usr/lib/rabbitmq/bin/rabbitmq-server'),
  rbldnsd: () => existsSync('/usr/sbin/rbldnsd'),
  'redis-server': () => existsSync('/usr/bin/redis-server'),
  shellcheck: () => existsSync('/usr/bin/shellcheck'),
  snmpd: () => existsSync('/usr/sbin/snmpd'),
  vsftpd: () => existsSync('/usr/sbin/vsftpd'),
}

export function missingDebianPackages() {
  return Object.keys(packages).filter((name) => !packages[name]())
}

export async function installDebianPackages() {
  const missing = missingDebianPackages()
  if (missing.length === 0) return
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) await install(missing)
  const still = missingDebianPackages()
  if (still.length === 0) return
  const fate = process.env.CI === 'true' ? 'fail' : 'be skipped'
  say(`missing Debian packages: ${still.join(', ')}. The tests that need them will ${fate}.`)
  say(`to install them: apt-get install --no-install-recommends ${still.join(' ')}   (as root)`)
}

async function install(missing) {
  say(`installing Debian packages for the tests: ${missing.join(', ')} …`)
  try {
    await oneAtATime('/run/lapwing-setup-lock', () => withoutServices(() => aptGet(missing)))
  } catch (error) {
    if (error instanceof Interrupted) throw error
    say(`that did not work: ${error.message}`)
  }
}

/** Tries twice: another program may have removed the downloads of the first try. */
export async function aptGet(names, start = run) {
  // A plain `su` leaves the folders of dpkg's own programs out of the PATH.
  const PATH = `${process.env.PATH}:/usr/local/sbin:/usr/sbin:/sbin`
  const env = { ...process.env, PATH, DEBIAN_FRONTEND: 'noninteractive' }
  const patience = ['-o', 'DPkg::Lock::Timeout=300']
  const install = async () => {
    // Without a network the previous package lists may be enough.
    await start('/usr/bin/apt-get', [...patience, 'update', '-qq'], { env })
    const args = ['install', '-y', '-qq', '--no-install-recommends', ...names]
    return start('/usr/bin/apt-get', [...patience, ...args], { env })
  }
  const code = (await install()) && (await install())
  if (code !== 0) throw new Error(`apt-get ended with code ${code}; it says above why`)
}

const policy = '/usr/sbin/policy-rc.d'
const kept = `${policy}.before-lapwing`
// Debian runs this program before it starts a service; 101 means no.
const refusal = '#!/bin/sh\n# Lapwing set-up: removed when it has installed its packages.\nexit 101\n'

async function withoutServices(work) {
  // A killed set-up may have left its policy behind.
  restorePolicy()
  if (existsSync(policy)) renameSync(policy, kept)
  writeFileSync(policy, refusal, { mode: 0o755 })
  try {
    return await work()
  } finally {
    restorePolicy()
  }
}

function restorePolicy() {
  if (existsSync(policy) && readFileSync(policy, 'utf8') === refusal) rmSync(policy)
  if (existsSync(kept) && !existsSync(policy)) renameSync(kept, policy)
}

function foldersIn(folder) {
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []
}
