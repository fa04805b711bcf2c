import { describe, expect, it } from 'vitest'
import { type MatchMode, answersFit, recordText } from './dns-answers.ts'
import type { RecordType, Records } from '../../net/index.ts'

const times = { refresh: 1, retry: 2, expire: 3, minimum: 4 }
const soa = { primary: 'ns1.example.com', mailbox: 'host\\.master.example.com', serial: 2_026_010_101, ...times }
const srv = { priority: 10, weight: 20, port: 5060, host: 'sip.example.com' }
const caa = { flags: 0, tag: 'issue', value: 'letsencrypt.org' }
const a = { address: '192.0.2.10', ttl: 60 }
const aaaa = { address: '2001:db8::10', ttl: 60 }

type Row = {
  [T in RecordType]: [type: T, records: Records[T][], mode: MatchMode, expected: string[], fits: boolean]
}[RecordType]

const rows: Row[] = [
  ['A', [a], 'any_exact', ['192.0.2.10'], true],
  ['A', [a], 'any_exact', ['192.0.2.1'], false],
  ['A', [a], 'any_exact', ['192.0.2.1', '192.0.2.10'], true],
  ['A', [], 'any_exact', ['192.0.2.10'], false],
  ['A', [a], 'any_contains', ['192.0.2.'], true],
  ['A', [a], 'any_regex', ['^192\\.0\\.2\\.\\d+$'], true],
  ['A', [a], 'any_regex', ['^192\\.0\\.2\\.1$'], false],
  ['A', [a], 'none_contains', ['10.0.0.'], true],
  ['A', [a, { address: '10.0.0.1', ttl: 1 }], 'none_contains', ['10.0.0.'], false],
  ['A', [], 'none_contains', ['10.'], true],
  ['AAAA', [aaaa], 'any_exact', ['2001:0DB8:0:0::10'], true],
  ['AAAA', [aaaa], 'any_exact', ['2001:db8::11'], false],
  ['CNAME', ['Shop.Example.com'], 'any_exact', ['shop.example.COM.'], true],
  ['CNAME', ['xn--bcher-kva.example'], 'any_exact', ['bücher.example'], true],
  ['CNAME', ['shop.example.com'], 'any_exact', ['example.com'], false],
  ['CNAME', ['shop.example.com'], 'any_contains', ['EXAMPLE'], true],
  ['NS', ['NS1.example.com'], 'any_regex', ['^ns\\d\\.'], true],
  ['NS', ['ns1.example.com', 'ns2.example.com'], 'any_exact', ['ns2.example.com'], true],
  ['PTR', ['host.example.com'], 'any_exact', ['host.example.com'], true],
  ['MX', [{ priority: 10, host: 'mail.example.com' }], 'any_exact', ['mail.example.com'], true],
  ['MX', [{ priority: 10, host: 'mail.example.com' }], 'any_contains', ['10'], false],
  ['MX', [{ priority: 0, host: '.' }], 'any_exact', ['.'], true],
  ['SRV', [srv], 'any_exact', ['sip.example.com.'], true],
  ['SRV', [srv], 'any_exact', ['5060'], false],
  ['TXT', ['v=spf1 -all'], 'any_exact', ['v=spf1 -all'], true],
  ['TXT', ['v=spf1 -all'], 'any_exact', ['V=SPF1 -all'], false],
  ['TXT', ['v=spf1 -all'], 'any_contains', ['SPF1'], false],
  ['TXT', ['v=spf1 include:example.com ~all'], 'any_regex', ['^v=spf1 .*[~-]all$'], true],
  ['TXT', ['v=SPF1'], 'any_regex', ['spf1'], false],
  ['SOA', [soa], 'any_exact', ['ns1.example.com'], true],
  ['SOA', [soa], 'any_exact', ['2026010101'], true],
  ['SOA', [soa], 'any_exact', ['host\\.master.example.com.'], true],
  ['SOA', [soa], 'any_exact', ['host.master@example.com'], true],
  ['SOA', [soa], 'any_exact', ['2026010102', 'ns2.example.com'], false],
  ['SOA', [soa], 'any_exact', ['ns1.example.com. host\\.master.example.com. 2026010101'], true],
  ['SOA', [soa], 'any_exact', ['ns1.example.com host\\.master.example.com 2026010102'], false],
  ['SOA', [soa], 'any_regex', ['^ns1\\.example\\.com .* 2026\\d+$'], true],
  ['SOA', [soa], 'any_exact', ['1'], false],
  ['CAA', [caa], 'any_exact', ['letsencrypt.org'], true],
  ['CAA', [caa], 'any_exact', ['0 issue "letsencrypt.org"'], true],
  ['CAA', [caa], 'any_exact', ['0 issue letsencrypt.org'], true],
  ['CAA', [caa], 'any_contains', ['issuewild'], false],
  ['CAA', [caa], 'none_contains', ['digicert.com'], true],
]

describe('records and expectations', () => {
  it.each(rows)('%s %j %s %j: %s', (type, records, mode, expected, fits) => {
    expect(answersFit(type, records as never[], { mode, expected })).toBe(fits)
  })
})

describe('a record', () => {
  it.each([
    ['A', a, '192.0.2.10'],
    ['NS', 'ns1.example.com', 'ns1.example.com'],
    ['MX', { priority: 10, host: 'mail.example.com' }, '10 mail.example.com'],
    ['SRV', srv, '10 20 5060 sip.example.com'],
    ['SOA', soa, 'ns1.example.com host\\.master.example.com 2026010101 1 2 3 4'],
    ['CAA', caa, '0 issue "letsencrypt.org"'],
    ['TXT', 'v=spf1 -all', 'v=spf1 -all'],
    ['TXT', 'a\0b\nc', 'a\\000b\\010c'],
  ] as const)('of type %s reads as in a zone file', (type, record, text) => {
    expect(recordText(type, record as never)).toBe(text)
  })
})
