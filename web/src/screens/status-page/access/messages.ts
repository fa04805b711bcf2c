import { defineMessages } from '../../../i18n.ts'

export const useAccessMessages = defineMessages({
  visibility: ['Who can see it', 'Wer sie sehen kann'],
  public: ['Public', 'Öffentlich'],
  publicHint: [
    'Everyone with the address. Search engines may list it.',
    'Alle, die die Adresse haben. Suchmaschinen dürfen sie aufnehmen.',
  ],
  private: ['Private', 'Privat'],
  privateHint: [
    'Nobody. Visitors get the same 404 page as for an address that does not exist.',
    'Niemand. Besucher erhalten dieselbe 404-Seite wie bei einer Adresse, die es nicht gibt.',
  ],
  nowPublic: ['The page is public', 'Die Seite ist öffentlich'],
  nowPrivate: ['The page is private', 'Die Seite ist privat'],
  slug: ['End of the address', 'Ende der Adresse'],
  slugHint: ['The old address stops working immediately.', 'Die alte Adresse funktioniert sofort nicht mehr.'],
  saved: ['Address saved', 'Adresse gespeichert'],
  passwordOff: [
    'No password. Anyone who may see the page can open it.',
    'Kein Passwort. Alle, die die Seite sehen dürfen, können sie öffnen.',
  ],
  passwordOn: [
    'Visitors enter a password. It opens the page for a week, or until you change it.',
    'Besucher geben ein Passwort ein. Es öffnet die Seite eine Woche lang oder bis du es änderst.',
  ],
  newPassword: ['New password', 'Neues Passwort'],
  passwordHint: [
    'At least 8 characters. It is stored as a hash and cannot be shown again.',
    'Mindestens 8 Zeichen. Es wird als Hash gespeichert und kann nicht wieder angezeigt werden.',
  ],
  setPassword: ['Set password', 'Passwort setzen'],
  changePassword: ['Change password', 'Passwort ändern'],
  removePassword: ['Remove password', 'Passwort entfernen'],
  passwordSet: ['Password set', 'Passwort gesetzt'],
  passwordRemoved: ['Password removed', 'Passwort entfernt'],
  hosts: ['Hostnames', 'Hostnamen'],
  hostsHint: [
    'Show the page at a name of your own, such as status.example.com.',
    'Zeigt die Seite unter einem eigenen Namen, zum Beispiel status.example.com.',
  ],
  hostsAdmin: ['Admins can add hostnames.', 'Admins können Hostnamen hinzufügen.'],
  host: ['Hostname', 'Hostname'],
  addHost: ['Add hostname', 'Hostname hinzufügen'],
  verified: ['Verified', 'Bestätigt'],
  waiting: ['Waiting for DNS', 'Wartet auf DNS'],
  dnsText: [
    'Create these DNS records at your provider. Lapwing checks every 30 s while this page is open.',
    'Lege diese DNS-Einträge bei deinem Anbieter an. Lapwing prüft alle 30 s, solange diese Seite geöffnet ist.',
  ],
  dnsType: ['Type', 'Typ'],
  dnsName: ['Name', 'Name'],
  dnsValue: ['Value', 'Wert'],
  copy: (what: string) => [`Copy ${what}`, `${what} kopieren`],
  check: ['Check now', 'Jetzt prüfen'],
  checkFailed: (why: string) => [`Not yet: ${why}`, `Noch nicht: ${why}`],
  hostVerified: (host: string) => [`${host} is verified`, `${host} ist bestätigt`],
  pointTo: (host: string) => [
    `Point ${host} at this installation with a CNAME record. Your proxy must serve TLS for it.`,
    `Lass ${host} mit einem CNAME-Eintrag auf diese Installation zeigen. Dein Proxy muss TLS dafür liefern.`,
  ],
  removeHostText: [
    'The name stops showing this page immediately.',
    'Unter dem Namen erscheint diese Seite sofort nicht mehr.',
  ],
  delete: ['Delete page', 'Seite löschen'],
  deleteButton: ['Delete page…', 'Seite löschen …'],
  deleteText: [
    'Deletes the page with its announcements and subscribers. Its address stops working immediately.',
    'Löscht die Seite mit ihren Ankündigungen und Abonnenten. Ihre Adresse funktioniert sofort nicht mehr.',
  ],
})
