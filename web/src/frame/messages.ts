import { defineMessages, plural } from '../i18n.ts'

export const confirmMessages = defineMessages({
  en: { cancel: 'Cancel', type: (name: string) => `Type “${name}” to confirm` },
  de: { cancel: 'Abbrechen', type: (name: string) => `Zum Bestätigen „${name}“ eingeben` },
})

export const frameMessages = defineMessages({
  en: {
    theme: 'Change theme',
    sidebar: 'Collapse or expand sidebar',
    keys: 'Show keyboard shortcuts',
    missing: "Couldn't load this part of Lapwing. Try again.",
    themeWords: 'dark mode light mode night appearance',
    keysWords: 'hotkeys help',
  },
  de: {
    theme: 'Design wechseln',
    sidebar: 'Seitenleiste ein- oder ausklappen',
    keys: 'Tastenkürzel anzeigen',
    missing: 'Dieser Teil von Lapwing konnte nicht geladen werden. Versuche es noch einmal.',
    themeWords: 'dark mode dunkelmodus dunkel hell nachtmodus',
    keysWords: 'hotkeys tastatur hilfe',
  },
})

export const shortcutMessages = defineMessages({
  en: { title: 'Keyboard shortcuts', find: 'Search and commands', close: 'Close' },
  de: { title: 'Tastenkürzel', find: 'Suche und Befehle', close: 'Schließen' },
})

export const connectionMessages = defineMessages({
  en: {
    live: 'Live',
    connecting: 'Reconnecting…',
    polling: 'Updates every 15 s',
    pollingWhy: 'Something between this browser and Lapwing blocks live updates, so this page refreshes every 15 s.',
    offline: (time: string) => `Offline since ${time}. Reconnecting…`,
  },
  de: {
    live: 'Live',
    connecting: 'Verbindet …',
    polling: 'Aktualisiert alle 15 s',
    pollingWhy:
      'Etwas zwischen diesem Browser und Lapwing blockiert Live-Updates. Deshalb wird die Seite alle 15 s ' +
      'aktualisiert.',
    offline: (time: string) => `Offline seit ${time}. Verbindet …`,
  },
})

export const userMenuMessages = defineMessages({
  en: {
    me: (name: string) => `${name}: my settings`,
    settings: 'My settings',
    onCall: 'On call',
    onCallUntil: (time: string) => `On call until ${time}`,
    theme: { system: 'Theme: same as system', light: 'Theme: light', dark: 'Theme: dark' },
    docs: 'Documentation',
    docsWords: 'help docs manual guide',
    signOut: 'Sign out',
    signOutWords: 'log out logout',
    stillIn: "Couldn't sign you out because Lapwing can't be reached. Try again.",
  },
  de: {
    me: (name: string) => `${name}: meine Einstellungen`,
    settings: 'Meine Einstellungen',
    onCall: 'In Bereitschaft',
    onCallUntil: (time: string) => `Bereitschaft bis ${time}`,
    theme: { system: 'Design: wie das System', light: 'Design: hell', dark: 'Design: dunkel' },
    docs: 'Dokumentation (englisch)',
    docsWords: 'hilfe docs handbuch anleitung',
    signOut: 'Abmelden',
    signOutWords: 'ausloggen logout',
    stillIn: 'Du konntest nicht abgemeldet werden, weil Lapwing nicht erreichbar ist. Versuche es noch einmal.',
  },
})

