// Runs one set-up at a time: a folder is the lock. Its owner touches it every second and leaves a name in it.
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { pause } from './run.mjs'
import { say } from './say.mjs'

const beatMs = 1000
// Longer than any pause of a live owner. Needed if its process is not visible, as from another container.
const staleMs = 30_000

export async function oneAtATime(lock, work, tell = say) {
  for (let tries = 1; !taken(lock); tries++) {
    // The first try may only have removed the lock of a killed set-up.
    if (tries === 2) tell('another set-up is at work here: waiting for it …')
    await pause(200)
  }
  const beat = setInterval(() => touch(lock), beatMs)
  try {
    return await work()
  } finally {
    clearInterval(beat)
    rmSync(lock, { recursive: true, force: true })
  }
}

function taken(lock) {
  try {
    mkdirSync(lock)
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (isAbandoned(lock)) clear(lock)
    return false
  }
  writeFileSync(join(lock, 'holder'), JSON.stringify({ pid: process.pid, host: hostname() }))
  return true
}

function isAbandoned(lock) {
  const touched = statSync(lock, { throwIfNoEntry: false })
  if (!touched) return false
  if (Date.now() - touched.mtimeMs > staleMs) return true
  const { pid, host } = holderOf(lock)
  return host === hostname() && !isAlive(pid)
}

// Moved away first, so that only one of two processes that find it abandoned removes it.
function clear(lock) {
  const aside = `${lock}-${process.pid}`
  try {
    renameSync(lock, aside)
  } catch (error) {
    if (error.code === 'ENOENT') return
    throw error
  }
  rmSync(aside, { recursive: true, force: true })
}

function holderOf(lock) {
  try {
    return JSON.parse(readFileSync(join(lock, 'holder'), 'utf8'))
  } catch {
    return {}
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function touch(lock) {
  const now = new Date()
  if (statSync(lock, { throwIfNoEntry: false })) utimesSync(lock, now, now)
}
