import fc from 'fast-check'
import { parseSync } from 'oxc-parser'
import { describe, expect, it } from 'vitest'
import { parserOptions, readTree } from './tree.ts'

function read(source: string) {
  const { errors, program } = parseSync('script.ts', source, parserOptions)
  return readTree({ errors, program: { node: program } }, source)
}

const problems = (source: string): string[] =>
  read(source).problems.map(({ line, message }) => `line ${line}: ${message}`)

const head = "import { test, expect } from '@playwright/test'\n"
const one = `${head}test('a', async ({ page }) => {})\n`
const refusal = 'a script can use @playwright/test, otpauth, @faker-js/faker and the modules of Node.js'

describe('imports of a script', () => {
  it.each([
    "import * as OTPAuth from 'otpauth'",
    "import { faker } from '@faker-js/faker'",
    "import fs from 'fs'",
    "import { readFile } from 'fs/promises'",
    "import { createHash } from 'node:crypto'",
    "import 'node:test'",
    "import type { Page } from '@playwright/test'",
    "const { TOTP } = require('otpauth')",
    "const path = require('node:path')",
    "const os = await import('os')",
    'const os = await import(`node:os`)',
    "export * from 'node:url'",
    "let page: import('@playwright/test').Page",
    "function load(require) { require('mine') }",
    "const own = { require: (x) => x }; own.require('mine')",
    "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url); require('fs')",
  ])('can be %s', (line) => {
    expect(problems(one + line)).toEqual([])
  })

  it.each([
    ["import _ from 'lodash'", 'lodash'],
    ["import 'lodash'", 'lodash'],
    ["import { chromium } from 'playwright'", 'playwright'],
    ["import helper from './helper'", './helper'],
    ["import helper from '/etc/passwd'", '/etc/passwd'],
    ["import x from 'https://evil.example/x.js'", 'https://evil.example/x.js'],
    ["import x from 'file:///etc/passwd'", 'file:///etc/passwd'],
    ["import x from 'node:nothing'", 'node:nothing'],
    ["import x from '@playwright/test/../../secret'", '@playwright/test/../../secret'],
    ["import x from '@faker-js/faker/../x'", '@faker-js/faker/../x'],
    ["import x from 'data:text/javascript,1'", 'data:text/javascript,1'],
    ["import type { X } from 'types'", 'types'],
    ["import x = require('axios')", 'axios'],
    ["export { x } from 'axios'", 'axios'],
    ["export * from 'axios'", 'axios'],
    ["export * as all from 'axios'", 'axios'],
    ["const x = require('axios')", 'axios'],
    ['const x = require(`axios`)', 'axios'],
    ["require?.('axios')", 'axios'],
    [";(require as any)('axios')", 'axios'],
    ["module.require('axios')", 'axios'],
    ["require.resolve('axios')", 'axios'],
    ["const load = require; load('axios')", 'axios'],
    ["import { createRequire as make } from 'module'; make(import.meta.url)('axios')", 'axios'],
    ["await import('axios')", 'axios'],
    ["import('axios').then((x) => x)", 'axios'],
    ["let x: import('axios').Response", 'axios'],
    ["test('b', async () => { if (1) { const { get } = await import('axios') } })", 'axios'],
    ["class A { static x = require('axios') }", 'axios'],
    ["import x from ''", ''],
  ])('cannot be %s', (line, module) => {
    expect(problems(one + line)).toEqual([`line 3: cannot import ${JSON.stringify(module)}: ${refusal}`])
  })

  it.each([
    ['await import(name)', 'import() must name its module as a string literal'],
    ["await import('ax' + 'ios')", 'import() must name its module as a string literal'],
    ['await import(`ax${1}`)', 'import() must name its module as a string literal'],
    ['require(name)', 'require() must name its module as a string literal'],
    ['require()', 'require() must name its module as a string literal'],
    ['require(...names)', 'require() must name its module as a string literal'],
    ['require.resolve(name)', 'require.resolve() must name its module as a string literal'],
  ])('cannot be built at run time: %s', (line, message) => {
    expect(problems(one + line)).toEqual([`line 3: ${message}`])
  })

  it('are cut in a message, without control characters', () => {
    expect(problems(`${one}import '${'x'.repeat(5000)}'`)[0]).toContain(`"${'x'.repeat(100)}…"`)
    expect(problems(`${one}import 'a\u202e\u0007b'`)[0]).toContain('"a??b"')
  })
})

