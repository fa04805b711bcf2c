import { defineMessages, plural } from '../i18n.ts'

export const useConfirmMessages = defineMessages({
  type: (name: string) => [`Type “${name}” to confirm`, `Zum Bestätigen „${name}“ eingeben`],
})

export const useFrameMessages = defineMessages({
  theme: ['Change theme', 'Design wechseln'],
  sidebar: ['Collapse or expand sidebar', 'Seitenleiste ein- oder ausklappen'],
  keys: ['Show keyboard shortcuts', 'Tastenkürzel anzeigen'],
  missing: [
    "Couldn't load this part of Lapwing. Try again.",
    'Dieser Teil von Lapwing konnte nicht geladen werden. Versuche es noch einmal.',
  ],
  themeWords: ['dark mode light mode night appearance', 'dark mode dunkelmodus dunkel hell nachtmodus'],
  keysWords: ['hotkeys help', 'hotkeys tastatur hilfe'],
})

export const useShortcutMessages = defineMessages({
  title: ['Keyboard shortcuts', 'Tastenkürzel'],
  find: ['Search and commands', 'Suche und Befehle'],
})

export const useConnectionMessages = defineMessages({
  live: ['Live', 'Live'],
  connecting: ['Reconnecting…', 'Verbindet …'],
  polling: ['Updates every 15 s', 'Aktualisiert alle 15 s'],
  pollingWhy: [
    'Something between this browser and Lapwing blocks live updates, so this page refreshes every 15 s.',
    'Etwas zwischen diesem Browser und Lapwing blockiert Live-Updates. Deshalb wird die Seite alle 15 s ' +
      'aktualisiert.',
  ],
  offline: (time: string) => [`Offline since ${time}. Reconnecting…`, `Offline seit ${time}. Verbindet …`],
})

export const useUserMenuMessages = defineMessages({
  me: (name: string) => [`${name}: my settings`, `${name}: meine Einstellungen`],
  settings: ['My settings', 'Meine Einstellungen'],
  onCall: ['On call', 'In Bereitschaft'],
  onCallUntil: (time: string) => [`On call until ${time}`, `Bereitschaft bis ${time}`],
  theme: {
    system: ['Theme: same as system', 'Design: wie das System'],
    light: ['Theme: light', 'Design: hell'],
    dark: ['Theme: dark', 'Design: dunkel'],
  },
  docs: ['Documentation', 'Dokumentation (englisch)'],
  docsWords: ['help docs manual guide', 'hilfe docs handbuch anleitung'],
  signOut: ['Sign out', 'Abmelden'],
  signOutWords: ['log out logout', 'ausloggen logout'],
  stillIn: [
    "Couldn't sign you out because Lapwing can't be reached. Try again.",
    'Du konntest nicht abgemeldet werden, weil Lapwing nicht erreichbar ist. Versuche es noch einmal.',
  ],
})

export const useNotFoundMessages = defineMessages({
  missing: {
    page: ['Page not found', 'Seite nicht gefunden'],
    monitor: ['Monitor not found', 'Monitor nicht gefunden'],
    incident: ['Incident not found', 'Vorfall nicht gefunden'],
    channel: ['Channel not found', 'Kanal nicht gefunden'],
    group: ['Contact group not found', 'Kontaktgruppe nicht gefunden'],
    maintenance: ['Maintenance window not found', 'Wartungsfenster nicht gefunden'],
    schedule: ['On-call schedule not found', 'Bereitschaftsplan nicht gefunden'],
    policy: ['Escalation policy not found', 'Eskalationsregel nicht gefunden'],
    confirmation: ['Confirmation not found', 'Bestätigung nicht gefunden'],
  },
  text: [
    'The address may be wrong, or the item was deleted or belongs to another organization.',
    'Die Adresse ist falsch, oder der Eintrag wurde gelöscht oder gehört zu einer anderen Organisation.',
  ],
  home: ['Go to overview', 'Zur Übersicht'],
  mayOnlyLook: ["You don't have permission to make changes", 'Du hast keine Berechtigung für Änderungen'],
  askForRole: [
    'Ask an owner or admin to give you the member role.',
    'Bitte einen Inhaber oder Admin, dir die Rolle „Mitglied“ zu geben.',
  ],
  broken: ['This page crashed', 'Diese Seite ist abgestürzt'],
  reload: ['Reload page', 'Seite neu laden'],
})

export const usePageHeadMessages = defineMessages({
  path: ['Breadcrumb', 'Navigationspfad'],
  viewer: ['You have read-only access.', 'Du hast nur Lesezugriff.'],
})

export const usePaletteMessages = defineMessages({
  label: ['Search and commands', 'Suche und Befehle'],
  placeholder: [
    'Search, enter a URL or #1188, or type > for commands',
    'Suchen, URL oder #1188 eingeben, oder > für Befehle',
  ],
  nothing: (text: string) => [`No results for “${text}”.`, `Keine Treffer für „${text}“.`],
  results: (count: number) => plural(count, ['1 result', `${count} Treffer`], [`${count} results`, `${count} Treffer`]),
  groups: {
    verbs: ['Commands', 'Befehle'],
    monitors: ['Monitors', 'Monitore'],
    hosts: ['Hosts', 'Hosts'],
    incidents: ['Incidents', 'Vorfälle'],
    people: ['People', 'Personen'],
    others: ['More', 'Mehr'],
    targets: ['New monitor', 'Neuer Monitor'],
  },
  watch: (target: string) => [`Monitor ${target}`, `${target} überwachen`],
  diagnose: (target: string) => [`Diagnose ${target}`, `${target} diagnostizieren`],
})

