import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { createOutput } from './output.ts'
import { fit, plainText, widthOf } from './plain-text.ts'
import { createPaint } from './style.ts'
import { formatSeconds } from './time.ts'

interface Terminal {
  readonly columns?: number
  readonly environment?: Record<string, string>
  readonly wantsJson?: boolean
}

function terminal({ columns = 80, environment = {}, wantsJson = false }: Terminal = {}) {
  const stream = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY: true, columns })
  const streams = { stdout: stream as never, stderr: stream as never, environment: { NO_COLOR: '1', ...environment } }
  return { output: createOutput(streams, wantsJson), read: (): string => String(stream.read() ?? '') }
}

const columns = [
  { title: 'NAME', value: ({ name }: { name: string }) => name },
  { title: 'COUNT', value: () => 7, isNumber: true },
] as const

describe('on a terminal', () => {
  it('aligns columns, and cuts the widest one', () => {
    const { output, read } = terminal({ columns: 20 })
    output.table(columns, [{ name: 'Checkout of the shop' }, { name: '日本' }])
    expect(read()).toBe('NAME           COUNT\nCheckout of …      7\n日本               7\n')
  })

  it('prints nothing that the terminal would obey', () => {
    const { output, read } = terminal()
    output.table(columns, [{ name: '\u001b[31mred\u009b2J\u202e\nnext' }])
    output.warn('\u001b]0;title\u0007 gone')
    expect(read()).toBe(
      'NAME                              COUNT\n' +
        '\\u001b[31mred\\u009b2J\\u202e next      7\n' +
        'lapwing: \\u001b]0;title\\u0007 gone\n',
    )
  })

  it('prints JSON with --json, in which parsers find the same text', () => {
    const { output, read } = terminal({ wantsJson: true })
    output.show({ name: '\u009b\u202e' }, () => undefined)
    const printed = read()
    expect(printed).toBe('{\n  "name": "\\u009b\\u202e"\n}\n')
    expect(JSON.parse(printed)).toEqual({ name: '\u009b\u202e' })
  })

  it('replaces the line of progress', () => {
    const { output, read } = terminal()
    output.progress('Checking …')
    output.print('OK')
    expect(read()).toBe('Checking …\r\u001b[KOK\n')
  })
})

it.each([
  [true, {}, true],
  [false, {}, false],
  [true, { NO_COLOR: '1' }, false],
  [true, { TERM: 'dumb' }, false],
  [false, { FORCE_COLOR: '1' }, true],
])('paints on a terminal (%s) with %j: %s', (isTerminal, environment, isPainted) => {
  expect(createPaint({ isTerminal, environment })('red', 'down')).toBe(isPainted ? '\u001b[31mdown\u001b[0m' : 'down')
})

it('measures text as terminals do', () => {
  expect([widthOf('plain'), widthOf('日本'), widthOf('é'), widthOf('✅')]).toEqual([5, 4, 1, 2])
  expect([fit('日本語', 5), fit('plain', 5), plainText('a\tb')]).toEqual(['日本…', 'plain', 'a b'])
})

it('rounds durations as people do', () => {
  expect([0, 59, 90, 3720, 90_000].map(formatSeconds)).toEqual(['0 s', '59 s', '1 min 30 s', '1 h 2 min', '1 d 1 h'])
})
