import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { fakeClock } from '../../../test/kit/clock.ts'
import { newFolder } from '../../../test/kit/files.ts'
import { createSystemNames, parseHosts, parseResolver } from './system-names.ts'

describe('a hosts file', () => {
  it('gives every address of a name, IPv4 first, in any letter case', () => {
    const hosts = parseHosts(
      '::1 Localhost ip6-localhost\n127.0.0.1\tlocalhost  # here\n\n#10.0.0.1 gone\nbroken line\r\n10.0.0.2 db db.lan',
    )
    expect(hosts.get('localhost')).toEqual([
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ])
    expect(hosts.get('db.lan')).toEqual([{ address: '10.0.0.2', family: 4 }])
    expect([...hosts.keys()]).toEqual(['localhost', 'ip6-localhost', 'db', 'db.lan'])
  })
})

describe('a resolver file', () => {
  it.each([
    ['', { search: [], dots: 1 }],
    [
      'nameserver 10.0.0.1\nsearch a.test b.test.\noptions timeout:1 ndots:5',
      { search: ['a.test', 'b.test'], dots: 5 },
    ],
    ['domain a.test\n', { search: ['a.test'], dots: 1 }],
    ['search a.test\ndomain b.test', { search: ['b.test'], dots: 1 }],
    ['; search a.test\nsearch .', { search: [], dots: 1 }],
  ])('"%s" is understood', (text, expected) => {
    expect(parseResolver(text)).toEqual(expected)
  })
})

describe('the names of the machine', () => {
  const folder = newFolder()
  afterEach(() => folder.remove())

  it('are read again when a file changes, and checked once a second', () => {
    const clock = fakeClock()
    const files = { hosts: join(folder.path, 'hosts'), resolver: join(folder.path, 'resolv.conf') }
    const names = createSystemNames(files, clock.monotonicMs)
    expect(names.inHosts('db')).toEqual([])
    const before = names.version()
    writeFileSync(files.hosts, '10.0.0.2 db')
    writeFileSync(files.resolver, 'search lan\noptions ndots:2')
    expect(names.inHosts('db')).toEqual([])
    clock.advance(1000)
    expect(names.inHosts('DB')).toEqual([{ address: '10.0.0.2', family: 4 }])
    expect(names.candidates('db.office')).toEqual(['db.office.lan', 'db.office'])
    expect(names.candidates('a.db.office')).toEqual(['a.db.office'])
    expect(names.candidates('db.')).toEqual(['db'])
    expect(names.version()).toBe(before + 1)
    rmSync(files.hosts)
    clock.advance(1000)
    expect(names.inHosts('db')).toEqual([])
    expect(names.version()).toBe(before + 1)
  })
})
