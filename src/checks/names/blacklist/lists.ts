// The blacklists: their subjects, the meaning of their responses, and where to request removal.
export interface List {
  readonly zone: string
  readonly name: string
  readonly knows: readonly ('ip4' | 'ip6' | 'name')[]
  /** Used by most mail servers. */
  readonly isMajor: boolean
  /** Meaning of a response. With `bits` the last number of a response is the sum of those that apply. */
  readonly codes: Readonly<Record<string, string>>
  readonly bits?: true
  readonly removal: string
}

const spamhaus = 'https://check.spamhaus.org/'
const any = { '*': 'listed' }

export const builtInLists: readonly List[] = [
  {
    zone: 'zen.spamhaus.org',
    name: 'Spamhaus ZEN',
    knows: ['ip4', 'ip6'],
    isMajor: true,
    codes: {
      '127.0.0.2': 'SBL: source of spam',
      '127.0.0.3': 'SBL CSS: source of low-reputation mail',
      '127.0.0.4': 'XBL: exploited or infected machine',
      '127.0.0.9': 'DROP: network that is not to be routed',
      '127.0.0.10': 'PBL: should not send mail directly (said by its network)',
      '127.0.0.11': 'PBL: should not send mail directly (said by Spamhaus)',
    },
    removal: spamhaus,
  },
  {
    zone: 'dbl.spamhaus.org',
    name: 'Spamhaus DBL',
    knows: ['name'],
    isMajor: true,
    codes: {
      '127.0.1.2': 'spam domain',
      '127.0.1.4': 'phishing domain',
      '127.0.1.5': 'malware domain',
      '127.0.1.6': 'botnet control domain',
      '127.0.1.102': 'abused legitimate domain: spam',
      '127.0.1.103': 'abused legitimate redirector',
      '127.0.1.104': 'abused legitimate domain: phishing',
      '127.0.1.105': 'abused legitimate domain: malware',
      '127.0.1.106': 'abused legitimate domain: botnet control',
    },
    removal: spamhaus,
  },
  {
    zone: 'bl.spamcop.net',
    name: 'SpamCop',
    knows: ['ip4'],
    isMajor: true,
    codes: { '127.0.0.2': 'reported as a source of spam' },
    removal: 'https://www.spamcop.net/bl.shtml',
  },
  {
    zone: 'b.barracudacentral.org',
    name: 'Barracuda',
    knows: ['ip4'],
    isMajor: true,
    codes: { '127.0.0.2': 'source of spam' },
    removal: 'https://www.barracudacentral.org/rbl/removal-request',
  },
  {
    zone: 'psbl.surriel.com',
    name: 'Passive Spam Block List',
    knows: ['ip4', 'ip6'],
    isMajor: false,
    codes: { '127.0.0.2': 'has sent to a spam trap' },
    removal: 'https://psbl.org/remove',
  },
  {
    zone: 'dnsbl-1.uceprotect.net',
    name: 'UCEPROTECT level 1',
    knows: ['ip4', 'ip6'],
    isMajor: false,
    codes: { '127.0.0.2': 'has sent to a spam trap' },
    removal: 'https://www.uceprotect.net/en/rblcheck.php',
  },
  {
    zone: 'bl.mailspike.net',
    name: 'Mailspike',
    knows: ['ip4'],
    isMajor: false,
    codes: {
      '127.0.0.2': 'distributed spam wave',
      '127.0.0.10': 'worst reputation',
      '127.0.0.11': 'very bad reputation',
      '127.0.0.12': 'bad reputation',
    },
    removal: 'https://mailspike.org/iplookup.html',
  },
  {
    zone: 'dnsbl.dronebl.org',
    name: 'DroneBL',
    knows: ['ip4', 'ip6'],
    isMajor: false,
    codes: {
      '127.0.0.3': 'IRC drone',
      '127.0.0.5': 'bottler',
      '127.0.0.6': 'unknown spambot or drone',
      '127.0.0.7': 'DDoS drone',
      '127.0.0.8': 'SOCKS proxy',
      '127.0.0.9': 'HTTP proxy',
      '127.0.0.13': 'brute-force attacker',
      '127.0.0.14': 'open Wingate proxy',
      '127.0.0.15': 'compromised router',
      '127.0.0.17': 'botnet address',
      '127.0.0.19': 'abused VPN',
    },
    removal: 'https://dronebl.org/lookup',
  },
  {
    zone: 'bl.blocklist.de',
    name: 'blocklist.de',
    knows: ['ip4'],
    isMajor: false,
    codes: any,
    removal: 'https://www.blocklist.de/en/delist.html',
  },
  {
    zone: 'db.wpbl.info',
    name: 'Weighted Private Block List',
    knows: ['ip4'],
    isMajor: false,
    codes: { '127.0.0.2': 'source of spam' },
    removal: 'http://www.wpbl.info/',
  },
  {
    zone: 'all.s5h.net',
    name: 's5h.net',
    knows: ['ip4', 'ip6'],
    isMajor: false,
    codes: any,
    removal: 'https://www.usenix.org.uk/content/rbl.html',
  },
  {
    zone: 'multi.surbl.org',
    name: 'SURBL',
    knows: ['name'],
    isMajor: true,
    codes: {
      '8': 'phishing',
      '16': 'malware',
      '64': 'abuse',
      '128': 'cracked site',
    },
    bits: true,
    removal: 'https://www.surbl.org/surbl-analysis',
  },
  {
    zone: 'multi.uribl.com',
    name: 'URIBL',
    knows: ['name'],
    isMajor: true,
    codes: { '2': 'black: in spam', '4': 'grey: in unwanted mail', '8': 'red: too new or suspicious' },
    bits: true,
    removal: 'https://admin.uribl.com/',
  },
  {
    zone: 'dbl.nordspam.com',
    name: 'NordSpam DBL',
    knows: ['name'],
    isMajor: false,
    codes: { '127.0.0.2': 'in spam' },
    removal: 'https://www.nordspam.com/delist/',
  },
]

