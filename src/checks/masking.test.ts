import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { spellings } from '../../test/kit/checks/spellings.ts'
import { TargetDown } from '../domain/outcome.ts'
import { mask } from '../domain/stored-config.ts'
import { Masker } from './masking.ts'

function maskerOf(...secrets: string[]): Masker {
  const masker = new Masker()
  masker.add(...secrets)
  return masker
}

const secrets = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 3, maxLength: 24 }),
    fc.string({ unit: 'binary-ascii', minLength: 3, maxLength: 24 }),
    fc.stringMatching(/^[\w\\%&#;"'<>+/ =äß😀-]{3,24}$/u),
  )
  .filter((secret) => secret.length >= 3 && secret.isWellFormed())
const spellingNames = fc.constantFrom(...Object.keys(spellings))
const before = 'before: «'
const after = '» after'

describe('a secret', () => {
  it('is masked in every encoding, and in every combination of encodings', () => {
    fc.assert(
      fc.property(secrets, fc.array(spellingNames, { minLength: 1, maxLength: 3 }), (secret, names) => {
        const spelled = names.reduce((text, name) => spellings[name]!(text), secret)
        expect(maskerOf(secret).text(`${before}${spelled}${after}`)).toBe(`${before}${mask}${after}`)
      }),
      { numRuns: 600 },
    )
  })

  it('is masked in Base64 of either alphabet, at any offset and in any encoding', () => {
    const bytes = fc.string({ maxLength: 5 })
    const alphabet = fc.constantFrom('base64', 'base64url')
    const long = secrets.filter((secret) => Buffer.byteLength(secret) >= 4)
    fc.assert(
      fc.property(long, bytes, bytes, alphabet, spellingNames, (secret, user, rest, alphabet, name) => {
        const encoded = Buffer.from(`${user}${secret}${rest}`).toString(alphabet)
        const masked = maskerOf(secret).text(`${before}${spellings[name]!(encoded)}${after}`)
        const [first, end] = [Buffer.byteLength(user), Buffer.byteLength(user + secret)]
        const own = encoded.slice(Math.floor((first * 4) / 3), Math.ceil((end * 4) / 3))
        for (const part of [own.slice(0, 4), own.slice(-4)]) expect(masked).not.toContain(spellings[name]!(part))
      }),
      { numRuns: 300 },
    )
  })

  it('is masked in the encodings that pages use', () => {
    const masker = maskerOf('p&ss "wörd"/<1>')
    const page = [
      'p&amp;ss &quot;w&ouml;rd&quot;/&lt;1&gt;',
      'p&#38;ss &#34;w&#246;rd&#34;/&#60;1&#62;',
      'p&#x26;ss&#x20;&#X22;w&#xF6;rd&#x22;&sol;&lt;1&gt;',
      String.raw`{"body":"{\"key\":\"p&ss \\\"wörd\\\"/<1>\"}"}`,
      String.raw`"p&ss \"w\u00f6rd\"\/\u003c1\u003E"`,
      'q=p%26ss+%22w%c3%b6rd%22%2f%3c1%3E',
      'q=p%2526ss%2520%2522w%25C3%25B6rd%2522%252F%253C1%253E',
      String.raw`p\x26ss \'`.replace(String.raw`\'`, String.raw`\"w\xf6rd\"/\u{3c}1>`),
    ]
    for (const line of page) expect(masker.text(line)).toMatch(/^[^ps%]*\[redacted\][^ps%]*$/)
  })

  it('leaves other text unchanged, including escapes', () => {
    const masker = maskerOf('hunter22', 'tiger+lily')
    const text = String.raw`100% of a&b &amp; c\d \u0041 %41 &unknown; aHVudGVyMjM= hunter2 tiger_lily 🦆`
    expect(masker.text(text)).toBe(text)
    expect(masker.text('\ud800 alone')).toBe('\ud800 alone')
  })

  it('is masked together with the escape that it starts or ends in', () => {
    expect(maskerOf('nature').text(String.raw`a\nature`)).toBe('a[redacted]')
    expect(maskerOf('1234').text(String.raw`\u12345`)).toBe('[redacted]5')
  })

  it('has at least three characters', () => {
    expect(maskerOf('ab', '').text('ab abc')).toBe('ab abc')
    expect(maskerOf().all({ a: 1 })).toEqual({ a: 1 })
  })
})

describe('the start of a text', () => {
  it('never ends in the start of a secret, in any encoding and wherever it was cut', () => {
    const [nothing, masked] = ['', `${mask}`]
    fc.assert(
      fc.property(secrets, fc.array(spellingNames, { minLength: 1, maxLength: 2 }), fc.nat(), (secret, names, at) => {
        const spelled = names.reduce((text, name) => spellings[name]!(text), secret)
        const cut = spelled.slice(0, 1 + (at % spelled.length)).toWellFormed()
        const shown = maskerOf(secret).beginning(`${before}${cut}`, 1000, true)
        expect([nothing, masked]).toContain(shown.slice(before.length))
      }),
      { numRuns: 400 },
    )
  })

  it('has the requested length', () => {
    expect(maskerOf('hunter22').beginning('I am hunter22, you know', 12, false)).toBe('I am [redact…')
    expect(maskerOf('hunter22').beginning('nothing to hide', 7, true)).toBe('nothing…')
  })
})

describe('a hostile text', () => {
  const manySecrets = Array.from({ length: 100 }, (_, n) => `${'a'.repeat(4000)}${n}`)

  it('takes time in proportion to its length, whatever the secrets', () => {
    const masker = maskerOf(...manySecrets)
    for (const unit of ['a', '\\', '%25', '&amp;', '&a', '\\u005c', 'QUFB', '&#x26;'])
      expect(masker.text(unit.repeat(Math.ceil(1_000_000 / unit.length))).length).toBeGreaterThan(0)
  })

  it('is masked where it is nested, down to a maximum depth', () => {
    let deep: unknown = 'hunter22'
    for (let n = 0; n < 50_000; n++) deep = [deep]
    expect(JSON.stringify(maskerOf('hunter22').all(deep))).not.toContain('hunter22')
    expect(maskerOf('hunter22').all({ hunter22: ['hunter22', 1, null] })).toEqual({ [mask]: [mask, 1, null] })
  })
})

it('errors of a target contain no secrets, in message and evidence', () => {
  const error = new TargetDown('content', 'got hunter22', { evidence: { seen: 'hunter%32%32' } })
  expect(maskerOf('hunter22').error(error, 'step: ')).toMatchObject({
    message: `step: got ${mask}`,
    evidence: { seen: mask },
  })
})

it('a stream is masked like the whole text', async () => {
  const pieces = fc.array(
    fc.constantFrom('hunter22', 'hunter%32', '2', '\\u0032', '\\', '\\\\', ' ', 'x', 'hunter2', '&#50;'),
    {
      maxLength: 60,
    },
  )
  await fc.assert(
    fc.asyncProperty(pieces, fc.integer({ min: 0, max: 70_000 }), async (pieces, padding) => {
      const masker = maskerOf('hunter22')
      const text = `${' .'.repeat(padding)}${pieces.join('')}${'. '.repeat(35_000)}${pieces.join('')}`
      const chunks = Array.from({ length: Math.ceil(text.length / 8192) }, (_, n) =>
        text.slice(n * 8192, (n + 1) * 8192),
      )
      const stream = async function* () {
        for (const chunk of chunks) yield Buffer.from(chunk)
      }
      const masked: Buffer[] = []
      for await (const part of masker.stream(stream())) masked.push(part)
      expect(Buffer.concat(masked).toString()).toBe(masker.text(text))
    }),
    { numRuns: 50 },
  )
})
