import { defineMessages } from '../../i18n.ts'

export const useConsentMessages = defineMessages({
  title: (name: string) => [`Allow ${name} to use Lapwing?`, `${name} erlauben, Lapwing zu benutzen?`],
  program: ['Program', 'Programm'],
  claims: {
    metadata_document: (host: string) => [
      `Its description is at ${host}. The name is the program's own claim.`,
      `Seine Beschreibung liegt auf ${host}. Den Namen gibt das Programm selbst an.`,
    ],
    registered: (_host: string) => [
      "The name is the program's own claim. Lapwing has not checked it.",
      'Den Namen gibt das Programm selbst an. Lapwing hat ihn nicht geprüft.',
    ],
    organization: (_host: string) => ['Set up by your organization.', 'Von deiner Organisation eingerichtet.'],
    built_in: (_host: string) => ['Part of Lapwing.', 'Teil von Lapwing.'],
  },
  account: ['Your account', 'Dein Konto'],
  notYou: ['Not you? Sign out', 'Nicht du? Abmelden'],
  access: ['What it may do', 'Was es darf'],
  means: {
    read: [
      'See monitors, checks, incidents, hosts, contacts, status pages, reports and the activity log.',
      'Monitore, Prüfungen, Vorfälle, Hosts, Kontakte, Statusseiten, Berichte und das Aktivitätsprotokoll sehen.',
    ],
    write: [
      'Also create, change, pause and delete them, acknowledge incidents and post announcements.',
      'Sie außerdem anlegen, ändern, pausieren und löschen, Vorfälle bestätigen und Ankündigungen veröffentlichen.',
    ],
  },
  role: ['It can never do more than your role allows.', 'Es darf nie mehr, als deine Rolle erlaubt.'],
  staysConnected: [
    'It stays connected until you revoke its access or it has not been used for 30 days.',
    'Es bleibt verbunden, bis du den Zugriff widerrufst oder es 30 Tage lang nicht benutzt wurde.',
  ],
  endsSoon: ['Its access ends after one hour.', 'Der Zugriff endet nach einer Stunde.'],
  revoke: [
    'You can revoke its access at any time in Settings → Connected apps.',
    'Du kannst den Zugriff jederzeit unter Einstellungen → Verbundene Apps widerrufen.',
  ],
  sendsTo: ['Sends you back to', 'Leitet dich zurück an'],
  loopback: [
    'Any program on your computer can claim this name. Continue only if you have just started it.',
    'Jedes Programm auf deinem Computer kann diesen Namen angeben. Fahre nur fort, wenn du es gerade gestartet hast.',
  ],
  homeless: [
    'None of your organizations can use this program. Ask an owner of its organization to invite you.',
    'Keine deiner Organisationen kann dieses Programm benutzen. Bitte einen Inhaber seiner Organisation um eine ' +
      'Einladung.',
  ],
  allow: ['Allow', 'Erlauben'],
  loading: ['Allow a program to use Lapwing?', 'Einem Programm erlauben, Lapwing zu benutzen?'],
  gone: ['This request is no longer valid', 'Diese Anfrage ist nicht mehr gültig'],
  goneText: [
    'It has expired, has been answered already, or never existed. Start again in the program that sent you here.',
    'Sie ist abgelaufen, wurde schon beantwortet oder hat nie existiert. Beginne in dem Programm, das dich ' +
      'hierher geschickt hat, von vorn.',
  ],
  home: ['Go to overview', 'Zur Übersicht'],
  left: ['You can close this page', 'Du kannst diese Seite schließen'],
  leftText: (host: string) => [
    `Lapwing has sent you back to ${host}. If nothing happened, switch to the program yourself.`,
    `Lapwing hat dich an ${host} zurückgeleitet. Falls nichts passiert ist, wechsle selbst zum Programm.`,
  ],
})

export const useDeviceMessages = defineMessages({
  title: ['Connect a program with a code', 'Ein Programm mit einem Code verbinden'],
  lead: ['Enter the code that the program shows.', 'Gib den Code ein, den das Programm anzeigt.'],
  code: ['Code', 'Code'],
  hint: [
    'Enter only a code that you see in a program you started yourself, never one that someone sent you.',
    'Gib nur einen Code ein, den du in einem selbst gestarteten Programm siehst, nie einen, den dir jemand ' +
      'geschickt hat.',
  ],
  find: ['Continue', 'Weiter'],
  unknown: [
    'There is no such code, or it has expired. Check it, or start again in the program.',
    'Diesen Code gibt es nicht, oder er ist abgelaufen. Prüfe ihn, oder beginne im Programm von vorn.',
  ],
  address: ['Address of the device', 'Adresse des Geräts'],
  warning: (code: string) => [
    `Continue only if you started the program yourself and it shows the code ${code}. If someone sent you this ` +
      'code, cancel.',
    `Fahre nur fort, wenn du das Programm selbst gestartet hast und es den Code ${code} anzeigt. Hat dir jemand ` +
      'diesen Code geschickt, brich ab.',
  ],
  allowed: ['Connected', 'Verbunden'],
  refused: ['Not connected', 'Nicht verbunden'],
  allowedText: (name: string) => [
    `${name} can use Lapwing now. You can close this page.`,
    `${name} kann Lapwing jetzt benutzen. Du kannst diese Seite schließen.`,
  ],
  refusedText: (name: string) => [
    `${name} got no access. You can close this page.`,
    `${name} hat keinen Zugriff bekommen. Du kannst diese Seite schließen.`,
  ],
})
