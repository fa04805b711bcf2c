// Types that look up names: records, registrations, blacklists and breaches.
export const names = {
  // dns
  'DNS records': 'DNS-Einträge',
  'Looks up the records of a name and can compare them with the values you expect.':
    'Schlägt Einträge eines Namens nach und kann die Antworten mit den erwarteten Werten vergleichen.',
  'The domain name to look up; for PTR an IP address or a hostname, for SRV the service name':
    'Der Domainname, der nachgeschlagen wird; bei PTR eine IP-Adresse oder ein Hostname, bei SRV der Name des Dienstes',
  'Record type': 'Art des Eintrags',
  'Record type to query': 'Art des Eintrags, nach der gefragt wird',
  Resolver: 'Resolver',
  "IP address of the DNS server to query, with a port if it is not 53; by default the location's own":
    'IP-Adresse des DNS-Servers, der gefragt wird, mit Port, wenn es nicht 53 ist; ohne Angabe der des Standorts',
  'Capture records': 'Einträge festhalten',
  'Store the records with each check': 'Die Antworten mit jeder Prüfung speichern',
  'Expected values': 'Erwartete Werte',
  'Values to find: addresses for A and AAAA, hosts for NS and MX, the target host for SRV, values for TXT, CNAME, PTR and CAA; SOA compares primary name server, mailbox and serial':
    'Werte, die zu finden sind: Adressen bei A und AAAA, Hosts bei NS und MX, der Zielhost bei SRV, ' +
    'Werte bei TXT, CNAME, PTR und CAA; SOA vergleicht ersten Nameserver, Postfach und Seriennummer',
  'How the expected values are compared with the records':
    'Wie die erwarteten Werte mit den Einträgen verglichen werden',
  'Time for the lookup': 'Zeit für das Nachschlagen',
  'Answers count': 'Anzahl der Antworten',
  'Records in the response': 'Einträge in der Antwort',
  'Lookups that failed': 'Abfragen, die fehlgeschlagen sind',
  'Expected match': 'Erwartetes gefunden',
  'Records match the expected values (1 yes)': 'Die Antworten passen zu den erwarteten Werten (1 ja)',
  'Slow DNS Lookup': 'Langsame DNS-Abfrage',

  // rdap
  'Domain registration': 'Registrierung einer Domain',
  'Checks when a domain expires and whether its registrar, name servers or status changed.':
    'Fragt die Registrierungsstelle, wann eine Domain abläuft und ob sich Registrar, Nameserver oder ' +
    'Status geändert haben.',
  'The registered domain; a sub-domain or a URL is reduced to it':
    'Die registrierte Domain; von einer Unterdomain oder URL bleibt nur sie',
  'Lookup method': 'Art der Abfrage',
  'auto uses RDAP, and WHOIS if the top-level domain has no RDAP server':
    '„automatisch“ fragt mit RDAP, und mit WHOIS, wo es für die Top-Level-Domain keinen RDAP-Server gibt',
  'Expected name servers': 'Erwartete Nameserver',
  'Name servers the domain should have': 'Nameserver, die die Domain haben soll',
  'Expected registrar': 'Erwarteter Registrar',
  'Text the registrar name should contain, in any letter case':
    'Text, den der Name des Registrars enthalten soll, groß oder klein',
  'Days until the registration expires': 'Tage, bis die Registrierung abläuft',
  Expired: 'Abgelaufen',
  'Registration has expired (1 yes)': 'Die Registrierung ist abgelaufen (1 ja)',
  Registered: 'Registriert',
  'Domain is registered (0 if it is available)': 'Die Domain ist registriert (0, wenn sie frei ist)',
  'On hold': 'Gesperrt',
  'Registry or registrar holds the domain out of DNS (1 yes)':
    'Registrierungsstelle oder Registrar halten die Domain aus dem DNS heraus (1 ja)',
  'Pending delete': 'Vor der Löschung',
  'Domain is in redemption or about to be deleted (1 yes)':
    'Die Domain ist in der Rückholfrist oder wird bald gelöscht (1 ja)',
  'Transfer locked': 'Umzug gesperrt',
  'Transfers to another registrar are locked (1 yes)': 'Ein Umzug zu einem anderen Registrar ist gesperrt (1 ja)',
  'Nameservers changed': 'Nameserver geändert',
  'Name servers have changed since the previous check (1 yes)':
    'Die Nameserver sind andere als bei der Prüfung davor (1 ja)',
  'Nameservers match': 'Nameserver passen',
  'Name servers are the expected ones (1 yes)': 'Die Nameserver sind die erwarteten (1 ja)',
  'Registrar changed': 'Registrar geändert',
  'Registrar has changed since the previous check (1 yes)':
    'Der Registrar ist ein anderer als bei der Prüfung davor (1 ja)',
  'Registrar match': 'Registrar passt',
  'Registrar is the expected one (1 yes)': 'Der Registrar ist der erwartete (1 ja)',
  'Status changed': 'Status geändert',
  'Status codes have changed since the previous check (1 yes)':
    'Die Statuscodes sind andere als bei der Prüfung davor (1 ja)',
  'DNSSEC signed': 'Mit DNSSEC signiert',
  'Delegation is signed with DNSSEC (1 yes)': 'Die Delegation ist mit DNSSEC signiert (1 ja)',
  'Days since update': 'Tage seit der letzten Änderung',
  'Days since the registration last changed': 'Tage, seit sich die Registrierung zuletzt geändert hat',
  'Domain age days': 'Alter der Domain in Tagen',
  'Days since the domain was first registered': 'Tage, seit die Domain zuerst registriert wurde',
  'Lookup time': 'Zeit der Abfrage',
  'Lookup ok': 'Abfrage gelungen',
  'Registry response was readable (1 yes)': 'Die Registrierungsstelle gab eine lesbare Antwort (1 ja)',
  'Domain Expiring': 'Domain läuft ab',
  'Domain Expires Soon': 'Domain läuft bald ab',
  'Domain On Hold': 'Domain gesperrt',
  'Nameservers Changed': 'Nameserver geändert',
  'Registrar Changed': 'Registrar geändert',

  // blacklist
  Blacklists: 'Sperrlisten',
  'Checks whether a domain, its addresses or its mail servers are on DNS blacklists.':
    'Fragt DNS-Sperrlisten, ob eine Domain, ihre Adressen oder ihre Mailserver darauf stehen.',
  'A domain (the name, its addresses and those of its mail servers) or one IP address':
    'Eine Domain (der Name selbst, seine Adressen und die seiner Mailserver) oder eine IP-Adresse',
  Lists: 'Listen',
  'Zones of the lists to query; by default the built-in lists':
    'Zonen der Listen, die gefragt werden; ohne Angabe die eingebauten Listen',
  'Exclude lists': 'Listen auslassen',
  'Zones of lists to skip': 'Zonen von Listen, die nicht gefragt werden',
  'Look up addresses': 'Adressen nachschlagen',
  'Look up the IP addresses of the target': 'Die IP-Adressen des Ziels nachschlagen',
  'Look up the name': 'Namen nachschlagen',
  'Look up the domain name itself on the lists of names':
    'Den Domainnamen selbst auf den Listen von Namen nachschlagen',
  'Include mail servers': 'Auch Mailserver',
  'Look up the IP addresses of the mail servers too': 'Auch die IP-Adressen der Mailserver nachschlagen',
  'Capture reasons': 'Gründe festhalten',
  'Query the reason of each listing (TXT record)': 'Zu jedem Eintrag nach dem Grund fragen (TXT-Eintrag)',
  'Timeout of one query in seconds': 'Sekunden, nach denen eine Abfrage aufgegeben wird',
  'Listed count': 'Einträge auf Listen',
  'Listings found on all lists': 'Einträge, die auf allen Listen gefunden wurden',
  'Listed major count': 'Einträge auf wichtigen Listen',
  'Listings found on the lists that most mail servers use':
    'Einträge auf den Listen, auf die die meisten Mailserver hören',
  'New listings': 'Neue Einträge',
  'Listings that the previous check did not find': 'Einträge, die die Prüfung davor nicht fand',
  Delisted: 'Ausgetragen',
  'Listings of the previous check that are gone': 'Einträge der Prüfung davor, die verschwunden sind',
  'Listed IPs': 'Gelistete IP-Adressen',
  'IP addresses with at least one listing': 'IP-Adressen mit mindestens einem Eintrag',
  'Domain listed': 'Domain gelistet',
  'Domain name itself is listed (1 yes)': 'Der Domainname selbst ist gelistet (1 ja)',
  'Lists checked': 'Gefragte Listen',
  'Lists that were queried': 'Listen, die gefragt wurden',
  'Lists answered': 'Anteil antwortender Listen',
  'Share of the lists that gave a valid response': 'Anteil der Listen, die gültig antworteten',
  'Lists errored': 'Listen mit Fehlern',
  'Lists that refused, failed or sent an invalid response': 'Listen, die ablehnten, nicht oder ungültig antworteten',
  Listed: 'Gelistet',
  'Lists Unreachable': 'Listen nicht erreichbar',

  // breach
  'Data breaches': 'Datenlecks',
  'Checks the public breach directory for new breaches of accounts at a domain.':
    'Sucht im öffentlichen Verzeichnis von Datenlecks nach einem neuen, das Konten einer Domain betrifft.',
  'The domain whose breaches are watched; a URL is reduced to its host':
    'Die Domain, deren Datenlecks beobachtet werden; von einer URL bleibt nur der Host',
  'Accepted and ignored: breaches do not depend on the IP version':
    'Ohne Wirkung: Ein Datenleck ist über jede IP-Version dasselbe',
  'Last added age': 'Alter des neuesten Eintrags',
  'Hours since the newest breach was added to the directory': 'Stunden, seit das neueste Datenleck ins Verzeichnis kam',
  'New Breach Within Window': 'Neues Datenleck',
}
