// Problems with form fields in German; unknown ones stay English.
const texts: Readonly<Record<string, string>> = {
  Required: 'Erforderlich',
  'is wrong': 'Stimmt nicht',
  "is wrong; check that your phone's clock is right": 'Stimmt nicht; prüfe, ob die Uhr deines Telefons richtig geht',
  'must be a valid UUID': 'Wähle einen Eintrag der Liste',
  'unsupported field': 'Dieses Feld gibt es nicht',
  'has the wrong format': 'Das Format stimmt nicht',
  'matches none of the accepted forms': 'Passt zu keiner der erlaubten Formen',
  'must not be empty': 'Darf nicht leer sein',
  'must not contain line breaks': 'Darf keine Zeilenumbrüche enthalten',
  'must not contain spaces or slashes': 'Darf keine Leerzeichen und Schrägstriche enthalten',
  'must not contain a user name or password': 'Darf keinen Benutzernamen und kein Passwort enthalten',
  'must not contain a user name or password; use the credential keys of the config':
    'Darf keinen Benutzernamen und kein Passwort enthalten; dafür gibt es die Felder der Anmeldung',
  'must not be none with a requestBody': 'Darf bei einer Anfrage mit Inhalt nicht „keine“ sein',
  'must not be given together with query': 'Geht nicht zusammen mit Text zum Senden',
  'must not be given together with sendMessage': 'Geht nicht zusammen mit einer Textnachricht',
  'must be set together with username': 'Erforderlich zusammen mit dem Benutzernamen',
  'Required with a username': 'Erforderlich mit einem Benutzernamen',
  'Required with a password': 'Erforderlich mit einem Passwort',
  'Required with a privacy password': 'Erforderlich mit einem Passwort zur Verschlüsselung',
  'Required with a queue': 'Erforderlich mit einer Warteschlange',
  'Required with version 3': 'Erforderlich mit Version 3',
  'Required with publish': 'Erforderlich, um eine Nachricht zu veröffentlichen',
  'must have no wildcards with publish': 'Darf keine Platzhalter haben, wenn eine Nachricht veröffentlicht wird',
  'must not be combined with publish': 'Geht nicht zusammen mit einer Nachricht, die veröffentlicht wird',
  'must have + only as a whole level, and # only as the last one':
    'Darf + nur als ganze Ebene haben und # nur als letzte',
  'must be an object identifier such as 1.3.6.1.2.1.1.3.0': 'Muss eine OID sein, etwa 1.3.6.1.2.1.1.3.0',
  'must be 587 or 465 with a username': 'Muss mit einem Benutzernamen 587 oder 465 sein',
  'must not be combined with container': 'Geht nicht zusammen mit einem Container',
  'must not be combined with query': 'Geht nicht zusammen mit einer Abfrage',
  'must not be combined with method': 'Geht nicht zusammen mit einer Methode',
  'must not be more than maxValue': 'Darf nicht größer sein als der größte Wert',
  'needs a method': 'Braucht eine Methode',
  'must differ from the start': 'Muss anders sein als der Beginn',
  'must be true when the target is an IP address': 'Muss an sein, wenn das Ziel eine IP-Adresse ist',
  'must be true when checkIps is false': 'Muss an sein, wenn keine Adressen nachgeschlagen werden',
  'must be PTR when the target is an IP address': 'Muss PTR sein, wenn das Ziel eine IP-Adresse ist',
  'must be greater than reportIntervalSeconds': 'Muss größer sein als das Berichtsintervall',
  'must be one of the pages': 'Muss eine der Seiten sein',
  'port must be between 1 and 65535': 'Der Port muss zwischen 1 und 65535 liegen',
  'must be JSON': 'Muss JSON sein',
  'must be at most 64 KB of JSON': 'Darf höchstens 64 KB JSON sein',
  'must be JSON whatever the placeholders contain: put quotes around texts':
    'Muss JSON sein, wofür die Platzhalter auch stehen: Texte brauchen Anführungszeichen',
  'must have five fields: minute hour day month weekday': 'Muss fünf Felder haben: Minute Stunde Tag Monat Wochentag',
  'must be a time such as 17:00, at most 24:00': 'Muss eine Uhrzeit sein, etwa 17:00, höchstens 24:00',
  'must be lowercase letters, digits, - and _, starting with a letter or digit':
    'Muss aus Kleinbuchstaben, Ziffern, - und _ bestehen und mit Buchstabe oder Ziffer beginnen',
  'must be 1 to 200 characters without line breaks': 'Muss 1 bis 200 Zeichen ohne Zeilenumbruch haben',
  'must be the p256dh key of a push subscription': 'Muss der Schlüssel p256dh eines Push-Abonnements sein',
  'must be the auth secret of a push subscription': 'Muss das Geheimnis auth eines Push-Abonnements sein',
  'must be 22 characters of base64url': 'Muss aus 22 Zeichen von base64url bestehen',
  'must be 1-64 letters, digits, underscores and dashes':
    'Muss aus 1 bis 64 Buchstaben, Ziffern, Unterstrichen und Bindestrichen bestehen',
  'must be letters, digits and dashes': 'Muss aus Buchstaben, Ziffern und Bindestrichen bestehen',
  'must be letters, digits, underscores and dashes':
    'Muss aus Buchstaben, Ziffern, Unterstrichen und Bindestrichen bestehen',
  'must be e-mail addresses, separated by commas': 'Müssen E-Mail-Adressen sein, durch Kommas getrennt',
  'must be addresses such as discord://…': 'Müssen Adressen sein, etwa discord://…',
  'must have a UTC offset, such as Z or +01:00': 'Muss seinen Abstand von UTC nennen: Ende mit Z oder etwa mit +01:00',
}

