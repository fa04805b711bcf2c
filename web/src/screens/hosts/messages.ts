import { defineMessages, plural } from '../../i18n.ts'

export const hostListMessages = defineMessages({
  en: {
    title: 'Hosts',
    empty: 'No hosts yet',
    emptyGives:
      'A host is a machine with the Lapwing agent on it. The agent reports processor, memory, disks, network, ' +
      'services and containers; Lapwing never connects to the machine.',
    add: 'Add host',
    troubled: (count: number) =>
      plural('en', count, { one: '1 host needs attention', other: `${count} hosts need attention` }),
    waiting: (count: number) =>
      plural('en', count, { one: '1 host has not reported yet', other: `${count} hosts have not reported yet` }),
    well: (count: number) => plural('en', count, { one: 'The host is fine', other: `All ${count} hosts are fine` }),
    search: 'Search hosts',
    stateFilter: 'State filter',
    all: 'All',
    states: { online: 'Online', stale: 'Stale', offline: 'Offline', never_reported: 'Waiting for first report' },
    tag: (tag: string) => `Tag ${tag}`,
    noMatch: 'No matching hosts',
    clear: 'Clear filters',
    couldNotLoad: 'The hosts could not be loaded.',
    more: 'Show more',
    state: 'State',
    name: 'Name',
    cpu: 'CPU',
    memory: 'Memory',
    disk: 'Fullest disk',
    load: 'Load per core',
    uptime: 'Uptime',
    agent: 'Agent',
    seen: 'Last report',
    never: 'none yet',
  },
  de: {
    title: 'Hosts',
    empty: 'Noch keine Hosts',
    emptyGives:
      'Ein Host ist ein Rechner, auf dem der Lapwing-Agent läuft. Der Agent meldet Prozessor, Speicher, ' +
      'Festplatten, Netzwerk, Dienste und Container; Lapwing verbindet sich nie mit dem Rechner.',
    add: 'Host hinzufügen',
    troubled: (count) =>
      plural('de', count, { one: '1 Host braucht Aufmerksamkeit', other: `${count} Hosts brauchen Aufmerksamkeit` }),
    waiting: (count) =>
      plural('de', count, {
        one: '1 Host hat sich noch nicht gemeldet',
        other: `${count} Hosts haben sich noch nicht gemeldet`,
      }),
    well: (count) =>
      plural('de', count, { one: 'Der Host ist in Ordnung', other: `Alle ${count} Hosts sind in Ordnung` }),
    search: 'Hosts durchsuchen',
    stateFilter: 'Statusfilter',
    all: 'Alle',
    states: { online: 'Online', stale: 'Verspätet', offline: 'Offline', never_reported: 'Wartet auf ersten Bericht' },
    tag: (tag) => `Tag ${tag}`,
    noMatch: 'Keine passenden Hosts',
    clear: 'Filter zurücksetzen',
    couldNotLoad: 'Die Hosts konnten nicht geladen werden.',
    more: 'Mehr anzeigen',
    state: 'Status',
    name: 'Name',
    cpu: 'CPU',
    memory: 'Speicher',
    disk: 'Vollste Festplatte',
    load: 'Last je Kern',
    uptime: 'Laufzeit',
    agent: 'Agent',
    seen: 'Letzter Bericht',
    never: 'noch keiner',
  },
})
