import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { newFolder } from '../../test/kit/files.ts'
import { tarOf } from './tar.ts'

const long = `${'folder/'.repeat(20)}a name.txt`

it('is unpacked by tar: contents, programs and long paths', () => {
  const { path: folder } = newFolder()
  const files = [
    { path: 'run', content: Buffer.from('#!/bin/sh\n'), isProgram: true },
    { path: 'empty', content: Buffer.alloc(0) },
    { path: long, content: Buffer.alloc(512, 'x') },
  ]
  mkdirSync(join(folder, 'out'))
  writeFileSync(join(folder, 'all.tar'), tarOf(files))
  execFileSync('tar', ['-xf', join(folder, 'all.tar'), '-C', join(folder, 'out')])
  for (const { path, content } of files) expect(readFileSync(join(folder, 'out', path))).toEqual(content)
  expect(statSync(join(folder, 'out/run')).mode & 0o777).toBe(0o755)
  expect(statSync(join(folder, 'out', long)).mode & 0o777).toBe(0o644)
})

it('has the same bytes for the same files', () => {
  const files = [{ path: 'a', content: Buffer.from('a') }]
  expect(tarOf(files)).toEqual(tarOf(files))
})

it('refuses a path that does not fit', () => {
  expect(() => tarOf([{ path: 'x'.repeat(101), content: Buffer.alloc(0) }])).toThrow(/too long/)
  expect(() => tarOf([{ path: `${'folder/'.repeat(40)}x`, content: Buffer.alloc(0) }])).toThrow(/too long/)
})
