// The walls of the house (ARCHITECTURE.md): which room may look into which, and what may be done only in one place.
import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { channelKinds } from '../src/channels/index.ts'
import { checks } from '../src/checks/index.ts'
import { actions } from '../src/operations/organization/activity-actions.ts'

const root = join(import.meta.dirname, '../src')
const programs = join(import.meta.dirname, '../browser')

const everything = [
  'roles',
  'api',
  'assistants',
  'engine',
  'live',
  'public-pages',
  'operations',
  'docs',
  'pages',
  'reports',
  'alerting',
  'checks',
  'channels',
  'artifacts',
  'protocols',
  'store',
  'backup',
  'installation',
  'postgres',
  'browsers',
  'net',
  'importers',
  'installers',
  'codecs',
  'domain',
]

const rooms: Record<string, readonly string[]> = {
  top: ['top', 'wiring', 'probe', ...everything],
  wiring: ['top', ...everything],
  roles: everything.filter((room) => !['roles', 'reports', 'protocols', 'importers', 'codecs'].includes(room)),
  api: ['assistants', 'operations', 'live', 'public-pages', 'docs', 'pages', 'installers', 'domain'],
  assistants: ['operations', 'store', 'domain'],
  engine: [
    'reports',
    'alerting',
    'checks',
    'channels',
    'artifacts',
    'pages',
    'store',
    'browsers',
    'net',
    'codecs',
    'domain',
  ],
  operations: [
    'reports',
    'pages',
    'alerting',
    'checks',
    'channels',
    'artifacts',
    'store',
    'importers',
    'codecs',
    'domain',
  ],
  live: ['store', 'domain'],
  'public-pages': ['store', 'domain'],
  docs: ['pages', 'domain'],
  pages: ['codecs', 'domain'],
  reports: ['store', 'domain'],
  alerting: ['checks', 'store', 'domain'],
  checks: ['protocols', 'browsers', 'net', 'domain'],
  channels: ['protocols', 'net', 'domain'],
  artifacts: ['protocols', 'net', 'domain'],
  protocols: ['net', 'domain'],
  browsers: ['net', 'domain'],
  backup: ['protocols', 'net', 'store', 'domain'],
  installation: ['postgres', 'domain'],
  postgres: ['store', 'domain'],
  store: ['domain'],
  net: ['domain'],
  agent: ['domain'],
  probe: ['engine', 'checks', 'net', 'agent', 'domain'],
  importers: ['codecs', 'domain'],
  installers: ['agent', 'codecs', 'domain'],
  codecs: ['domain'],
  domain: [],
}

const germanDiagnoses = '../web/src/catalog/german/diagnoses/diagnoses.ts'

interface File {
  readonly path: string
  readonly room: string
  readonly text: string
  /** Without comments. */
  readonly code: string
  /** Without what stands between quotes, too. */
  readonly bare: string
  readonly imports: readonly Import[]
}

interface Import {
  readonly from: string
  readonly names: readonly string[]
  readonly typeOnly: boolean
}

const files: File[] = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(ts|mjs)$/.test(path) && !path.endsWith('.test.ts'))
  .map((path) => read(path))

function read(path: string, folder = root): File {
  const text = readFileSync(join(folder, path), 'utf8')
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')
  const bare = code.replace(/'[^'\n]*'|"[^"\n]*"/g, "''")
  return { path, room: roomOf(path), text, code, bare, imports: importsIn(code) }
}

function roomOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : 'top'
}