/** Objects of “must be …”. */
const things: Readonly<Record<string, string>> = {
  'a name or an id': 'ein Name oder eine ID',
  'a https:// or http:// URL, or unix:// with an absolute path':
    'eine URL mit https:// oder http://, oder unix:// mit einem absoluten Pfad',
  'the name of a service': 'der Name eines Dienstes',
  'package.Service/Method': 'Paket.Dienst/Methode',
  'a JSON object': 'ein JSON-Objekt',
  'a metric with its labels, such as queue_length{queue="mail"}':
    'eine Metrik mit ihren Labels, etwa queue_length{queue="mail"}',
  'a CSS selector': 'ein CSS-Selektor',
  'a DKIM selector': 'ein DKIM-Selektor',
  'a JSONPath': 'ein JSONPath',
  'a certificate in PEM': 'ein Zertifikat in PEM',
  'a cookie name': 'der Name eines Cookies',
  'a cookie value': 'der Wert eines Cookies',
  'a domain name': 'ein Domainname',
  'a domain name or a URL that contains one': 'ein Domainname oder eine URL mit einem',
  'a domain name or an IP address': 'ein Domainname oder eine IP-Adresse',
  'a domain someone can register, not a suffix': 'eine Domain, die sich registrieren lässt, keine Endung',
  'a header name': 'der Name eines Headers',
  'a hostname': 'ein Hostname',
  'a hostname or an IP address': 'ein Hostname oder eine IP-Adresse',
  'a hostname or an address, without a port': 'ein Hostname oder eine Adresse, ohne Port',
  'a https:// or http:// URL': 'eine URL mit https:// oder http://',
  'a key of 30 letters and digits': 'ein Schlüssel aus 30 Buchstaben und Ziffern',
  'a language tag': 'ein Sprachkürzel',
  'a number or a name that begins with @': 'eine Zahl oder ein Name, der mit @ beginnt',
  'a number with its country code': 'eine Nummer mit Ländervorwahl',
  'a number with its country code, a short code, a name of up to 11 letters, or a messaging service':
    'eine Nummer mit Ländervorwahl, eine Kurzwahl, ein Name mit bis zu 11 Buchstaben oder ein Messaging Service',
  'a number with its country code, or the id of a group (group.…)':
    'eine Nummer mit Ländervorwahl oder die ID einer Gruppe (group.…)',
  'a private key in OpenSSH, PEM or PuTTY 2 format': 'ein privater Schlüssel im Format von OpenSSH, PEM oder PuTTY 2',
  'a private key in PEM': 'ein privater Schlüssel in PEM',
  'a subprotocol name': 'der Name eines Unterprotokolls',
  'a time': 'eine Uhrzeit',
  'a time zone': 'eine Zeitzone',
  'a token of 30 letters and digits': 'ein Token aus 30 Buchstaben und Ziffern',
  'a valid ISO 8601 date': 'ein Datum',
  'a valid ISO 8601 datetime': 'ein Datum mit Uhrzeit',
  'a valid URL': 'eine URL',
  'a valid email address': 'eine E-Mail-Adresse',
  'a grpcs:// or grpc:// URL': 'eine URL mit grpcs:// oder grpc://',
  'a wss:// or ws:// URL': 'eine URL mit wss:// oder ws://',
  'an IP address': 'eine IP-Adresse',
  'an IP address or a network': 'eine IP-Adresse oder ein Netz',
  'an IPv4 address': 'eine IPv4-Adresse',
  'an IPv6 address': 'eine IPv6-Adresse',
  'an account SID: AC and 32 digits of 0-9 and a-f': 'eine Konto-SID: AC und 32 Ziffern aus 0-9 und a-f',
  'an address, or Name <address>': 'eine Adresse oder Name <Adresse>',
  'an e-mail address': 'eine E-Mail-Adresse',
  'an https:// URL': 'eine URL mit https://',
  'an https:// or http:// URL': 'eine URL mit https:// oder http://',
  'an id (!…) or an alias (#name:server)': 'eine ID (!…) oder ein Alias (#name:server)',
  'an integration key of 32 letters and digits': 'ein Integrationsschlüssel aus 32 Buchstaben und Ziffern',
  'an origin': 'ein Ursprung',
  'host:port': 'Host:Port',
  'https://host or a hostname': 'https://host oder nur ein Host',
  'SHA256: and 43 characters of base64': 'SHA256: und 43 Zeichen Base64',
  'standard padded base64': 'Base64 mit Auffüllung',
  'the SID of an API key: SK and 32 digits of 0-9 and a-f':
    'die SID eines API-Schlüssels: SK und 32 Ziffern aus 0-9 und a-f',
  'the id of an access key': 'die ID eines Zugangsschlüssels',
  'the last part of the address, without slashes': 'der letzte Teil der Adresse, ohne Schrägstriche',
  'U, C or R and 32 digits of 0-9 and a-f': 'U, C oder R und 32 Ziffern aus 0-9 und a-f',
}

