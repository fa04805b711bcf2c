import { describe, expect, it } from 'vitest'
import { allows } from './ip-allow-list.ts'
import { meaningOf, numbersIn } from './content.ts'

describe('keywords', () => {
  const all = { startKeywords: ['begin'], successKeywords: ['done'], failKeywords: ['error'] }

  it.each([
    ['anything', {}, 'success'],
    ['', all, 'ignored'],
    ['done', all, 'success'],
    ['DONE', all, 'ignored'],
    ['undone', all, 'success'],
    ['begin', all, 'start'],
    ['begin done', all, 'success'],
    ['begin done error', all, 'fail'],
    ['fine', { failKeywords: ['error'] }, 'success'],
    ['fine', { startKeywords: ['begin'], successKeywords: [] }, 'success'],
  ])('%j with %j means %s', (text, keywords, kind) => {
    const none = { startKeywords: undefined, successKeywords: undefined, failKeywords: undefined }
    expect(meaningOf({ kind: 'success' }, text, { ...none, ...keywords }).kind).toBe(kind)
  })

  it('do not override an explicit signal', () => {
    expect(meaningOf({ kind: 'exit', status: 0 }, 'error', all)).toEqual({ kind: 'exit', status: 0 })
    expect(meaningOf({ kind: 'log' }, 'error', all)).toEqual({ kind: 'log' })
  })
})

describe('posted numbers', () => {
  it.each([
    ['{"metrics":{"rows":1,"Free Space (GB)":2.5,"-x-":-3}}', { rows: 1, free_space_gb: 2.5, x: -3 }],
    [' \n{"metrics":{"a":1}}', { a: 1 }],
    ['{"metrics":{"a":"1","b":true,"c":null,"d":{},"e":[1],"f":1e16}}', {}],
    ['{"metrics":[4,5]}', { 0: 4, 1: 5 }],
    ['{"metrics":null}', {}],
    ['{"other":1}', {}],
    ['{broken', {}],
    ['metrics: 1', {}],
    ['null', {}],
    ['', {}],
    [`{"metrics":{"${'x'.repeat(100)}":1}}`, { ['x'.repeat(64)]: 1 }],
  ])('in %j', (text, expected) => {
    expect(Object.fromEntries(numbersIn(text))).toEqual(expected)
  })
})

describe('allowed addresses', () => {
  it.each([
    [[], '203.0.113.9', true],
    [['203.0.113.9'], '203.0.113.9', true],
    [['203.0.113.9'], '203.0.113.8', false],
    [['203.0.113.0/24'], '203.0.113.8', true],
    [['203.0.113.0/24'], '::ffff:203.0.113.8', true],
    [['203.0.113.0/24'], '2001:db8::1', false],
    [['2001:db8::/32'], '2001:db8::1', true],
    [['2001:DB8::1'], '2001:db8:0::1', true],
    [['::/0'], '203.0.113.8', false],
    [['0.0.0.0/0'], '203.0.113.8', true],
    [['203.0.113.9'], 'unknown', false],
  ])('%j allows %s: %s', (list, ip, allowed) => {
    expect(allows(list, ip)).toBe(allowed)
  })
})