export const notFoundMessages = defineMessages({
  en: {
    missing: {
      page: 'Page not found',
      monitor: 'Monitor not found',
      incident: 'Incident not found',
      channel: 'Channel not found',
      group: 'Contact group not found',
      maintenance: 'Maintenance window not found',
      schedule: 'On-call schedule not found',
      policy: 'Escalation policy not found',
      confirmation: 'Confirmation not found',
    },
    text: 'The address may be wrong, or the item was deleted or belongs to another organization.',
    home: 'Go to overview',
    mayOnlyLook: "You don't have permission to make changes",
    askForRole: 'Ask an owner or admin to give you the member role.',
    broken: 'This page crashed',
    reload: 'Reload page',
  },
  de: {
    missing: {
      page: 'Seite nicht gefunden',
      monitor: 'Monitor nicht gefunden',
      incident: 'Vorfall nicht gefunden',
      channel: 'Kanal nicht gefunden',
      group: 'Kontaktgruppe nicht gefunden',
      maintenance: 'Wartungsfenster nicht gefunden',
      schedule: 'Bereitschaftsplan nicht gefunden',
      policy: 'Eskalationsregel nicht gefunden',
      confirmation: 'Bestätigung nicht gefunden',
    },
    text: 'Die Adresse ist falsch, oder der Eintrag wurde gelöscht oder gehört zu einer anderen Organisation.',
    home: 'Zur Übersicht',
    mayOnlyLook: 'Du hast keine Berechtigung für Änderungen',
    askForRole: 'Bitte einen Inhaber oder Admin, dir die Rolle „Mitglied“ zu geben.',
    broken: 'Diese Seite ist abgestürzt',
    reload: 'Seite neu laden',
  },
})

export const pageHeadMessages = defineMessages({
  en: { path: 'Breadcrumb', viewer: 'You have read-only access.' },
  de: { path: 'Navigationspfad', viewer: 'Du hast nur Lesezugriff.' },
})

export const paletteMessages = defineMessages({
  en: {
    label: 'Search and commands',
    placeholder: 'Search, enter a URL or #1188, or type > for commands',
    nothing: (text: string) => `No results for “${text}”.`,
    results: (count: number) => plural('en', count, { one: '1 result', other: `${count} results` }),
    groups: {
      verbs: 'Commands',
      monitors: 'Monitors',
      hosts: 'Hosts',
      incidents: 'Incidents',
      people: 'People',
      others: 'More',
      targets: 'New monitor',
    },
    watch: (target: string) => `Monitor ${target}`,
    diagnose: (target: string) => `Diagnose ${target}`,
  },
  de: {
    label: 'Suche und Befehle',
    placeholder: 'Suchen, URL oder #1188 eingeben, oder > für Befehle',
    nothing: (text) => `Keine Treffer für „${text}“.`,
    results: (count: number) => `${count} Treffer`,
    groups: {
      verbs: 'Befehle',
      monitors: 'Monitore',
      hosts: 'Hosts',
      incidents: 'Vorfälle',
      people: 'Personen',
      others: 'Mehr',
      targets: 'Neuer Monitor',
    },
    watch: (target: string) => `${target} überwachen`,
    diagnose: (target: string) => `${target} diagnostizieren`,
  },
})

export const rootMessages = defineMessages({
  en: { skip: 'Skip to content' },
  de: { skip: 'Zum Inhalt springen' },
})

export const sectionMessages = defineMessages({
  en: {
    sections: 'Sections',
    overview: 'Overview',
    monitors: 'Monitors',
    incidents: 'Incidents',
    hosts: 'Hosts',
    reports: 'Reports',
    diagnostics: 'Diagnostics',
    respond: 'Respond',
    onCall: 'On-call',
    channels: 'Channels',
    contacts: 'Contacts',
    maintenance: 'Maintenance',
    share: 'Share',
    statusPages: 'Status pages',
    tools: 'Tools',
    settings: 'Settings',
    more: 'More',
    find: 'Search…',
    goTo: (section: string) => `Go to ${section}`,
    open: (count: number) => `${count} open`,
    on: (count: number) => `${count} on now`,
  },
  de: {
    sections: 'Bereiche',
    overview: 'Übersicht',
    monitors: 'Monitore',
    incidents: 'Vorfälle',
    hosts: 'Hosts',
    reports: 'Berichte',
    diagnostics: 'Diagnose',
    respond: 'Reagieren',
    onCall: 'Bereitschaft',
    channels: 'Kanäle',
    contacts: 'Kontakte',
    maintenance: 'Wartung',
    share: 'Teilen',
    statusPages: 'Statusseiten',
    tools: 'Werkzeuge',
    settings: 'Einstellungen',
    more: 'Mehr',
    find: 'Suchen …',
    goTo: (section: string) => `${section} öffnen`,
    open: (count: number) => `${count} offen`,
    on: (count: number) => `${count} aktiv`,
  },
})