const sorts: Readonly<Record<string, string>> = {
  array: 'eine Liste',
  boolean: 'ja oder nein',
  float: 'eine Kommazahl',
  integer: 'eine ganze Zahl',
  null: 'nichts',
  number: 'eine Zahl',
  object: 'ein Objekt',
  string: 'Text',
}

const anyOf = (names: string): string =>
  names
    .split(' or ')
    .map((name) => sorts[name])
    .join(' oder ')

const parts: Readonly<Record<string, readonly [one: string, many: string]>> = {
  character: ['Zeichen', 'Zeichen'],
  element: ['Eintrag', 'Einträge'],
  key: ['Schlüssel', 'Schlüssel'],
}

const counted = (count: string, part: string): string => `${count} ${parts[part]![count === '1' ? 0 : 1]}`

const patterns: readonly (readonly [RegExp, (...found: string[]) => string | undefined])[] = [
  [/^Expected (\w+(?: or \w+)*), received (\w+)$/, (want, got) => `Erwartet: ${anyOf(want!)}; da ist: ${sorts[got!]}`],
  [/^must be at most (\d+) bytes long$/, (count) => `Darf höchstens ${count} Byte lang sein`],
  [/^String must contain at least 1 character\(s\)$/, () => 'Erforderlich'],
  [/^\w+ must contain at least (\d+) (\w+)\(s\)$/, (count, part) => `Mindestens ${counted(count!, part!)}`],
  [/^\w+ must contain at most (\d+) (\w+)\(s\)$/, (count, part) => `Höchstens ${counted(count!, part!)}`],
  [
    /^(?:each )?must (?:be|have) (\d+) to (\d+) (?:characters )?of (.+) and (.+)$/,
    (from, to, signs, last) => `Muss ${from} bis ${to} Zeichen haben, nur aus ${signs} und ${last}`,
  ],
  [/^Number must be greater than or equal to (.+)$/, (least) => `Mindestens ${least}`],
  [/^Number must be less than or equal to (.+)$/, (most) => `Höchstens ${most}`],
  [/^Number must be greater than (.+)$/, (limit) => `Größer als ${limit}`],
  [/^Number must be less than (.+)$/, (limit) => `Kleiner als ${limit}`],
  [/^Invalid value\. Allowed values: (.+)$/, (values) => `Erlaubt sind: ${values}`],
  [/^Required with (\w+)$/, (key) => `Erforderlich mit ${key}`],
  [/^set either this or (\w+)$/, (key) => `Setze entweder dies oder ${key}`],
  [/^must be a regular expression: (.+)$/s, (why) => `Muss ein regulärer Ausdruck sein: ${why}`],
  [/^must consist of (\d+) hexadecimal digits$/, (count) => `Muss aus ${count} hexadezimalen Ziffern bestehen`],
  [/^must begin with one of (.+)$/, (names) => `Muss mit einem von diesen beginnen: ${names}`],
  [/^must look like (.+)$/, (example) => `Muss aussehen wie ${example}`],
  [/^must be on ([^,]+), the domain of the target$/, (domain) => `Muss auf ${domain} liegen, der Domain des Ziels`],
  [
    /^must be (.+?),? such as (.+)$/,
    (thing, example) => things[thing!] && `Muss ${things[thing!]} sein, etwa ${example!.replace(' or ', ' oder ')}`,
  ],
  [/^must be (.+)$/, (thing) => things[thing!] && `Muss ${things[thing!]} sein`],
]

export function germanProblem(text: string): string {
  if (Object.hasOwn(texts, text)) return texts[text]!
  for (const [pattern, say] of patterns) {
    const found = pattern.exec(text)
    const german = found && say(...found.slice(1))
    if (german) return german
  }
  return text.includes('; ') ? text.split('; ').map(germanProblem).join('; ') : text
}
