// Upptime: the sites and the page of its .upptimerc.yml, and its incidents, which are issues of its repository.
import {
  type DocumentFields,
  draftMonitor,
  fieldsIn,
  hostPort,
  isFields,
  isTrue,
  listIn,
  numberIn,
  skipMonitor,
  textIn,
} from './drafting.ts'
import { draftAnnouncement, draftPage } from './page-drafting.ts'
import { parseYamlDocuments, timeIn } from './parsing.ts'
import { type ImportChange, type ImportedMonitor, type ImportedPage, type SkippedItem, setupOf } from './setup.ts'
import { type ImportSource, havingAny } from './source.ts'
import { mapRequest, statusList } from './web-request.ts'

const expected =
  '.upptimerc.yml, and after a line with --- the response of GET /repos/{owner}/{repo}/issues?labels=status&state=all'

export const upptime: ImportSource = {
  name: 'upptime',
  title: 'Upptime',
  takes: expected,
  recognizes: havingAny('sites', 'status-website', 'sites.url'),
  read(document) {
    const documents = parseYamlDocuments(document, expected, { lists: 'issues' })
    const config = documents[0] ?? {}
    const issues = documents.flatMap((one) => listIn(one['issues'])).filter(isFields)
    const sites = listIn(config['sites']).filter(isFields)
    const minutes = /^\*\/(\d+) /.exec(textIn(fieldsIn(config['workflowSchedule'])['uptime']))?.[1]
    const monitors = sites.map((site) => readSite(site, Number(minutes ?? 5) * 60))
    return setupOf([...monitors, ...readPage(config, { sites, issues })])
  },
}

/** As Upptime makes it of the name of a site. */
const slugOf = ({ slug, name }: DocumentFields): string =>
  textIn(slug) ||
  textIn(name)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
const keyOf = (site: DocumentFields): string => `upptime-${slugOf(site)}`

function readSite(site: DocumentFields, intervalSeconds: number): ImportedMonitor | SkippedItem {
  const sourceType = textIn(site['check']) || 'http'
  const item = { key: keyOf(site), name: textIn(site['name']), sourceType }
  const variable = /\$\{?[A-Z_][A-Z0-9_]*\}?/.exec(JSON.stringify(site))?.[0]
  if (variable)
    return skipMonitor(item, `it uses ${variable}, a secret of the repository; fill it in and import it again`)
  const changes: ImportChange[] = []
  const url = textIn(site['url'])
  if (sourceType === 'tcp-ping')
    return draftMonitor({
      ...item,
      type: 'tcp',
      target: hostPort(url.replace(/^\w+:\/\//, ''), numberIn(site['port'])),
      intervalSeconds,
      changes,
    })
  if (sourceType === 'ws') return draftMonitor({ ...item, type: 'websocket', target: url, intervalSeconds, changes })
  if (sourceType === 'ssl')
    return draftMonitor({ ...item, type: 'ssl', target: url.replace(/^\w+:\/\//, ''), intervalSeconds, changes })
  if (sourceType !== 'http') return skipMonitor(item, `Lapwing does not know the check ${sourceType}`)
  const codes = listIn(site['expectedStatusCodes']).map(textIn)
  return draftMonitor({
    ...item,
    intervalSeconds,
    ...mapRequest(
      {
        url,
        method: textIn(site['method']),
        headers: listIn(site['headers']).map((header) => {
          const [key = '', ...value] = textIn(header).split(':')
          return { key: key.trim(), value: value.join(':').trim() }
        }),
        body: textIn(site['body']),
        verifyTls: !isTrue(site['__dangerous__insecure']) && !isTrue(site['__dangerous__disable_verify_peer']),
        statuses: codes.length > 0 ? statusList(codes, changes) : ['2xx', '3xx'],
        contains: textIn(site['__dangerous__body_down_if_text_missing'])
          ? [textIn(site['__dangerous__body_down_if_text_missing'])]
          : [],
        lacks: textIn(site['__dangerous__body_down']) ? [textIn(site['__dangerous__body_down'])] : [],
        maxResponseMs: numberIn(site['maxResponseTime']),
        timeoutSeconds: 30,
      },
      changes,
    ),
    changes,
  })
}

interface PageContents {
  readonly sites: readonly DocumentFields[]
  readonly issues: readonly DocumentFields[]
}

function readPage(config: DocumentFields, { sites, issues }: PageContents): ImportedPage[] {
  const website = fieldsIn(config['status-website'])
  if (sites.length === 0) return []
  const changes: ImportChange[] = []
  const note = (field: string, from: string, reason: string): unknown => changes.push({ field, from, to: '', reason })
  if (textIn(website['logoUrl'])) note('logo', textIn(website['logoUrl']), 'upload it')
  if (listIn(website['navbar']).length > 0) note('navbar', 'links', 'pages have one link, to get help')
  for (const name of ['css', 'js', 'customHeadHtml', 'scripts', 'metaTags', 'themeUrl'])
    if (website[name] !== undefined) note(name, 'its own', 'status pages of Lapwing do not have this')
  const positions = new Map(sites.map((site, position) => [slugOf(site), position]))
  const name = textIn(website['name']) || textIn(config['repo']) || 'Status'
  return [
    draftPage({
      key: 'upptime-page',
      name,
      slug: name,
      description: [website['introTitle'], website['introMessage']]
        .map((text) => textIn(text).replaceAll('**', ''))
        .filter(Boolean)
        .join('\n'),
      components: sites.map((site) => ({ name: textIn(site['name']), monitors: [keyOf(site)] })),
      announcements: issues
        .filter((issue) => issue['pull_request'] === undefined)
        .flatMap((issue) => readIssue(issue, positions)),
      hosts: textIn(website['cname']) ? [textIn(website['cname'])] : [],
      changes,
    }),
  ]
}

/** `🛑 Shop is down`, with the slug of the site among its labels. */
function readIssue(issue: DocumentFields, positions: ReadonlyMap<string, number>) {
  const title = textIn(issue['title']).replace(/^[^\p{L}\p{N}]+/u, '')
  const closed = timeIn(issue['closed_at'])
  const labels = listIn(issue['labels']).map((label) => (isFields(label) ? textIn(label['name']) : textIn(label)))
  return draftAnnouncement({
    title,
    severity: 'minor',
    components: labels.flatMap((label) => positions.get(label) ?? []),
    updates: [
      { body: textIn(issue['body']), status: 'investigating', at: timeIn(issue['created_at']) },
      ...(closed ? [{ body: 'Resolved.', status: 'resolved' as const, at: closed }] : []),
    ],
  })
}