export const signedOutMessages = defineMessages({
  en: {
    text: 'You have been signed out. What you entered here is still there.',
    link: 'Sign in in another tab, then continue here',
  },
  de: {
    text: 'Du wurdest abgemeldet. Deine Eingaben auf dieser Seite bleiben erhalten.',
    link: 'In einem anderen Tab anmelden und hier weitermachen',
  },
})

export const pendingConfirmationMessages = defineMessages({
  en: {
    one: (program: string, summary: string) => `${program} needs your confirmation: ${summary}.`,
    several: (count: number) => `${count} changes of assistants need your confirmation.`,
    review: 'Review',
  },
  de: {
    one: (program, summary) => `${program} braucht deine Bestätigung: ${summary}.`,
    several: (count) => `${count} Änderungen von Assistenten brauchen deine Bestätigung.`,
    review: 'Ansehen',
  },
})

export const pagingProblemMessages = defineMessages({
  en: {
    mine: {
      no_contact_method: 'You are on call, but no page can reach you: you have no contact method.',
      all_failing: 'You are on call, but no page can reach you: the latest message through each contact method failed.',
    },
    others: (names: string, count: number) =>
      `${names} ${count === 1 ? 'is' : 'are'} on call, but no page can reach them.`,
    fix: 'Fix it',
    schedules: 'Show schedules',
  },
  de: {
    mine: {
      no_contact_method: 'Du hast Bereitschaft, aber kein Ruf erreicht dich: Du hast keinen Kontaktweg.',
      all_failing:
        'Du hast Bereitschaft, aber kein Ruf erreicht dich: Die letzte Nachricht über jeden Kontaktweg schlug fehl.',
    },
    others: (names, count) => `${names} ${count === 1 ? 'hat' : 'haben'} Bereitschaft, aber kein Ruf kommt dort an.`,
    fix: 'Beheben',
    schedules: 'Pläne ansehen',
  },
})

export const toastMessages = defineMessages({
  en: { undo: 'Undo', dismiss: 'Dismiss', notices: 'Messages' },
  de: { undo: 'Rückgängig', dismiss: 'Schließen', notices: 'Meldungen' },
})

export const settingsMessages = defineMessages({
  en: {
    settings: 'Settings',
    organization: 'Organization',
    members: 'Members',
    'single-sign-on': 'Single sign-on',
    keys: 'API keys',
    apps: 'Connected apps',
    variables: 'Variables',
    deployments: 'Deployments',
    import: 'Import',
    plan: 'Plan and usage',
    activity: 'Activity',
    locations: 'Locations',
    backups: 'Backups',
    profile: 'My profile',
    security: 'Security',
    paging: 'Paging',
    look: 'Preferences',
    groups: {
      general: 'General',
      integrations: 'Integrations',
      administration: 'Administration',
      account: 'My account',
    },
  },
  de: {
    settings: 'Einstellungen',
    organization: 'Organisation',
    members: 'Mitglieder',
    'single-sign-on': 'Single Sign-on',
    keys: 'API-Schlüssel',
    apps: 'Verbundene Apps',
    variables: 'Variablen',
    deployments: 'Deployments',
    import: 'Import',
    plan: 'Tarif und Nutzung',
    activity: 'Aktivität',
    locations: 'Standorte',
    backups: 'Backups',
    profile: 'Mein Profil',
    security: 'Sicherheit',
    paging: 'Rufe',
    look: 'Darstellung',
    groups: {
      general: 'Allgemein',
      integrations: 'Integrationen',
      administration: 'Verwaltung',
      account: 'Mein Konto',
    },
  },
})
