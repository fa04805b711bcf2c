// Parses WHOIS responses, which every registry words differently.
import { TargetDown } from '../../domain/outcome.ts'
import { readDate } from './dates.ts'
import { RequestTooLarge } from './refused.ts'
import { type Registration, free, hostNames, plainText, statusNames } from './registration.ts'

/** Field labels of registries, reduced to letters and digits. */
const labels = {
  expires: [
    'registryexpirydate registrarregistrationexpirationdate expirydate expirationdate expirationtime expiredate expires',
    'expireson expire expiry expiration paidtill renewaldate validuntil validity domainexpirationdate recordexpires',
  ],
  created: [
    'creationdate created createdon createddate registeredon registered registereddate registrationtime',
    'registrationdate domainregistrationdate domainregistered activated',
  ],
  changed: ['updateddate lastupdated lastupdate lastmodified modified changed lastchanged updated lastupdatedon'],
  registrar: ['registrar registrarname sponsoringregistrar registrarorganization'],
  nameServers: ['nameserver nameservers nserver nservers domainservers domainnameservers ns dns hostname'],
  statuses: ['domainstatus status state eppstatus registrationstatus'],
  signed: ['dnssec signed dsdata dsrdata dsrecord keytag dnskey'],
}

type WhoisField = keyof typeof labels

const kinds = new Map(
  Object.entries(labels).flatMap(([kind, lists]) =>
    lists.flatMap((list) => list.split(' ')).map((word) => [word, kind as WhoisField] as const),
  ),
)

const rateLimited =
  /limit exceeded|quota exceeded|too many (requests|queries)|exceeded .{0,40}(limit|quota)|query rate|try again later|blacklisted/i
const notFoundPatterns = [
  /^[^\w\n]*no (match|entries found|data found|object found|information available|such domain)/im,
  /^[^\w\n]*(domain |object |the queried object )?(name )?(is )?(not found|does not exist|not registered|no longer available)/im,
  /\b(domain|name|object|no record)\b[^\n]{0,80}\b(not found|does not exist|is free|is available|has not been registered|no match)/i,
  /^[^\w\n]*(domain[ \t])?status[^\w\n]+(free|available|not registered)[^\w\n]*$/im,
  /^[^\w\n]*not (found|registered)/im,
  /^[^\w\n]*nothing found/im,
  /no match(!!|ing)? /i,
]

/** Throws when the response says nothing about the domain. */
export function readWhois(response: string, server: string): Registration {
  const fields = gather(response)
  const registration: Registration = {
    isRegistered: true,
    expiresAt: firstDate(fields.expires),
    createdAt: firstDate(fields.created),
    changedAt: firstDate(fields.changed),
    registrar: plainText(fields.registrar[0]?.replace(/\s*\[Tag = .*$/, '')),
    nameServers: hostNames(fields.nameServers),
    statuses: statusNames(fields.statuses),
    isSigned: signedIn(fields.signed),
  }
  const { nameServers, createdAt, expiresAt, registrar, statuses } = registration
  const isRegistered = nameServers.length > 0 || createdAt !== null || expiresAt !== null || registrar !== null
  if (isRegistered) return registration
  if (notFoundPatterns.some((pattern) => pattern.test(response))) return free
  if (rateLimited.test(response)) throw new RequestTooLarge(`${server} does not want more questions for now`, 3_600_000)
  if (statuses.length > 0) return registration
  throw new TargetDown('content', `${server} sent an answer that cannot be read: ${firstLine(response)}`)
}

const maxLines = 2000
const maxKey = 60

/** Values by field. A heading without a value takes the indented lines below it. */
function gather(response: string): Record<WhoisField, string[]> {
  const fields = Object.fromEntries(Object.keys(labels).map((kind) => [kind, []])) as unknown as Record<
    WhoisField,
    string[]
  >
  let heading: { kind: WhoisField; depth: number } | null = null
  for (const raw of response.split(/\r?\n/).slice(0, maxLines)) {
    const line = raw.slice(0, 500)
    const depth = /^\s*/.exec(line)![0].length
    if (line.trim() === '' || /^\s*(%|#|>>>)/.test(line)) {
      heading = null
      continue
    }
    const [key, value] = split(line)
    const kind = kinds.get(key)
    if (kind && value !== '') {
      fields[kind].push(value)
      heading = null
    } else if (kind) heading = { kind, depth }
    else if (heading && (depth > heading.depth || key === '')) fields[heading.kind].push(value || line.trim())
    else heading = null
  }
  return fields
}

/** `Expiry Date: 2027-03-01`, `expires............: 1.3.2027`, `[Expires on]  2027/03/01`, `Nameservers`. */
function split(line: string): [key: string, value: string] {
  const bracketed = /^\s*\[([^\]]{1,60})\](.*)$/.exec(line)
  if (bracketed) return [plainKey(bracketed[1] ?? ''), (bracketed[2] ?? '').trim()]
  const colon = line.indexOf(':')
  if (colon > 0 && colon <= maxKey && /^\s*$|^\s/.test(line.slice(colon + 1)))
    return [plainKey(line.slice(0, colon)), line.slice(colon + 1).trim()]
  const key = plainKey(line)
  return kinds.has(key) ? [key, ''] : ['', line.trim()]
}

const plainKey = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '')

/** The first conclusive line decides: a later one may belong to a contact. */
const firstDate = (texts: readonly string[]): string | null => readDate(texts[0])

function signedIn(texts: readonly string[]): boolean | null {
  const [text] = texts
  if (text === undefined) return null
  return !/^(unsigned|no|none|inactive|disabled|not signed|n\/a|0)\b/i.test(text)
}

function firstLine(response: string): string {
  const line = response.split('\n').find((one) => one.trim() !== '' && !/^\s*[%#]/.test(one)) ?? 'nothing'
  return line.trim().slice(0, 120)
}