export const useRootMessages = defineMessages({
  skip: ['Skip to content', 'Zum Inhalt springen'],
})

export const useSectionMessages = defineMessages({
  sections: ['Sections', 'Bereiche'],
  diagnostics: ['Diagnostics', 'Diagnose'],
  respond: ['Respond', 'Reagieren'],
  share: ['Share', 'Teilen'],
  statusPages: ['Status pages', 'Statusseiten'],
  tools: ['Tools', 'Werkzeuge'],
  settings: ['Settings', 'Einstellungen'],
  more: ['More', 'Mehr'],
  find: ['Search…', 'Suchen …'],
  goTo: (section: string) => [`Go to ${section}`, `${section} öffnen`],
  open: (count: number) => [`${count} open`, `${count} offen`],
  on: (count: number) => [`${count} on now`, `${count} aktiv`],
})

export const useRemovalMessages = defineMessages({
  delete: {
    button: ['Delete', 'Löschen'],
    ask: ['Delete…', 'Löschen …'],
    title: (name: string) => [`Delete ${name}?`, `${name} löschen?`],
    verb: (name: string) => [`Delete ${name}`, `${name} löschen`],
    done: (name: string) => [`${name} deleted`, `${name} gelöscht`],
  },
  remove: {
    button: ['Remove', 'Entfernen'],
    ask: ['Remove…', 'Entfernen …'],
    title: (name: string) => [`Remove ${name}?`, `${name} entfernen?`],
    verb: (name: string) => [`Remove ${name}`, `${name} entfernen`],
    done: (name: string) => [`${name} removed`, `${name} entfernt`],
  },
  revoke: {
    button: ['Revoke', 'Widerrufen'],
    ask: ['Revoke…', 'Widerrufen …'],
    title: (name: string) => [`Revoke ${name}?`, `${name} widerrufen?`],
    verb: (name: string) => [`Revoke ${name}`, `${name} widerrufen`],
    done: (name: string) => [`${name} revoked`, `${name} widerrufen`],
  },
})

export const useSignedOutMessages = defineMessages({
  text: [
    'You have been signed out. What you entered here is still there.',
    'Du wurdest abgemeldet. Deine Eingaben auf dieser Seite bleiben erhalten.',
  ],
  link: ['Sign in in another tab, then continue here', 'In einem anderen Tab anmelden und hier weitermachen'],
})

export const usePendingConfirmationMessages = defineMessages({
  one: (program: string, summary: string) => [
    `${program} needs your confirmation: ${summary}.`,
    `${program} braucht deine Bestätigung: ${summary}.`,
  ],
  several: (count: number) => [
    `${count} changes by assistants need your confirmation.`,
    `${count} Änderungen von Assistenten brauchen deine Bestätigung.`,
  ],
  review: ['Review', 'Ansehen'],
})

export const usePagingProblemMessages = defineMessages({
  mine: {
    no_contact_method: [
      "You are on call, but you can't be paged: you have no contact method.",
      'Du hast Bereitschaft, aber kein Alarm kann dich erreichen: Du hast keinen Kontaktweg.',
    ],
    all_failing: [
      "You are on call, but you can't be paged: the latest message through each contact method failed.",
      'Du hast Bereitschaft, aber kein Alarm kann dich erreichen: Die letzte Nachricht über jeden Kontaktweg ' +
        'schlug fehl.',
    ],
  },
  others: (names: string, count: number) => [
    `${names} ${count === 1 ? 'is' : 'are'} on call, but can't be paged.`,
    `${names} ${count === 1 ? 'hat Bereitschaft, ist' : 'haben Bereitschaft, sind'} aber für Alarme nicht erreichbar.`,
  ],
  fix: ['Fix it', 'Beheben'],
  schedules: ['Show schedules', 'Pläne ansehen'],
})

export const useToastMessages = defineMessages({
  undo: ['Undo', 'Rückgängig'],
  dismiss: ['Dismiss', 'Schließen'],
  notices: ['Messages', 'Meldungen'],
})

export const useSettingsMessages = defineMessages({
  settings: ['Settings', 'Einstellungen'],
  'single-sign-on': ['Single sign-on', 'Single Sign-on'],
  keys: ['API keys', 'API-Schlüssel'],
  apps: ['Connected apps', 'Verbundene Apps'],
  variables: ['Variables', 'Variablen'],
  deployments: ['Deployments', 'Deployments'],
  import: ['Import', 'Import'],
  plan: ['Plan and usage', 'Tarif und Nutzung'],
  activity: ['Activity', 'Aktivität'],
  backups: ['Backups', 'Backups'],
  profile: ['My profile', 'Mein Profil'],
  security: ['Security', 'Sicherheit'],
  paging: ['Paging', 'Alarmierung'],
  look: ['Preferences', 'Darstellung'],
  groups: {
    general: ['General', 'Allgemein'],
    integrations: ['Integrations', 'Integrationen'],
    administration: ['Administration', 'Verwaltung'],
    account: ['My account', 'Mein Konto'],
  },
})
