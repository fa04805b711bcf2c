// Formats and compares the records of a DNS response.
import { domainToASCII } from 'node:url'
import ipaddr from 'ipaddr.js'
import type { RecordType, Records } from '../../net/index.ts'
import { Matcher } from '../regexp.ts'

export const matchModes = ['any_exact', 'any_regex', 'any_contains', 'none_contains'] as const
export type MatchMode = (typeof matchModes)[number]

interface RecordReader<T extends RecordType> {
  /** A record in the format of zone files. */
  text(record: Records[T]): string
  /** Values that an expected value is compared with. */
  values(record: Records[T]): string[]
  /** Normalizes a value. */
  plain(value: string): string
  /** Only texts are case-sensitive in DNS. */
  readonly cased?: true
}

const host: RecordReader<'CNAME' | 'NS' | 'PTR'> = { text: (name) => name, values: (name) => [name], plain: plainHost }
const address: RecordReader<'A' | 'AAAA'> = {
  text: (record) => record.address,
  values: (record) => [record.address],
  plain: plainAddress,
}

const readings: { readonly [T in RecordType]: RecordReader<T> } = {
  A: address,
  AAAA: address,
  CNAME: host,
  NS: host,
  PTR: host,
  MX: { text: (record) => `${record.priority} ${record.host}`, values: (record) => [record.host], plain: plainHost },
  SRV: {
    text: ({ priority, weight, port, host }) => `${priority} ${weight} ${port} ${host}`,
    values: (record) => [record.host],
    plain: plainHost,
  },
  SOA: {
    text: ({ primary, mailbox, serial, refresh, retry, expire, minimum }) =>
      `${primary} ${mailbox} ${serial} ${refresh} ${retry} ${expire} ${minimum}`,
    values: ({ primary, mailbox, serial }) => [
      primary,
      mailbox,
      mailAddress(mailbox),
      String(serial),
      `${primary} ${mailbox} ${serial}`,
    ],
    plain: (value) => value.split(/\s+/).map(plainHost).join(' '),
  },
  TXT: { text: (text) => text, values: (text) => [text], plain: (value) => value, cased: true },
  CAA: {
    text: ({ flags, tag, value }) => `${flags} ${tag} "${value}"`,
    values: ({ flags, tag, value }) => [value, `${flags} ${tag} "${value}"`, `${flags} ${tag} ${value}`],
    plain: (value) => value.toLowerCase(),
  },
  TLSA: {
    text: ({ usage, selector, matching, data }) => `${usage} ${selector} ${matching} ${data}`,
    values: ({ data }) => [data],
    plain: (value) => value.toLowerCase(),
  },
}

export function recordText<T extends RecordType>(type: T, record: Records[T]): string {
  // Zone files escape such characters as numbers, and the database stores no zero byte.
  return readings[type].text(record).replace(/\p{Cc}/gu, (sign) => `\\${String(sign.charCodeAt(0)).padStart(3, '0')}`)
}

export interface ExpectedRecords {
  readonly expected: readonly string[]
  readonly mode: MatchMode
}

/** Whether the records match the expectation; without records there is no match. */
export function answersFit<T extends RecordType>(
  type: T,
  records: readonly Records[T][],
  { expected, mode }: ExpectedRecords,
): boolean {
  const reading: RecordReader<T> = readings[type]
  const values = records.flatMap((record) => reading.values(record))
  const fits = fitting(mode, reading)
  const found = values.some((value) => expected.some((wanted) => fits(value, wanted)))
  return mode === 'none_contains' ? !found : found
}

function fitting(mode: MatchMode, { plain, cased }: RecordReader<never>): (value: string, wanted: string) => boolean {
  if (mode === 'any_exact') return (value, wanted) => plain(value) === plain(wanted)
  if (mode === 'any_regex') {
    const matcher = new Matcher()
    return (value, wanted) => matcher.matches(cased ? wanted : `(?i)${wanted}`, value)
  }
  return cased
    ? (value, wanted) => value.includes(wanted)
    : (value, wanted) => value.toLowerCase().includes(wanted.toLowerCase())
}

function plainHost(name: string): string {
  const bare = name.length > 1 && name.endsWith('.') ? name.slice(0, -1) : name
  return /^[\x20-\x7e]*$/.test(bare) ? bare.toLowerCase() : domainToASCII(bare)
}

function plainAddress(value: string): string {
  return ipaddr.isValid(value) ? ipaddr.parse(value).toString() : value
}

/** DNS writes hostmaster@example.com as hostmaster.example.com, and a dot before the @ as `\.`. */
function mailAddress(mailbox: string): string {
  const at = /(?<!\\)\./.exec(mailbox)?.index
  return at === undefined ? mailbox : `${mailbox.slice(0, at).replaceAll('\\.', '.')}@${mailbox.slice(at + 1)}`
}
