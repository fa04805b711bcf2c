// The names of a zone file: whether they resolve to what the file says, or whether their hosts respond.
import { basename } from 'node:path'
import { discoverCommand } from '../../discover/command.ts'
import type { DiscoveredMonitor, Discovery } from '../../discover/discovery.ts'
import { keyOf } from '../../discover/document.ts'
import { type ZoneRecord, absolute, parseZone, unescaped } from '../../discover/zone-file.ts'
import { readFile } from '../../document.ts'
import { CommandError } from '../../exit-codes.ts'

const checks = ['dns', 'http', 'icmp'] as const

export const command = discoverCommand({
  description: 'Reads a zone file. Names with a wildcard are left out.',
  arguments: [{ name: 'file', help: 'The zone file' }],
  options: {
    check: {
      help: 'What is monitored of each name: that its records are those of the file (the default), its website, or its address by ping',
      value: 'TYPE',
      choices: checks,
    },
    origin: { help: 'The name of the zone, if the file does not begin with $ORIGIN', value: 'ZONE' },
  },
  example: 'discover dns db.example.com --origin example.com --check http',
  source: ([file = '']) => `discovery/dns/${basename(file)}`,
  open: ({ args: [file = ''], options }) => {
    const { check = 'dns', origin } = options as Record<string, string | undefined>
    return { read: async () => readZone(file, check as (typeof checks)[number], origin) }
  },
})

const maxCharacters = 16 * 1024 * 1024

function readZone(file: string, check: (typeof checks)[number], origin: string | undefined): Discovery {
  const text = readFile(file)
  if (text.length > maxCharacters) throw new CommandError(`${file}: is larger than 16 MiB.`)
  const { records, mistakes } = parseZone(text, origin)
  const named = records.filter(({ name, type }) => Object.hasOwn(valueOf, type) && !name.startsWith('*'))
  const wrong = named.filter(({ name }) => !/^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(name))
  const usable = named.filter((record) => !wrong.includes(record))
  return {
    monitors: check === 'dns' ? recordMonitors(usable) : hostMonitors(usable, check),
    mistakes: [...mistakes, ...wrong.map(({ name, type }) => `${name} ${type}: is not a hostname`)].map(
      (mistake) => `${file}: ${mistake}`,
    ),
  }
}

const valueOf: Readonly<Record<string, (record: ZoneRecord) => string | undefined>> = {
  A: ({ data }) => data[0],
  AAAA: ({ data }) => data[0],
  CNAME: ({ data, origin }) => data[0] && absolute(data[0], origin),
  NS: ({ data, origin }) => data[0] && absolute(data[0], origin),
  MX: ({ data, origin }) => data[1] && absolute(data[1], origin),
  SRV: ({ data, origin }) => data[3] && absolute(data[3], origin),
  TXT: ({ data }) => data.map(unescaped).join(''),
  CAA: ({ data }) => data[2] && unescaped(data[2]),
}

const maxValues = 50

function recordMonitors(records: readonly ZoneRecord[]): DiscoveredMonitor[] {
  return [...Map.groupBy(records, ({ name, type }) => `${name} ${type}`).values()].flatMap((same) => {
    const { name, type } = same[0]!
    const values = [...new Set(same.map((record) => valueOf[type]!(record)))].filter((value) => !!value).toSorted()
    const config = { queryType: type, expectedValues: values.slice(0, maxValues) }
    const key = keyOf(`${name}.${type.toLowerCase()}`)
    return values.length === 0 ? [] : [{ key, name: `${name} ${type}`, type: 'dns', target: name, config }]
  })
}

function hostMonitors(records: readonly ZoneRecord[], type: 'http' | 'icmp'): DiscoveredMonitor[] {
  const hosts = records.filter((one) => ['A', 'AAAA', 'CNAME'].includes(one.type) && !one.name.includes('_'))
  return [...new Set(hosts.map(({ name }) => name))].map((name) => ({
    key: keyOf(name),
    name,
    type,
    target: type === 'http' ? `https://${name}/` : name,
  }))
}
