import { defineMessages, plural } from '../../i18n.ts'

export const methodMessages = defineMessages({
  en: {
    heading: 'How I am paged',
    title: (ways: number) =>
      plural('en', ways, { one: 'You are paged in 1 way', other: `You are paged in ${ways} ways` }),
    none: 'You are paged by email only',
    context: 'When you are on call, pages go through all of them at once. Others see only how many you have.',
    add: 'Add a way to be paged',
    emptyTitle: 'Set up how Lapwing reaches you when you are on call.',
    emptyText: 'Use a push notification, a phone call or a chat message. Without one, pages go to your email address.',
    kind: 'Type',
    name: 'Name',
    create: 'Add',
    added: (name: string) => `${name} added. Send a test to verify it.`,
    verify: 'Verify',
    test: 'Send test',
    testSent: 'Test sent. Check that it arrived.',
    untested: 'Not verified yet: send a test and check that it arrives.',
    works: (when: string) => `Works: the latest message was delivered ${when}.`,
    fails: (when: string, why: string) => `The latest message failed ${when}: ${why}`,
    remove: 'Remove…',
    removeTitle: (name: string) => `Remove ${name}?`,
    removeText: 'Pages no longer reach you this way.',
    removeVerb: (name: string) => `Remove ${name}`,
    removed: (name: string) => `${name} removed`,
    thisDevice: 'This device',
    gone: 'Disabled: the push service no longer knows this device. Remove it, and add it again on the device.',
    device: 'This device',
    deviceSupport: {
      possible: 'Pages appear here as notifications, even while Lapwing is closed.',
      refused: 'This browser blocks notifications from this site. Allow them in its settings, then reload this page.',
      'needs-install': 'Add Lapwing to the home screen first (Share, Add to Home Screen), then open it from there.',
      impossible: 'This browser cannot receive pushes. They need HTTPS and a browser with push notifications.',
    },
    addDevice: 'Page me on this device',
    pushServiceFailed: "The browser's push service refused. Check that this device is online, then try again.",
    feed: 'Calendar of my shifts',
    feedText: 'Add this address to your calendar program. Anyone with the address can read it.',
    couldNotLoad: 'Your contact methods could not be loaded.',
  },
  de: {
    heading: 'Wie ich gerufen werde',
    title: (ways) =>
      plural('de', ways, { one: 'Du wirst auf 1 Weg gerufen', other: `Du wirst auf ${ways} Wegen gerufen` }),
    none: 'Du wirst nur per E-Mail gerufen',
    context: 'In der Bereitschaft gehen Rufe über alle Wege zugleich. Andere sehen nur, wie viele du hast.',
    add: 'Kontaktweg hinzufügen',
    emptyTitle: 'Lege fest, wie Lapwing dich in der Bereitschaft erreicht.',
    emptyText:
      'Nutze eine Push-Nachricht, einen Anruf oder eine Chat-Nachricht. Ohne Kontaktweg gehen Rufe an deine ' +
      'E-Mail-Adresse.',
    kind: 'Typ',
    name: 'Name',
    create: 'Hinzufügen',
    added: (name) => `${name} hinzugefügt. Sende einen Test, um ihn zu prüfen.`,
    verify: 'Prüfen',
    test: 'Test senden',
    testSent: 'Test gesendet. Prüfe, ob er angekommen ist.',
    untested: 'Noch nicht geprüft: Sende einen Test und prüfe, ob er ankommt.',
    works: (when) => `Funktioniert: Die letzte Nachricht wurde ${when} zugestellt.`,
    fails: (when, why) => `Die letzte Nachricht schlug ${when} fehl: ${why}`,
    remove: 'Entfernen …',
    removeTitle: (name) => `${name} entfernen?`,
    removeText: 'Rufe erreichen dich nicht mehr auf diesem Weg.',
    removeVerb: (name) => `${name} entfernen`,
    removed: (name) => `${name} entfernt`,
    thisDevice: 'Dieses Gerät',
    gone:
      'Deaktiviert: Der Push-Dienst kennt dieses Gerät nicht mehr. Entferne es hier und füge es auf dem Gerät neu ' +
      'hinzu.',
    device: 'Dieses Gerät',
    deviceSupport: {
      possible: 'Rufe erscheinen hier als Benachrichtigung, auch wenn Lapwing geschlossen ist.',
      refused:
        'Dieser Browser blockiert Benachrichtigungen dieser Seite. Erlaube sie in seinen Einstellungen und lade die ' +
        'Seite neu.',
      'needs-install':
        'Füge Lapwing zuerst zum Home-Bildschirm hinzu (Teilen, Zum Home-Bildschirm) und öffne es von dort.',
      impossible: 'Dieser Browser empfängt keine Push-Nachrichten. Nötig sind HTTPS und ein Browser, der sie kennt.',
    },
    addDevice: 'Auf diesem Gerät rufen',
    pushServiceFailed: 'Der Push-Dienst des Browsers lehnt ab. Prüfe die Internetverbindung und versuche es erneut.',
    feed: 'Kalender meiner Schichten',
    feedText: 'Füge diese Adresse in deinem Kalenderprogramm hinzu. Wer die Adresse hat, kann sie lesen.',
    couldNotLoad: 'Deine Kontaktwege konnten nicht geladen werden.',
  },
})
