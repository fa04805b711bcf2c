import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FtpListing, parseFacts, parseListLine, parseTime } from './listing.ts'

const now = new Date('2026-03-10T12:00:00Z')
const at = (time: string): Date => new Date(time)

describe('facts about a file', () => {
  it.each([
    ['type=file;size=17;modify=20260131235959; a b.txt', 'a b.txt', 'file', 17, '2026-01-31T23:59:59Z'],
    ['Type=dir;Modify=20260131235959.123;UNIX.mode=0755; pub', 'pub', 'directory', null, '2026-01-31T23:59:59Z'],
    ['type=cdir;modify=20260131235959; .', '.', 'directory', null, '2026-01-31T23:59:59Z'],
    ['type=OS.unix=slink:/x;size=3; link', 'link', 'other', 3, null],
    ['size=-1;type=file;modify=never; odd', 'odd', 'file', null, null],
  ])('are read from %j', (line, name, kind, bytes, modified) => {
    expect(parseFacts(line)).toEqual({ name, kind, bytes, modifiedAt: modified && at(modified) })
  })

  it.each(['', 'no facts here', 'type=file', ' name only'])('are not found in %j', (line) => {
    expect(parseFacts(line)).toBeNull()
  })
})

describe('a line for people', () => {
  it.each([
    ['-rw-r--r--    1 0        0               5 Mar 09 05:04 a.txt', 'a.txt', 'file', '2026-03-09T05:04:00Z'],
    [
      '-rw-r--r--  1 robot staff  1234 Nov 15  2024 with  two spaces',
      'with  two spaces',
      'file',
      '2024-11-15T00:00:00Z',
    ],
    ['-rw-rw-r--+ 1 robot staff  1234 Dec 31 23:00 of last year', 'of last year', 'file', '2025-12-31T23:00:00Z'],
    ['-rw-r--r--  1 robot staff  1234 Mar 10 23:00 from the east', 'from the east', 'file', '2026-03-10T23:00:00Z'],
    ['-rw-r--r--  1 robot  1234 Jan  1 10:00 without a group', 'without a group', 'file', '2026-01-01T10:00:00Z'],
    ['drwxr-xr-x    2 0        0            4096 Jan 01 05:04 pub', 'pub', 'directory', '2026-01-01T05:04:00Z'],
    ['lrwxrwxrwx    1 0        0               4 Jan 01 05:04 l -> pub', 'l -> pub', 'other', '2026-01-01T05:04:00Z'],
    ['crw-rw-rw-    1 root     root      1,   3 Jan 01 05:04 null', 'null', 'other', '2026-01-01T05:04:00Z'],
    ['03-09-26  05:04PM                 1234 report.csv', 'report.csv', 'file', '2026-03-09T17:04:00Z'],
    ['03-09-2026  12:30AM       <DIR>          old', 'old', 'directory', '2026-03-09T00:30:00Z'],
    ['-rw-r--r--  1 robot staff  1234 15. März 2024 x', '', 'file', null],
  ])('is read: %j', (line, name, kind, modified) => {
    expect(parseListLine(line, now)).toMatchObject({ name, kind, modifiedAt: modified && at(modified) })
  })

  it.each(['total 12', '', 'File not found', '-rw'])('is no file: %j', (line) => {
    expect(parseListLine(line, now)).toBeNull()
  })
})

it.each(['', '2026', '20261331000000', '20260131235959Z', '20260131 235959'])('reads no time from %j', (text) => {
  expect(parseTime(text)).toBeNull()
})

describe('a listing', () => {
  const text = [
    'type=cdir;modify=20260305000000; .',
    'type=file;size=1;modify=20260301000000; old',
    'type=file;size=1;modify=20260303000000; grüße',
    'type=file;size=1; timeless',
    'type=file;size=1;modify=20260303000000; twin',
    'type=dir;modify=20260304000000; newer but a directory',
  ].join('\r\n')

  it('gives the same result however it is cut', () => {
    const bytes = Buffer.from(text)
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length)), (cuts) => {
        const listing = new FtpListing(parseFacts)
        const ends = [...cuts.toSorted((a, b) => a - b), bytes.length]
        ends.forEach((end, index) => listing.push(bytes.subarray(ends[index - 1] ?? 0, end)))
        listing.end()
        expect(listing).toMatchObject({ files: 4, newest: ['grüße', 'twin'], newestAt: at('2026-03-03T00:00:00Z') })
      }),
    )
  })

  it('keeps little of a long one', () => {
    const listing = new FtpListing(parseFacts)
    for (let index = 0; index < 5000; index++)
      listing.push(Buffer.from(`type=file;modify=20260303000000; ${index}\r\n`))
    listing.push(Buffer.alloc(1_000_000, 'x'))
    listing.end()
    expect(listing).toMatchObject({ files: 5000, newest: ['0', '1', '2', '3', '4', '5', '6', '7'] })
  })
})
