import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { newFolder } from '../../test/kit/files.ts'
import { makeReadable } from './readable.ts'

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)

it('makes files of a checkout with umask 077 readable for everyone, and changes no others', () => {
  const { path, remove } = newFolder()
  onTestFinished(remove)
  const inside = (name: string): string => join(path, name)
  mkdirSync(inside('shared'))
  mkdirSync(inside('node_modules/lighthouse'), { recursive: true })
  for (const name of ['shared/start.ts', 'node', 'node_modules/lighthouse/index.js']) writeFileSync(inside(name), '')
  symlinkSync('/etc/shadow', inside('shared/elsewhere'))
  for (const [name, mode] of [
    ['node', 0o700],
    ['shared/start.ts', 0o600],
    ['shared', 0o700],
  ] as const)
    chmodSync(inside(name), mode)
  const before = statSync('/etc').mode
  makeReadable([inside('node'), inside('shared'), inside('node_modules')])
  expect(['node', 'shared', 'shared/start.ts'].map((name) => modeOf(inside(name)))).toEqual(['755', '755', '644'])
  expect(statSync('/etc').mode).toBe(before)

  chmodSync(inside('node_modules'), 0o700)
  chmodSync(inside('node_modules/lighthouse/index.js'), 0o600)
  makeReadable([inside('node_modules')])
  expect(modeOf(inside('node_modules/lighthouse/index.js'))).toBe('644')
})
