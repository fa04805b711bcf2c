import { defineMessages } from '../../i18n.ts'

export const consentMessages = defineMessages({
  en: {
    title: (name: string) => `Allow ${name} to use Lapwing?`,
    program: 'Program',
    claims: {
      metadata_document: (host: string) => `Its description is at ${host}. The name is the program's own claim.`,
      registered: (_host: string) => "The name is the program's own claim. Lapwing has not checked it.",
      organization: (_host: string) => 'Set up by your organization.',
      built_in: (_host: string) => 'Part of Lapwing.',
    },
    account: 'Your account',
    notYou: 'Not you? Sign out',
    organization: 'Organization',
    access: 'What it may do',
    scopes: { read: 'Read only', write: 'Read and change' },
    means: {
      read: 'See monitors, checks, incidents, hosts, contacts, status pages, reports and the activity log.',
      write: 'Also create, change, pause and delete them, acknowledge incidents and post announcements.',
    },
    role: 'It can never do more than your role allows.',
    staysConnected: 'It stays connected until you revoke it or it has not been used for 30 days.',
    endsSoon: 'Its access ends after one hour.',
    revoke: 'You can revoke it at any time in Settings → Connected apps.',
    sendsTo: 'Sends you back to',
    loopback: 'Any program on your computer can claim this name. Continue only if you have just started it.',
    homeless: 'None of your organizations can use this program. Ask an owner of its organization to invite you.',
    allow: 'Allow',
    cancel: 'Cancel',
    loading: 'Allow a program to use Lapwing?',
    gone: 'This request is no longer valid',
    goneText:
      'It has expired, has been answered already, or never existed. Start again in the program that sent you here.',
    home: 'Go to overview',
    left: 'You can close this page',
    leftText: (host: string) =>
      `Lapwing has sent you back to ${host}. If nothing happened, switch to the program yourself.`,
  },
  de: {
    title: (name) => `${name} erlauben, Lapwing zu benutzen?`,
    program: 'Programm',
    claims: {
      metadata_document: (host) => `Seine Beschreibung liegt auf ${host}. Den Namen gibt das Programm selbst an.`,
      registered: () => 'Den Namen gibt das Programm selbst an. Lapwing hat ihn nicht geprüft.',
      organization: () => 'Von deiner Organisation eingerichtet.',
      built_in: () => 'Teil von Lapwing.',
    },
    account: 'Dein Konto',
    notYou: 'Nicht du? Abmelden',
    organization: 'Organisation',
    access: 'Was es darf',
    scopes: { read: 'Nur lesen', write: 'Lesen und ändern' },
    means: {
      read: 'Monitore, Prüfungen, Vorfälle, Hosts, Kontakte, Statusseiten, Berichte und das Aktivitätsprotokoll sehen.',
      write:
        'Sie außerdem anlegen, ändern, pausieren und löschen, Vorfälle bestätigen und Ankündigungen veröffentlichen.',
    },
    role: 'Es darf nie mehr, als deine Rolle erlaubt.',
    staysConnected: 'Es bleibt verbunden, bis du es widerrufst oder es 30 Tage lang nicht benutzt wurde.',
    endsSoon: 'Der Zugriff endet nach einer Stunde.',
    revoke: 'Du kannst ihn jederzeit unter Einstellungen → Verbundene Apps widerrufen.',
    sendsTo: 'Leitet dich zurück an',
    loopback:
      'Jedes Programm auf deinem Computer kann diesen Namen angeben. Fahre nur fort, wenn du es gerade gestartet hast.',
    homeless:
      'Keine deiner Organisationen kann dieses Programm benutzen. Bitte einen Inhaber seiner Organisation um eine ' +
      'Einladung.',
    allow: 'Erlauben',
    cancel: 'Abbrechen',
    loading: 'Einem Programm erlauben, Lapwing zu benutzen?',
    gone: 'Diese Anfrage ist nicht mehr gültig',
    goneText:
      'Sie ist abgelaufen, wurde schon beantwortet oder hat nie existiert. Beginne in dem Programm, das dich ' +
      'hierher geschickt hat, von vorn.',
    home: 'Zur Übersicht',
    left: 'Du kannst diese Seite schließen',
    leftText: (host) =>
      `Lapwing hat dich an ${host} zurückgeleitet. Falls nichts passiert ist, wechsle selbst zum Programm.`,
  },
})

export const deviceMessages = defineMessages({
  en: {
    title: 'Connect a program with a code',
    lead: 'Enter the code that the program shows.',
    code: 'Code',
    hint: 'Enter only a code that you see in a program you started yourself, never one that someone sent you.',
    find: 'Continue',
    unknown: 'There is no such code, or it has expired. Check it, or start again in the program.',
    address: 'Address of the device',
    warning: (code: string) =>
      `Continue only if you started the program yourself and it shows the code ${code}. If someone sent you this ` +
      'code, cancel.',
    allowed: 'Connected',
    refused: 'Not connected',
    allowedText: (name: string) => `${name} can use Lapwing now. You can close this page.`,
    refusedText: (name: string) => `${name} got no access. You can close this page.`,
  },
  de: {
    title: 'Ein Programm mit einem Code verbinden',
    lead: 'Gib den Code ein, den das Programm anzeigt.',
    code: 'Code',
    hint:
      'Gib nur einen Code ein, den du in einem selbst gestarteten Programm siehst, nie einen, den dir jemand ' +
      'geschickt hat.',
    find: 'Weiter',
    unknown: 'Diesen Code gibt es nicht, oder er ist abgelaufen. Prüfe ihn, oder beginne im Programm von vorn.',
    address: 'Adresse des Geräts',
    warning: (code) =>
      `Fahre nur fort, wenn du das Programm selbst gestartet hast und es den Code ${code} anzeigt. Hat dir jemand ` +
      'diesen Code geschickt, brich ab.',
    allowed: 'Verbunden',
    refused: 'Nicht verbunden',
    allowedText: (name) => `${name} kann Lapwing jetzt benutzen. Du kannst diese Seite schließen.`,
    refusedText: (name) => `${name} hat keinen Zugriff bekommen. Du kannst diese Seite schließen.`,
  },
})