function importsIn(code: string): Import[] {
  const statements = code.matchAll(/^(?:import|export)\s+(type\s+)?(?:([^'"]*?)\s+from\s+)?['"]([^'"]+)['"]/gm)
  const calls = code.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g)
  return [
    ...[...statements].map(([, type, names = '', from = '']) => ({
      from,
      names: namesIn(names),
      typeOnly: type !== undefined,
    })),
    ...[...calls].map(([, from = '']) => ({ from, names: ['*'], typeOnly: false })),
  ]
}

/** The values that are imported; types are no one's business here. */
function namesIn(clause: string): string[] {
  const names = clause
    .replace(/[{}]/g, ',')
    .split(',')
    .map((name) => name.trim())
  return names.filter((name) => name !== '' && !name.startsWith('type '))
}

const target = (file: File, { from }: Import): string => relative(root, join(root, dirname(file.path), from))
const isOurs = ({ from }: Import): boolean => from.startsWith('.')

/** Files outside these places that fit the pattern, each with what it says. */
function elsewhere(places: readonly string[], pattern: RegExp, part: 'bare' | 'code' | 'text' = 'bare'): string[] {
  return files
    .filter(({ path }) => !places.some((place) => path === place || path.startsWith(`${place}/`)))
    .flatMap((file) =>
      [...file[part].matchAll(new RegExp(pattern, 'g'))].map(([found]) => `${file.path}: ${found.trim()}`),
    )
}

/** Imports of a module outside these places, save for the names that do no harm. */
function importsElsewhere(places: readonly string[], module: RegExp, harmless: readonly string[] = []): string[] {
  return files
    .filter(({ path }) => !places.some((place) => path === place || path.startsWith(`${place}/`)))
    .flatMap(({ path, imports }) =>
      imports
        .filter(
          ({ from, typeOnly, names }) =>
            !typeOnly && module.test(from) && !(names.length > 0 && names.every((name) => harmless.includes(name))),
        )
        .map(({ from, names }) => `${path}: ${names.join(', ')} from ${from}`),
    )
}

describe('rooms', () => {
  it('are all known', () => {
    expect([...new Set(files.map(({ room }) => room))].filter((room) => !(room in rooms))).toEqual([])
  })

  it.each(Object.keys(rooms))('%s looks only where it may', (room) => {
    const wrong = files
      .filter((file) => file.room === room)
      .flatMap((file) => file.imports.filter(isOurs).map((found) => [file.path, target(file, found)] as const))
      .filter(([, to]) => roomOf(to) !== room && !rooms[room]!.includes(roomOf(to)) && to !== germanDiagnoses)
    expect(wrong).toEqual([])
  })

  it('are entered only through src', () => {
    const outside = files
      .flatMap((file) => file.imports.filter(isOurs).map((found) => target(file, found)))
      .filter((to) => to.startsWith('..'))
    expect(outside).toEqual([germanDiagnoses])
  })

  it('share the German diagnoses with the dashboard, which are texts and nothing else', () => {
    const folder = join(root, dirname(germanDiagnoses))
    const imports = readdirSync(folder).flatMap((path) => read(path, folder).imports.map(({ from }) => from))
    expect(imports.filter((from) => !/^\.\/[a-z-]+\.ts$/.test(from))).toEqual([])
  })

  it('lead from a probe elsewhere to no database and no operation', () => {
    const byPath = new Map(files.map((file) => [file.path, file]))
    const reached = new Set(['probe.ts'])
    for (const path of reached) {
      const file = byPath.get(path)
      const values = file?.imports.filter((found) => isOurs(found) && !found.typeOnly && found.names.length > 0) ?? []
      for (const found of values) reached.add(target(file!, found))
    }
    expect(reached.size).toBeGreaterThan(100)
    expect([...reached].filter((path) => ['store', 'operations', 'alerting', 'api'].includes(roomOf(path)))).toEqual([])
  })

  it('have no files that import each other in a circle', () => {
    const graph = new Map(
      files.map((file) => [
        file.path,
        file.imports.filter((found) => isOurs(found) && !found.typeOnly).map((found) => target(file, found)),
      ]),
    )
    expect(circlesIn(graph)).toEqual([])
  })
})

describe('dependencies, with those of types', () => {
  const edges = files.flatMap((file) =>
    file.imports.filter(isOurs).map((found) => [file.path, target(file, found)] as const),
  )
  const folders = [...new Set(files.flatMap(({ path }) => parentsOf(path)))]

  function parentsOf(path: string): string[] {
    const parent = dirname(path)
    return parent === '.' ? [parent] : [...parentsOf(parent), parent]
  }

  /** The sub-folder of `folder` that the path is in. */
  function subFolder(folder: string, path: string): string | undefined {
    const start = folder === '.' ? '' : `${folder}/`
    const end = path.startsWith(start) ? path.indexOf('/', start.length) : -1
    return end === -1 ? undefined : path.slice(start.length, end)
  }

  function cyclesBetween(nodes: (path: string) => string | undefined): string[] {
    const graph = new Map<string, Set<string>>()
    for (const [from, to] of edges) {
      const [a, b] = [nodes(from), nodes(to)]
      if (a !== undefined && b !== undefined && a !== b) graph.set(a, (graph.get(a) ?? new Set()).add(b))
    }
    return circlesIn(graph)
  }

  it.each(folders)('form no cycle between the sub-folders of %s', (folder) =>
    expect(cyclesBetween((path) => subFolder(folder, path))).toEqual([]),
  )

  it.each(['domain', 'store', 'alerting', 'operations', 'api'])('form no cycle between the files of %s', (folder) =>
    expect(cyclesBetween((path) => (roomOf(path) === folder ? path : undefined))).toEqual([]),
  )

  it('form no cycle between the files of domain and its sub-folders', () =>
    expect(cyclesBetween((path) => (roomOf(path) === 'domain' ? dirname(path) : undefined))).toEqual([]))
})

describe('browser programs', () => {
  const inBoxes = readdirSync(programs)
    .filter((name) => !name.includes('.') && name !== 'node_modules')
    .flatMap((name) =>
      readdirSync(join(programs, name), { recursive: true, encoding: 'utf8' }).map((path) => join(name, path)),
    )
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => read(path, programs))

  it('have nothing of the rest of the house: in a box there is only their own folder', () => {
    const outside = inBoxes.flatMap((file) =>
      file.imports.filter(isOurs).filter((found) => join(dirname(file.path), found.from).startsWith('..')),
    )
    expect(inBoxes.length).toBeGreaterThan(3)
    expect(outside).toEqual([])
  })

  it('share only what is in shared', () => {
    const wrong = inBoxes
      .flatMap((file) =>
        file.imports.filter(isOurs).map(({ from }) => [file.path, join(dirname(file.path), from)] as const),
      )
      .filter(([path, to]) => ![roomOf(path), 'shared'].includes(roomOf(to)))
    expect(wrong).toEqual([])
  })
})

describe('the command line and the SDK', () => {
  const edgesOf = (folder: string): (readonly [path: string, to: string])[] =>
    readdirSync(join(root, '..', folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
      .map((path) => read(join(folder, path), join(root, '..')))
      .flatMap((file) =>
        file.imports.map((found) => [file.path, isOurs(found) ? join(dirname(file.path), found.from) : found.from]),
      )

  it('import nothing of the server but formats that both write, so that they start in an instant', () => {
    const edges = edgesOf('cli')
    const formats = [
      'src/domain/incident-bundle/canonical-json.ts',
      'src/codecs/stored-zip.ts',
      'src/domain/time/format.ts',
    ]
    expect(edges.length).toBeGreaterThan(20)
    const foreign = edges.filter(([, to]) => !/^(cli\/|sdk\/src\/|node:)/.test(to) && !formats.includes(to))
    // `lapwing discover` reads the files of other tools, and loads what it needs for that when it runs.
    const readers =
      /^(yaml|src\/importers\/blackbox\.ts|src\/checks\/web\/(site|sitemap\/(document|listing|text))\.ts)$/
    const isDiscovery = /^cli\/(commands\/)?discover\//
    expect(foreign.filter(([from, to]) => !isDiscovery.test(from) || !readers.test(to))).toEqual([])
    const readFormat = (path: string) => read(path, join(root, '..')).imports.filter(isOurs)
    expect(formats.flatMap(readFormat)).toEqual([])
  })

  it('run everywhere: the SDK imports nothing but itself', () => {
    expect(edgesOf('sdk/src').filter(([, to]) => !to.startsWith('sdk/src/'))).toEqual([])
  })
})

describe('the dashboard', () => {
  const folder = join(root, '../web/src')
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    // Generated, like the types of sdk/ that it adds to.
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.test.ts') && !path.startsWith('api-types'))
    .map((path) => read(path, folder))
  const importsOf = (file: File): string[] =>
    file.imports.filter(isOurs).map(({ from }) => join(dirname(file.path), from))
  const usersOf = (pattern: RegExp): string[] =>
    sources.filter(({ bare }) => pattern.test(bare)).map(({ path }) => path)

  it('has parts that import neither the frame nor a screen', () => {
    const lower = sources.filter(({ path }) => !/^(frame|screens)\/|^(router|main)\.tsx$/.test(path))
    const wrong = lower.flatMap((file) => importsOf(file).map((to) => `${file.path} → ${to}`))
    expect(lower.length).toBeGreaterThan(60)
    expect(wrong.filter((edge) => / → (frame|screens)\//.test(edge))).toEqual([])
    const ofFrame = sources.filter(({ path }) => path.startsWith('frame/')).flatMap(importsOf)
    expect(ofFrame.filter((to) => to.startsWith('screens/'))).toEqual([])
  })

  it('has no files that import each other in a circle, types included', () => {
    expect(circlesIn(new Map(sources.map((file) => [file.path, importsOf(file)])))).toEqual([])
  })

  it('keeps its texts in messages files, where `npm run words` finds them', () => {
    const elsewhere = usersOf(/\bdefineMessages(<\w+>)?\(/).filter((path) => !path.endsWith('messages.ts'))
    expect(elsewhere).toEqual([])
  })

  it('refetches through one table: invalidation.ts', () => {
    expect(usersOf(/\binvalidate(Paths|Queries)\(/).toSorted()).toEqual(['api.ts', 'invalidation.ts'])
  })

  // A key of the German catalog is the server's English text, which is one string.
  it('has no file of more than 350 lines and no line of code of more than 120 columns', () => {
    const long = sources.filter(({ text }) => text.split('\n').length > 351)
    expect(long.map(({ path }) => path)).toEqual([])
    const wide = sources
      .flatMap(({ path, text }) => text.split('\n').map((line, index) => ({ path, line, number: index + 1 })))
      .filter(({ line, path }) => line.length > 120 && !(path.startsWith('catalog/german/') && /['"]:$/.test(line)))
    expect(wide.map(({ path, number }) => `${path}:${number}`)).toEqual([])
  })

  it('declares each exported type once', () => {
    const names = sources.flatMap(({ bare }) =>
      [...bare.matchAll(/^export (?:interface|type) (\w+)[<\s]/gm)].map(([, name]) => name!),
    )
    expect(names.length).toBeGreaterThan(60)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })
})

function circlesIn(graph: ReadonlyMap<string, Iterable<string>>): string[] {
  const done = new Set<string>()
  const found: string[] = []
  const visit = (path: string, way: string[]): void => {
    if (way.includes(path)) return void found.push([...way.slice(way.indexOf(path)), path].join(' → '))
    if (done.has(path)) return
    for (const next of graph.get(path) ?? []) visit(next, [...way, path])
    done.add(path)
  }
  for (const path of graph.keys()) visit(path, [])
  return found
}

// Texts that run in the browsers of visitors, where there is another clock and another network.
const inBrowsers = ['docs/browser-script.ts', 'pages/parts/script.ts', 'pages/embeds/widget.ts']

describe('only one place', () => {
  it('has SQL: store', () => {
    expect(importsElsewhere(['store'], /store\/database\/sql\.ts$/)).toEqual([])
    expect(importsElsewhere(['store', 'postgres'], /^(pg|kysely)$/)).toEqual([])
    expect(
      elsewhere(
        // The databases of other tools, and those that are monitored, are no store of ours.
        ['store', 'postgres', 'importers/kuma/database.ts', 'checks/data/postgres.ts'],
        /[`'"]\s*(select\s[^`'"]*\sfrom|insert\s+into|update\s+\w+\s+set|delete\s+from|create\s+table)\s/i,
        'code',
      ),
    ).toEqual([])
  })

  it('reads the environment: settings.ts, and on other machines agent/settings.ts', () => {
    expect(elsewhere(['settings.ts', 'agent/settings.ts'], /process\.env|process\[/)).toEqual([])
    expect(importsElsewhere([], /^node:process$/)).toEqual([])
  })

  // The parser of scripts is a process of its own, which has to end itself.
  const clocks = ['domain/clock.ts', 'checks/browser/script/parser.mjs', ...inBrowsers]

  it("reads the machine's time: domain/clock.ts", () => {
    const time =
      /new Date\(\s*\)|\bDate\(\)|\bDate\.now\b|performance\.now|\bprocess\.(hrtime|uptime)|\bset(Timeout|Interval)\(|AbortSignal\.timeout/
    expect(elsewhere(clocks, time)).toEqual([])
    expect(importsElsewhere(clocks, /^node:(timers|perf_hooks)/)).toEqual([])
  })

  it('goes out into the network: net', () => {
    const harmless = ['createServer', 'isIP', 'isIPv4', 'isIPv6', 'BlockList', 'SocketAddress']
    expect(importsElsewhere(['net'], /^node:net$/, harmless)).toEqual([])
    // agent/requests.ts goes out from other machines, where there is no Lapwing: to theirs, and to what runs
    // containers. probe/agent-relay.ts listens there, and goes out through it. browsers/way-out.ts is a proxy: what it
    // asks for goes over connections of net.
    const ways = ['net', 'agent/requests.ts', 'probe/agent-relay.ts', 'browsers/way-out.ts']
    expect(importsElsewhere(ways, /^node:http$/, ['STATUS_CODES', 'METHODS'])).toEqual([])
    expect(
      importsElsewhere(ways, /^(node:(tls|https|http2|dns|dns\/promises|dgram)|undici|got|axios|node-fetch)$/),
    ).toEqual([])
    expect(elsewhere(['net', ...inBrowsers], /(?<![.\w])fetch\(|new WebSocket\(/)).toEqual([])
  })

  it('reads the user agent, which it cuts: api/admit.ts', () => {
    expect(elsewhere(['api/admit.ts', 'net', 'checks', 'channels', 'agent'], /\['user-agent'\]/, 'code')).toEqual([])
  })

  it('turns what arrives into values, within limits: api/bodies.ts, and domain/limits/json-limits.ts', () => {
    const inApi = (found: readonly string[]): string[] =>
      found.filter((one) => /^(api|channels\/callbacks)\//.test(one))
    // They read what this server wrote itself.
    const own = ['api/status-pages/visitors.ts', 'api/openapi.ts']
    expect(inApi(elsewhere(own, /\bJSON\.parse\(/))).toEqual([])
    expect(inApi(elsewhere(['api/bodies.ts'], /\bnew URLSearchParams\(\w*[tT]ext\b/))).toEqual([])
    expect(elsewhere(['domain/limits/unpack.ts', 'net', 'checks', 'codecs', 'protocols'], /\bgunzip(Sync)?\(/)).toEqual(
      [],
    )
  })

  it('listens to the network: api', () => {
    expect(importsElsewhere(['api'], /^fastify$/)).toEqual([])
  })

  it('knows the TLS and QUIC written by hand: net/http3, behind net/http3/exchange.ts', () => {
    const importers = (folder: string): string[] =>
      files.flatMap((file) =>
        file.imports
          .filter((found) => isOurs(found) && target(file, found).startsWith(`${folder}/`))
          .filter(() => !file.path.startsWith(`${folder}/`))
          .map((found) => `${file.path} → ${target(file, found)}`),
      )
    expect(importers('net/quic').filter((path) => !path.startsWith('net/http3/'))).toEqual([])
    expect(importers('net/http3')).toEqual(['net/index.ts → net/http3/exchange.ts'])
  })

  it('starts other programs: one that is named here', () => {
    // net/packets/program.ts runs what sends packets that Node cannot, net/own-clock.ts what asks the kernel for its
    // clock's state, agent/programs.ts what knows of services and updates, browsers/box.ts what makes boxes,
    // engine/workers/worker.ts the processes that checks run in, roles/ those that build the dashboard and install what
    // browser checks need, wiring/documents/ what reads large documents.
    const named = [
      'browsers/box.ts',
      'postgres',
      'checks/browser/script/read.ts',
      'net/packets/program.ts',
      'net/own-clock.ts',
      'agent/programs.ts',
      'engine/workers/worker.ts',
      'roles/installer.ts',
      'wiring/documents/reader-process.ts',
      'wiring/upgrade/trial.ts',
    ]
    expect(importsElsewhere(named, /^node:(child_process|cluster)$/)).toEqual([])
  })
})

describe('no place', () => {
  it('runs text as a program', () => {
    expect(importsElsewhere([], /^node:vm$/)).toEqual([])
    expect(elsewhere([], /(?<![.\w])eval\(|new Function\(|(?<!\w)shell:\s*true/)).toEqual([])
  })

  it('has a file of more than 350 lines', () => {
    expect(
      files
        .filter(({ text }) => text.split('\n').length > 351)
        .map(({ path, text }) => `${path}: ${text.split('\n').length}`),
    ).toEqual([])
  })

  it('has more than 25 files at one level, save for the channels, which are one file per kind', () => {
    const folders = Map.groupBy(files, ({ path }) => dirname(path))
    const full = [...folders].filter(([folder, inside]) => folder !== 'channels' && inside.length > 25)
    expect(full.map(([folder, inside]) => `${folder}: ${inside.length}`)).toEqual([])
  })

  it('has work left lying about', () => {
    expect(elsewhere([], /\b(TODO|FIXME|XXX|HACK)\b/, 'text')).toEqual([])
  })

  it('uses syntax that must be compiled', () => {
    expect(elsewhere([], /^\s*(export\s+)?(const\s+)?(enum|namespace)\s+\w+\s*\{/m)).toEqual([])
  })
})

describe('knowledge of a kind', () => {
  const generic = ['engine', 'store', 'domain', 'alerting', 'operations', 'api', 'roles', 'pages', 'reports']
  /**
   * What is made for one type: jobs and machines that report by themselves, scripts and pages that people look after.
   */
  const ofOneType =
    /^(domain\/heartbeat\.ts|domain\/host\/|engine\/(heartbeat|hosts)\.ts|operations\/(ping|hosts|playwright|integrity)\/)/
  const named = (types: readonly { readonly type: string }[]): string => types.map(({ type }) => type).join('|')
  const literal = `['"](?:${named([...channelKinds, ...checks])})['"]`
  const metricKeys = checks.flatMap(({ metrics }) => metrics.map(({ key }) => key)).filter((key) => key.includes('.'))
  /**
   * Compared with, looked up, in a list, or a case of its own. Names in examples and columns called `email` decide
   * nothing.
   */
  const decides = new RegExp(
    [
      `(?:[=!]==?|<>|[^=!<>]=)\\s*${literal}`,
      `\\bcase ${literal}`,
      `\\.(?:includes|has|get|indexOf|startsWith)\\(\\s*${literal}`,
      `(?:=|\\bin|\\(|\\.\\.\\.)\\s*[[(][^\\])(]*?${literal}`,
      `['"\`](?:${named(checks)})\\.['"\`]`,
      `['"\`](?:${metricKeys.map((key) => key.replaceAll('.', '\\.')).join('|')})['"\`]`,
    ].join('|'),
    'g',
  )
  const deciding = (some: readonly File[]): string[] =>
    some.flatMap(({ path, code }) => [...code.matchAll(decides)].map(([text]) => `${path}: ${text.trim()}`)).sort()

  it('lives in its file: no other room asks for a channel kind or a monitor type by name', () => {
    // Causes of failures, what people do things to and what they search for share names with types;
    // a browser fills in addresses of mail;
    // the contract gives what is not probed this name of a location.
    expect(deciding(files.filter(({ room, path }) => generic.includes(room) && !ofOneType.test(path)))).toEqual([
      expect.stringContaining('domain/outcome.ts: = ['),
      expect.stringContaining('operations/organization/activity-actions.ts: = ['),
      'pages/screens/subscribe.ts: e="email"',
      "store/checking/locations.ts: = 'heartbeat'",
      expect.stringContaining('store/monitors/search.ts: = ['),
    ])
  })

  it('is in the catalog: the dashboard asks for none by name either', () => {
    const screens = join(root, '../web/src')
    const drawn = readdirSync(screens, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.test.ts') && !path.startsWith('catalog/german/'))
      .map((path) => read(path, screens))
    // A cause; the category of what needs mail to be set up; what most people have at hand, first.
    // `docker` is also a way to install the agent.
    const others = (one: string): boolean => !one.endsWith('e="email"') && !one.startsWith('parts/install-command.tsx')
    expect(deciding(drawn).filter(others)).toEqual([
      "screens/overview/title.ts: === 'heartbeat'",
      "screens/setup/channel-step.tsx: !== 'email'",
      "screens/setup/channel-step.tsx: = ['webhook'",
    ])
  })
})

describe('what the activity log says', () => {
  /** A resource records what is made, changed and deleted by itself. */
  const saidByResource = (code: string): string[] => {
    const resource = /\bdefineResource\(\{([^]*?)\n\}\)/.exec(code)?.[1]
    const entity = /\bentityType: '(\w+)'/.exec(resource ?? '') ?? /\bobject: '(\w+)'/.exec(resource ?? '')
    return entity
      ? [...code.matchAll(/ = \w+\.(create|update|delete)\(\{/g)].map(([, verb]) => `${entity[1]}.${verb}d`)
      : []
  }

  it('can be asked for: every action is in operations/organization/activity-actions.ts', () => {
    const entities = new Set(actions.map((action) => action.split('.')[0]))
    const said = files.flatMap(({ path, code }) => [
      ...[...code.matchAll(/\baction: '(\w+\.\w+)'|\brecord\([^)]*?'(\w+\.\w+)'/g)].map((found) => ({
        path,
        action: (found[1] ?? found[2])!,
      })),
      ...saidByResource(code).map((action) => ({ path, action })),
    ])
    expect(said.filter(({ action }) => entities.has(action.split('.')[0])).length).toBeGreaterThan(20)
    expect(said.filter(({ action }) => !actions.includes(action))).toEqual([])
  })

  it('has words on the screen', () => {
    const words = readFileSync(join(root, '../web/src/parts/vocabulary/activity-messages.ts'), 'utf8')
    expect(actions.filter((action) => !words.includes(`'${action}':`))).toEqual([])
  })
})

// Others ask that file: for a verb, or for its part of a statement that changes several tables at once.
describe('each table', () => {
  const writes = /\b(?:insert\s+into|merge\s+into|update|delete\s+from|truncate(?:\s+table)?)\s+([a-z_]+|["$])/gi
  const notTables = ['set', 'skip', 'of', 'nowait']
  // Several files where one would be too long: deliveries at once, those that are owed and those sent again; how
  // incidents begin, how they go on and what explains them; what people configure of a monitor, what outcomes change
  // and what moves with its locations; the channels of an organization and those of one person; turns as time passes
  // and when the clock is set; results as they arrive and when they are packed.
  const shared: Record<string, readonly string[]> = {
    deliveries: [
      'store/notifications/deliveries.ts',
      'store/notifications/failed-deliveries.ts',
      'store/notifications/owed-deliveries.ts',
    ],
    incidents: [
      'store/incidents/explained.ts',
      'store/incidents/incidents.ts',
      'store/incidents/open-incidents.ts',
      'store/incidents/reopen.ts',
      'store/incidents/vendor-reports.ts',
    ],
    monitors: ['store/monitors/monitor-states.ts', 'store/monitors/monitors.ts', 'store/monitors/moved-monitors.ts'],
    notification_channels: ['store/notifications/channels.ts', 'store/on-call/contact-methods.ts'],
    results: ['store/results/packing.ts', 'store/results/record-outcomes.ts'],
    turns: ['store/checking/clock-jumps.ts', 'store/checking/turns.ts'],
  }

  it('has one file that writes it', () => {
    const writers = new Map<string, Set<string>>()
    // A restore fills all of them.
    const storing = files.filter(({ room, path }) => room === 'store' && path !== 'store/backup/load.ts')
    for (const { path, code } of storing)
      for (const [, table] of code.matchAll(writes))
        if (!notTables.includes(table!)) writers.set(table!, (writers.get(table!) ?? new Set()).add(path))
    const several = [...writers]
      .filter(([, paths]) => paths.size > 1)
      .map(([table, paths]) => [table, [...paths].sort()])
    expect(Object.fromEntries(several)).toEqual(shared)
    // A name in quotes or in a variable would be written past this test.
    expect(['"', '$'].filter((name) => writers.has(name))).toEqual([])
  })

  it('of results is read where packed ones are read too, or only for the last day', () => {
    const readers = files.filter(({ code }) => /\b(?:from|join)\s+results\b/i.test(code)).map(({ path }) => path)
    expect(readers.toSorted()).toEqual([
      'store/checking/stored-results.ts',
      'store/incidents/affected.ts',
      'store/monitors/scrape.ts',
      'store/results/latest-result.ts',
      'store/results/packing.ts',
    ])
  })

  it('is listed in docs/internals/store.md', () => {
    const folder = join(root, 'store/migrations')
    const migrations = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'))
    const made = [...migrations.join('\n').matchAll(/^create (?:unlogged )?table ([a-z_]+)\b/gm)].map(
      ([, table]) => table!,
    )
    const listed = readFileSync(join(root, '../docs/internals/store.md'), 'utf8').split('\n## Tables\n')[1]!
    expect(made.filter((table) => !listed.includes(`\`${table}\``))).toEqual([])
  })
})
