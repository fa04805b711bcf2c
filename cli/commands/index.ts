// The commands that talk to a running Lapwing over its API: those with a file of their own here, and one for each
// operation, from the table that `npm run sdk` writes.
//
// To add one: write its file in this folder, which exports `command = defineCommand({ arguments, options, example,
// run })`, and add its line below. `run` gets `{ args, options, client, output, signal }`:
//   (await client()).get('/monitors')            is the SDK
//   output.show(data, () => …)                   prints JSON when piped, and otherwise what the function prints
//   output.entry(data, line)                     prints one entry of a stream: NDJSON when piped, otherwise the line
//   throw new CommandError(message, exitCodes.…) ends with a sentence; a returned exit code ends without one
// Text from the server passes `plainText` before `output.print`; tables do that themselves. Only the command that runs
// is loaded: it may import sdk/ and cli/, and nothing of src/.
import type { CommandEntry } from '../command.ts'
import { operationCommands, shortcut } from './operations.ts'

export const ownCommands: readonly CommandEntry[] = [
  { name: 'api', summary: 'Send any request to the API', load: () => import('./api.ts') },
  { name: 'status', summary: 'Show what is down and what is open', load: () => import('./status.ts') },
  {
    name: 'incidents list',
    summary: 'List open incidents',
    replaces: ['listIncidents'],
    load: () => import('./incidents/list.ts'),
  },
  {
    name: 'incidents report',
    summary: 'Print or save the report of an incident',
    replaces: ['getIncidentReport'],
    load: () => import('./incidents/report.ts'),
  },
  {
    name: 'incidents bundle',
    summary: 'Save a signed archive that proves an incident',
    replaces: ['getIncidentBundle'],
    load: () => import('./incidents/bundle.ts'),
  },
  { name: 'verify', summary: 'Check a bundle of an incident, offline', load: () => import('./incidents/verify.ts') },
  shortcut('ack', 'incidents acknowledge'),
  shortcut('resolve', 'incidents resolve'),
  { name: 'check', summary: 'Check a monitor now', load: () => import('./check.ts') },
  {
    name: 'diagnose',
    summary: 'Try a target from several locations',
    replaces: ['runDiagnostic'],
    load: () => import('./diagnose.ts'),
  },
  { name: 'tail', summary: 'Print changes as they happen', load: () => import('./tail.ts') },
  { name: 'maintenance start', summary: 'Start maintenance now', load: () => import('./maintenance/start.ts') },
  {
    name: 'import',
    summary: 'Bring monitors over from another tool',
    replaces: ['importMonitors'],
    load: () => import('./import/import.ts'),
  },
  {
    name: 'import compare',
    summary: "Compare imported monitors with the other tool's log",
    replaces: ['compareImport'],
    load: () => import('./import/compare.ts'),
  },
  {
    name: 'import switch-over',
    summary: 'Let imported monitors send alerts',
    replaces: ['switchOverImport'],
    load: () => import('./import/switch-over.ts'),
  },
  { name: 'init', summary: 'Write a configuration document to start with', load: () => import('./config/init.ts') },
  {
    name: 'diff',
    summary: 'Compare a configuration document with what is there',
    load: () => import('./config/diff.ts'),
  },
  {
    name: 'apply',
    summary: 'Apply a configuration document',
    replaces: ['createConfigPlan', 'applyConfigPlan'],
    load: () => import('./config/apply.ts'),
  },
  {
    name: 'plan show',
    summary: 'Show a plan, and follow it while it is applied',
    replaces: ['getConfigPlan'],
    load: () => import('./config/show-plan.ts'),
  },
  {
    name: 'test',
    summary: 'Check the monitors of a document without creating them',
    replaces: ['createConfigTry', 'getConfigTry'],
    load: () => import('./config/test.ts'),
  },
  {
    name: 'export',
    summary: 'Print the configuration as a document',
    replaces: ['getConfig'],
    load: () => import('./config/export.ts'),
  },
  {
    name: 'discover docker',
    summary: 'Find monitors in the labels of containers',
    load: () => import('./discover/docker.ts'),
  },
  {
    name: 'discover kubernetes',
    summary: 'Find monitors in a Kubernetes cluster',
    load: () => import('./discover/kubernetes.ts'),
  },
  {
    name: 'discover prometheus',
    summary: 'Find the targets that a Prometheus probes',
    load: () => import('./discover/prometheus.ts'),
  },
  {
    name: 'discover sitemap',
    summary: 'Find the pages of a sitemap',
    load: () => import('./discover/sitemap.ts'),
  },
  {
    name: 'discover dns',
    summary: 'Find the names of a zone file',
    load: () => import('./discover/dns.ts'),
  },
  { name: 'gate', summary: 'Fail if incidents open after a deployment', load: () => import('./gate.ts') },
  { name: 'login', summary: 'Log in with a browser', load: () => import('./login.ts') },
  { name: 'logout', summary: 'Log out', load: () => import('./logout.ts') },
  { name: 'completion', summary: 'Print a script for shell completion', load: () => import('./completion.ts') },
]

/** All that talk to a running Lapwing. */
export const allCommands = (): CommandEntry[] => [
  ...ownCommands,
  ...operationCommands(new Set(ownCommands.flatMap(({ replaces = [] }) => replaces))),
]
