// Validates the values of settings: hosts, addresses, buckets and secrets.
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { backupScheduleProblem } from './domain/schedule/backup-times.ts'

/** The message says what the value must be. */
export class WrongValue extends Error {}

export function contactIn(text: string): string {
  if (!/^(mailto:|https:\/\/|tel:)\S+$/.test(text))
    throw new WrongValue('an address such as mailto:security@example.com')
  return text
}

export function hostIn(text: string): string {
  if (isIP(text) === 0 && !/^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/i.test(text))
    throw new WrongValue('an address or a hostname, such as 0.0.0.0')
  return text
}

export function originIn(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  const plain =
    url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash && !url.username
  if (!url || !plain)
    throw new WrongValue('an http or https address without a path, such as https://status.example.com')
  return url.origin
}

export function urlIn(text: string): string {
  if (!URL.canParse(text) || !/^https?:/.test(text)) throw new WrongValue('an http or https address')
  return text
}

export function bucketIn(text: string): string {
  if (!/^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w.-]+)*\/?$/.test(text) || /\/\.{1,2}(\/|$)/.test(text))
    throw new WrongValue('a bucket such as s3://bucket or s3://bucket/prefix, the prefix in plain letters and digits')
  return text.replace(/\/$/, '')
}

/** A folder or a bucket. */
export const backupPlaceIn = (text: string): string => (/^\w+:\/\//.test(text) ? bucketIn(text) : resolve(text))

export function backupScheduleIn(text: string): string {
  const problem = backupScheduleProblem(text)
  if (problem) throw new WrongValue(`a time of day such as 03:00, or a cron expression; as one, it ${problem}`)
  return text
}

export function regionIn(text: string): string {
  if (!/^[a-z0-9-]{1,64}$/i.test(text)) throw new WrongValue('a region such as eu-central-1')
  return text
}

// The value may be a secret and must not appear in the message.
export function wordIn(text: string): string {
  if (!/^[\x21-\x7e]{1,512}$/.test(text)) throw new WrongValue('printable characters without spaces')
  return text
}

export function serverIn(text: string): string {
  const [, host = '', port] = /^(.*?)(?::(\d{1,5}))?$/.exec(text) ?? []
  if (port !== undefined && !(Number(port) >= 1 && Number(port) <= 65_535))
    throw new WrongValue('a host, with a port from 1 to 65535')
  return `${hostIn(host)}${port === undefined ? '' : `:${port}`}`
}

export function secretIn(text: string): string {
  if (text.length < 32) throw new WrongValue('at least 32 characters long')
  return text
}

export function passphraseIn(text: string): string {
  if (text.length < 12) throw new WrongValue('at least 12 characters long')
  return text
}

const listIn = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

export function paths(text: string): readonly string[] {
  const list = listIn(text)
  if (!list.every((path) => path === resolve(path)))
    throw new WrongValue('absolute paths such as /var/run/docker.sock, separated by commas')
  return list
}

export function addresses(text: string): readonly string[] {
  const list = listIn(text)
  for (const entry of list) {
    const [address = '', bits, more] = entry.split('/')
    const width = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
    const fits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= width)
    if (width < 0 || !fits || more !== undefined)
      throw new WrongValue('addresses such as 10.0.0.1 or networks such as 10.0.0.0/8, separated by commas')
  }
  return list
}

/** Whether each % begins an encoded byte. */
export function isDecodable(text: string): boolean {
  return !/%(?![0-9a-f]{2})/i.test(text)
}
