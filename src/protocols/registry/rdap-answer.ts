// The RDAP response for a domain (RFC 9083).
import { readDate } from './dates.ts'
import { type Registration, hostNames, plainText, statusNames } from './registration.ts'

type RdapObject = Readonly<Record<string, unknown>>

const maxEntities = 100

/** Null when the response is not about this domain. */
export function readRdap(response: unknown, domain: string): Registration | null {
  if (!isObject(response) || !(response['objectClassName'] === 'domain' || typeof response['ldhName'] === 'string'))
    return null
  const name = response['ldhName']
  if (typeof name === 'string' && name.replace(/\.$/, '').toLowerCase() !== domain) return null
  const secure = response['secureDNS']
  const signed = isObject(secure) ? secure['delegationSigned'] : undefined
  return {
    isRegistered: true,
    expiresAt: eventAt(response, 'expiration'),
    createdAt: eventAt(response, 'registration'),
    changedAt: eventAt(response, 'last changed'),
    registrar: registrarOf(response),
    nameServers: hostNames(objects(response['nameservers']).map(({ ldhName }) => String(ldhName ?? ''))),
    statuses: statusNames(strings(response['status'])),
    isSigned: typeof signed === 'boolean' ? signed : null,
  }
}

function eventAt(response: RdapObject, action: string): string | null {
  const event = objects(response['events']).find(({ eventAction }) => eventAction === action)
  return readDate(event?.['eventDate'])
}

function registrarOf(response: RdapObject): string | null {
  const registrar = objects(response['entities']).find(({ roles }) => strings(roles).includes('registrar'))
  if (!registrar) return null
  return cardName(registrar['vcardArray']) ?? plainText(registrar['handle'])
}

/** jCard (RFC 7095): `["vcard", [["fn", {}, "text", "Example Registrar"], …]]`. */
function cardName(card: unknown): string | null {
  const lines = Array.isArray(card) && Array.isArray(card[1]) ? (card[1] as unknown[]) : []
  const called = (name: string): string | null => {
    const line = lines.slice(0, maxEntities).find((one) => Array.isArray(one) && one[0] === name) as
      | unknown[]
      | undefined
    return plainText(line?.[3])
  }
  return called('fn') ?? called('org')
}

const isObject = (value: unknown): value is RdapObject =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
const objects = (value: unknown): RdapObject[] =>
  Array.isArray(value) ? value.slice(0, maxEntities).filter(isObject) : []
const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.slice(0, maxEntities).filter((one) => typeof one === 'string') : []
