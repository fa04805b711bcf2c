import { defineMessages, plural } from '../../i18n.ts'

export const useHostListMessages = defineMessages({
  title: ['Hosts', 'Hosts'],
  empty: ['No hosts yet', 'Noch keine Hosts'],
  emptyGives: [
    'A host is a machine with the Lapwing agent on it. The agent reports processor, memory, disks, network, ' +
      'services and containers; Lapwing never connects to the machine.',
    'Ein Host ist ein Rechner, auf dem der Lapwing-Agent läuft. Der Agent meldet Prozessor, Speicher, ' +
      'Festplatten, Netzwerk, Dienste und Container; Lapwing verbindet sich nie mit dem Rechner.',
  ],
  add: ['Add host', 'Host hinzufügen'],
  failing: (count: number) =>
    plural(
      count,
      ['1 host needs attention', '1 Host braucht Aufmerksamkeit'],
      [`${count} hosts need attention`, `${count} Hosts brauchen Aufmerksamkeit`],
    ),
  waiting: (count: number) =>
    plural(
      count,
      ['1 host has not reported yet', '1 Host hat sich noch nicht gemeldet'],
      [`${count} hosts have not reported yet`, `${count} Hosts haben sich noch nicht gemeldet`],
    ),
  well: (count: number) =>
    plural(
      count,
      ['The host is fine', 'Der Host ist in Ordnung'],
      [`All ${count} hosts are fine`, `Alle ${count} Hosts sind in Ordnung`],
    ),
  pressed: {
    cpu: (name: string) => [
      `${name} is online, but its CPU is fully used`,
      `${name} ist online, aber die CPU ist ausgelastet`,
    ],
    memory: (name: string) => [
      `${name} is online, but its memory is full`,
      `${name} ist online, aber der Speicher ist voll`,
    ],
    disk: (name: string) => [
      `${name} is online, but a disk is full`,
      `${name} ist online, aber eine Festplatte ist voll`,
    ],
    load: (name: string) => [`${name} is online, but overloaded`, `${name} ist online, aber überlastet`],
  },
  pressedMany: (count: number) => [`${count} hosts are under pressure`, `${count} Hosts sind stark belastet`],
  search: ['Search hosts', 'Hosts durchsuchen'],
  stateFilter: ['Status filter', 'Statusfilter'],
  states: {
    online: ['Online', 'Online'],
    stale: ['Stale', 'Verspätet'],
    offline: ['Offline', 'Offline'],
    never_reported: ['Waiting for first report', 'Wartet auf ersten Bericht'],
  },
  tag: (tag: string) => [`Tag ${tag}`, `Tag ${tag}`],
  noMatch: ['No matching hosts', 'Keine passenden Hosts'],
  clear: ['Clear filters', 'Filter zurücksetzen'],
  couldNotLoad: ['The hosts could not be loaded.', 'Die Hosts konnten nicht geladen werden.'],
  state: ['Status', 'Status'],
  disk: ['Fullest disk', 'Vollste Festplatte'],
  load: ['Load per core', 'Last je Kern'],
  uptime: ['Uptime', 'Laufzeit'],
  agent: ['Agent', 'Agent'],
  seen: ['Last report', 'Letzter Bericht'],
  never: ['none yet', 'noch keiner'],
})
