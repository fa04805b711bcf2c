import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { removeFolder } from '../files.ts'
import { removeLeftFolders } from './memory-folder.ts'

const prefix = `/dev/shm/left-by-${process.pid}-`
const ended = (): number => spawnSync('true').pid

it.skipIf(!existsSync('/dev/shm'))('removes what killed runs left, with the disks that they mounted', () => {
  const left = `${prefix}${ended()}-a`
  const own = `${prefix}${process.pid}-b`
  onTestFinished(() => removeFolder(own))
  for (const folder of [left, own]) mkdirSync(`${folder}/disk`, { recursive: true })
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', `${left}/disk`])
  writeFileSync(`${left}/disk/full`, '')
  removeLeftFolders(`left-by-${process.pid}-`)
  expect([left, own].map((folder) => existsSync(folder))).toEqual([false, true])
})