/** The built-in or the named lists, without those that are excluded. */
export function listsFor({
  lists = [],
  excludeLists = [],
}: {
  lists?: readonly string[]
  excludeLists?: readonly string[]
}): List[] {
  const left = new Set(excludeLists.map(zoneName))
  const wanted = lists.length === 0 ? builtInLists : [...new Set(lists.map(zoneName))].map(listOf)
  return wanted.filter(({ zone }) => !left.has(zone))
}

function listOf(zone: string): List {
  const known = builtInLists.find((list) => list.zone === zone)
  return known ?? { zone, name: zone, knows: ['ip4', 'ip6', 'name'], isMajor: false, codes: any, removal: '' }
}

export const zoneName = (name: string): string => name.toLowerCase().replace(/\.$/, '')

export type BlacklistResult = { readonly listed: readonly string[] } | { readonly refused: string }

/** What the addresses in a response mean (RFC 5782): a listing, or that the list refuses this resolver. */
export function meaningOf(list: List, addresses: readonly string[]): BlacklistResult {
  for (const address of addresses) {
    const refused = refusals[address] ?? (address.startsWith('127.') ? undefined : hijacked(address))
    if (refused !== undefined) return { refused }
  }
  return { listed: addresses.flatMap((address) => reasons(list, address)) }
}

const refusals: Readonly<Record<string, string>> = {
  '127.0.0.1': 'the list refuses this resolver',
  '127.255.255.252': 'the name of the list is misspelled',
  '127.255.255.253': 'the list refuses this resolver',
  '127.255.255.254': 'the list refuses public resolvers: set your own resolver',
  '127.255.255.255': 'this resolver has queried the list too often',
}

const hijacked = (address: string): string => `the resolver returns ${address} for names that do not exist`

function reasons({ codes, bits }: List, address: string): string[] {
  const last = Number(address.slice(address.lastIndexOf('.') + 1))
  const found = bits
    ? Object.keys(codes)
        .filter((bit) => (last & Number(bit)) !== 0)
        .map((bit) => codes[bit]!)
    : []
  return found.length > 0 ? found : [codes[address] ?? codes['*'] ?? `listed with ${address}`]
}