describe('the syntax of a script', () => {
  it.each([
    ['let = = 1', 'line 1: syntax error: Unexpected token'],
    [`${head}test('a', async () => {`, 'line 2: syntax error: Expected `}` but found `EOF`'],
    [`${head}// 😀 é\r\nconst a = 1\r\nconst a = 2`, 'line 4: syntax error: Identifier `a` has already been declared'],
    ['\ufeff\n\nclass {', 'line 3: syntax error'],
    ['#!/usr/bin/env node\nlet x: = 1', 'line 2: syntax error'],
    ['return 1', "line 1: syntax error: A 'return' statement can only be used within a function body"],
    ["\n'unterminated", 'line 2: syntax error: Unterminated string'],
    ['const page = <div/>', 'line 1: syntax error'],
    [`${one}const r = /(/`, 'line 3: syntax error: Invalid regular expression'],
    ['{"json": true, "x": 1}', 'line 1: syntax error'],
    ['\0\x01\x02\x7fELF', 'line 1: syntax error: Invalid Character `?`'],
    ['\ud800', 'line 1: syntax error'],
  ])('must be valid: %j', (source, message) => {
    expect(problems(source)[0]).toContain(message)
  })

  it('is reported with its position', () => {
    expect(read(`${head}  let = = 1`).problems).toEqual([
      { line: 2, column: 9, message: 'syntax error: Unexpected token' },
    ])
    expect(read(`${one}  await import(x)`).problems).toMatchObject([{ line: 3, column: 9 }])
  })

  it('has a limited number of messages', () => {
    expect(problems(one + "import 'a'\n".repeat(100))).toHaveLength(20)
  })

  it('can be nested up to a limit', () => {
    const nested = (depth: number) => `${one}const a =\n${'['.repeat(depth)}${']'.repeat(depth)}`
    expect(problems(nested(500))).toEqual([])
    expect(problems(nested(2000))).toEqual(['line 4: is nested too deeply'])
  })

  it('can use the names of built-in properties', () => {
    expect(problems(`${one}const __proto__ = 1, constructor = 2\nhasOwnProperty('x')\ntoString()`)).toEqual([])
  })
})

it('never throws, and never names a line that does not exist', () => {
  const words = [
    'test',
    '.only',
    '.skip',
    '.step',
    '.extend',
    "('a',",
    '(',
    ')',
    '{',
    '}',
    '=>',
    '() => {}',
    '\n',
    ';',
    'const x =',
    'import',
    'require',
    "'fs'",
    "'x'",
    '`${',
    '}`',
    '/',
    '...',
    '[',
    ']',
    'as any',
    '<T>',
    'await',
    'class A',
    '@',
    '#',
    '\\',
    '\r\n',
    'é',
    '😀',
    '1n',
    '?',
    ':',
    '=',
    'export',
    '*',
    'from',
    "'@playwright/test'",
  ]
  const soup = fc.array(fc.constantFrom(...words), { maxLength: 60 }).map((parts) => parts.join(' '))
  fc.assert(
    fc.property(
      fc.oneof(
        soup,
        fc.string({ unit: 'binary' }),
        soup.map((text) => head + text),
      ),
      (source) => {
        const lines = source.split(/\r\n|[\n\r\u2028\u2029]/).length
        const { problems, tests } = read(source)
        expect(problems.length > 0 || tests.length > 0).toBe(true)
        for (const { line, column } of [...problems, ...tests.map((test) => ({ ...test, column: 1 }))]) {
          expect(line >= 1 && line <= lines && column >= 1).toBe(true)
        }
      },
    ),
    { numRuns: 120 },
  )
})
