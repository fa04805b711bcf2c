// Network types: ports, certificates, packets, paths and clocks.
export const network = {
  // tcp
  'TCP port': 'TCP-Port',
  'Opens a connection to a port, optionally with TLS, and can match the reply to a payload.':
    'Öffnet eine Verbindung zu einem Port, auf Wunsch mit TLS, und kann die Antwort auf gesendete Daten vergleichen.',
  'The host and port to connect to': 'Host und Port der Verbindung',
  'Start TLS right after connecting': 'TLS gleich nach dem Verbinden beginnen',
  'Payload sent after connecting': 'Daten, die nach dem Verbinden gesendet werden',
  'Reply must match': 'Antwort muss passen auf',
  'Regexp the reply must match': 'Regulärer Ausdruck, auf den die Antwort passen muss',
  'Expect match regexp': 'Antwort passt',
  'Reply matched the pattern (1 yes)': 'Die Antwort passt auf das Muster (1 ja)',
  'Slow TCP Connect': 'Langsame TCP-Verbindung',

  // ssl
  'SSL/TLS certificate': 'SSL/TLS-Zertifikat',
  'Reads the certificate of a server and checks its expiry, chain, names and TLS version.':
    'Liest das Zertifikat eines Servers und beurteilt Ablauf, Kette, Namen und TLS-Version.',
  'The host whose certificate is read, with a port if it is not 443':
    'Der Host, dessen Zertifikat gelesen wird, mit Port, wenn es nicht 443 ist',
  'Accept untrusted certificates': 'Nicht vertrautes Zertifikat annehmen',
  'Let the check succeed with an untrusted certificate':
    'Die Prüfung auch mit einem Zertifikat bestehen lassen, dem nicht vertraut wird',
  'Server name': 'Servername',
  'Hostname sent in the TLS handshake and expected in the certificate; by default the target':
    'Hostname, nach dem im TLS-Handshake gefragt und der im Zertifikat gesucht wird; ohne Angabe das Ziel',
  'Track TLS grade': 'TLS-Note verfolgen',
  'Grade the TLS setup once a day, on plans that include TLS grading':
    'Die TLS-Konfiguration einmal am Tag benoten, bei Tarifen mit TLS-Note',
  'Days until expiry': 'Tage bis zum Ablauf',
  'Hostname match': 'Hostname passt',
  'Certificate is valid for the hostname (1 yes)': 'Das Zertifikat nennt den Host (1 ja)',
  'Chain valid': 'Kette gültig',
  'Chain leads to a trusted root (1 yes)': 'Die Kette führt zu einer vertrauten Wurzel (1 ja)',
  'Negotiated TLS version (12 means 1.2)': 'Ausgehandelte TLS-Version (12 heißt 1.2)',
  'Post-quantum key exchange': 'Post-Quanten-Schlüsselaustausch',
  'Key exchange is hybrid, which quantum computers cannot break (1 yes)':
    'Der Schlüsselaustausch ist hybrid, was Quantencomputer nicht brechen (1 ja)',
  'Grade score': 'TLS-Note',
  'TLS grade (A+=6, A=5, B=4, C=3, F=0)': 'TLS-Note (A+=6, A=5, B=4, C=3, F=0)',
  'SSL Expiry Warning': 'Zertifikat läuft ab',

  // udp
  'UDP port': 'UDP-Port',
  'Sends a payload to a port, waits for a reply and can match it.':
    'Sendet Daten an einen Port und wartet auf eine Antwort, die sie vergleichen kann.',
  'The host and port to send to': 'Host und Port, an die gesendet wird',
  'Payload to send as text; a check needs this or the payload in Base64':
    'Daten als Text; eine Prüfung braucht sie so oder in Base64',
  'Send (Base64)': 'Senden (Base64)',
  'Binary payload in standard padded base64, instead of query':
    'Binäre Daten in Base64 mit Auffüllung, anstelle des Texts',
  'Response received': 'Antwort kam',
  'Reply was received (1 yes)': 'Eine Antwort kam zurück (1 ja)',
  'Time until the reply': 'Zeit bis zur Antwort',
  'Bytes received': 'Empfangene Bytes',
  'Size of the reply': 'Größe der Antwort',

  // icmp
  'Sends ICMP echo requests and measures packet loss and round-trip time.':
    'Sendet ICMP-Echo-Anfragen und misst verlorene Pakete und Umlaufzeit.',
  'The domain or IP address to ping': 'Domain oder IP-Adresse, die angepingt wird',
  Packets: 'Pakete',
  'Packets sent per check': 'Pakete je Prüfung',
  'Packet size': 'Paketgröße',
  'Bytes of data in each packet': 'Bytes an Daten in jedem Paket',
  'Packet loss': 'Paketverlust',
  'Packets without a reply, percent': 'Pakete ohne Antwort, in Prozent',

  // mtr
  'Network path (MTR)': 'Netzwerkpfad (MTR)',
  'Traces the path to a host and measures loss and round-trip time along it.':
    'Verfolgt den Weg zu einem Host und misst Verlust und Umlaufzeit auf ihm.',
  'The domain or IP address at the end of the path': 'Domain oder IP-Adresse am Ende des Wegs',
  'Packets per hop': 'Pakete je Etappe',
  'Packets sent to each hop': 'Pakete, die an jede Etappe gesendet werden',
  'Maximum hops': 'Etappen höchstens',
  'Hops after which the trace stops': 'Etappen, nach denen die Verfolgung aufgibt',
  'Destination port for udp and tcp; by default 80 for tcp, unused with icmp':
    'Zielport für UDP und TCP; ohne Angabe 80 bei TCP, bei ICMP ohne Bedeutung',
  'Protocol of the probes: icmp, udp or tcp': 'Womit der Weg erkundet wird: ICMP, UDP oder TCP',
  'Destination reached': 'Ziel erreicht',
  'Destination responded (1 yes)': 'Das Ziel antwortete (1 ja)',
  'Destination loss': 'Verlust am Ziel',
  'Packets lost at the destination, percent': 'Am Ziel verlorene Pakete, in Prozent',
  'Average round-trip time to the destination': 'Mittlere Umlaufzeit bis zum Ziel',
  'Path loss max': 'Größter Verlust auf dem Weg',
  'Highest loss at any hop that responds, percent': 'Größter Verlust an einer Etappe, die antwortet, in Prozent',
  'Unresponsive hops count': 'Stumme Etappen',
  'Hops that never responded': 'Etappen, die nie antworteten',
  'Destination Unreachable': 'Ziel nicht erreichbar',

  // ntp
  'NTP time server': 'NTP-Zeitserver',
  'Queries a time server and checks its offset, its stratum and whether it is synchronized.':
    'Fragt einen Zeitserver nach der Zeit und beurteilt Abweichung, Stratum und ob er synchronisiert ist.',
  'The time server, with a port if it is not 123': 'Der Zeitserver, mit Port, wenn es nicht 123 ist',
  'Port to query, unless the target has one': 'Port, der gefragt wird, wenn das Ziel keinen nennt',
  'NTP protocol version of the request': 'NTP-Protokollversion der Anfrage',
  Samples: 'Proben',
  'Requests per check; the best response gives the offset, their spread the jitter':
    'Anfragen je Prüfung; die beste Antwort gibt die Abweichung, ihre Streuung den Jitter',
  Offset: 'Abweichung',
  "Distance from the location's clock, without sign": 'Abstand zur Uhr des Standorts, ohne Vorzeichen',
  'Stratum of the server (16 means unsynchronized)': 'Stratum des Servers (16 heißt nicht synchronisiert)',
  Synchronized: 'Synchronisiert',
  'Server is synchronized (1 yes)': 'Der Server ist synchronisiert (1 ja)',
  RTT: 'Umlaufzeit',
  'Round-trip time of the best sample': 'Umlaufzeit der besten Probe',
  'Spread of the offsets between samples': 'Streuung der Abweichungen zwischen Proben',
  'Root delay': 'Verzögerung zur Referenz',
  'Round-trip time from the server to its reference clock': 'Umlaufzeit vom Server zu seiner Referenzuhr',
  'Root dispersion': 'Ungenauigkeit zur Referenz',
  'Maximum error the server reports for its clock': 'Größter Fehler, den der Server von seiner Uhr angibt',
  'Leap indicator': 'Schaltsekunde',
  'Leap indicator (0-3; 3 means unsynchronized)': 'Anzeige der Schaltsekunde (0-3; 3 heißt nicht synchronisiert)',
  'Kiss of death': 'Abweisung (Kiss-o’-Death)',
  "Server refused with a kiss-o'-death packet (1 yes)": 'Der Server wies mit einem Kiss-o’-Death-Paket ab (1 ja)',
  'Reference age': 'Alter der Referenz',
  'Seconds since the server last set its clock': 'Sekunden, seit der Server seine Uhr zuletzt gestellt hat',
  'Samples ok': 'Beantwortete Proben',
  'Requests that got a response': 'Anfragen, die beantwortet wurden',
  'Not Synchronized': 'Nicht synchronisiert',
  'Clock Offset': 'Uhr weicht ab',

  // snmp
  'SNMP agent': 'SNMP-Agent',
  'Reads values of a device over SNMP (version 2c or 3), compares them and measures how fast they change.':
    'Liest Werte eines Geräts über SNMP (Version 2c oder 3), vergleicht sie und misst, wie schnell sie sich ändern.',
  'The device, with a port if it is not 161': 'Das Gerät, mit Port, wenn es nicht 161 ist',
  'SNMP version': 'SNMP-Version',
  'Version 2c sends the community unencrypted; version 3 has users, signatures and encryption':
    'Version 2c sendet die Community unverschlüsselt; Version 3 hat Benutzer, Signaturen und Verschlüsselung',
  '2c (community)': '2c (Community)',
  '3 (user)': '3 (Benutzer)',
  'Community with read access; public when empty': 'Community mit Leserecht; ohne Angabe public',
  'User of version 3': 'Benutzer der Version 3',
  Authentication: 'Authentifizierung',
  'Algorithm that signs messages, if there is an authentication password':
    'Verfahren, das Nachrichten signiert, wenn es ein Passwort zur Authentifizierung gibt',
  'Authentication password': 'Passwort zur Authentifizierung',
  'Password that signs messages; none when empty': 'Passwort, das Nachrichten signiert; ohne Angabe keines',
  'Privacy password': 'Passwort zur Verschlüsselung',
  'Password that encrypts messages with AES-128; none when empty':
    'Passwort, das Nachrichten mit AES-128 verschlüsselt; ohne Angabe keines',
  Values: 'Werte',
  'Values to read besides the uptime; alert rules compare them as snmp.value.<slug> and snmp.rate.<slug>':
    'Werte, die neben der Laufzeit gelesen werden; Alarmregeln vergleichen sie als snmp.value.<slug> und ' +
    'snmp.rate.<slug>',
  'Measure its change per second': 'Änderung pro Sekunde messen',
  'Text must match': 'Text muss passen auf',
  'Add value': 'Wert hinzufügen',
  'Time until the response with the values': 'Zeit bis zur Antwort mit den Werten',
  'Time since the agent started (sysUpTime)': 'Zeit seit dem Start des Agenten (sysUpTime)',
  Missing: 'Fehlend',
  'Values that the agent does not have': 'Werte, die der Agent nicht hat',
  Mismatches: 'Abweichende Texte',
  'Texts that do not match their pattern': 'Texte, die nicht auf ihr Muster passen',
  'Number of one value': 'Zahl eines Werts',
  Rate: 'Änderung',
  'Change of one value per second': 'Änderung eines Werts pro Sekunde',
  Match: 'Text passt',
  'One text matches its pattern (1 yes)': 'Ein Text passt auf sein Muster (1 ja)',
  'Values Missing': 'Werte fehlen',
  'with values': 'mit Werten',
  'Unexpected Text': 'Unerwarteter Text',
  'with patterns': 'mit Mustern',

  // radius
  'RADIUS server': 'RADIUS-Server',
  'Asks a RADIUS server for its status or, with a username, logs in with a password (PAP) and checks the response.':
    'Fragt einen RADIUS-Server nach seinem Status oder meldet sich mit Benutzername und Passwort (PAP) an und ' +
    'beurteilt die Antwort.',
  'The RADIUS server, with a port if it is not 1812': 'Der RADIUS-Server, mit Port, wenn es nicht 1812 ist',
  'Shared secret': 'Gemeinsames Geheimnis',
  'Secret that the server shares with Lapwing as its client':
    'Geheimnis, das der Server mit Lapwing als seinem Client teilt',
  'User who logs in; leave empty to ask for the status of the server only (Status-Server)':
    'Wer sich anmeldet; leer lassen, um nur nach dem Status des Servers zu fragen (Status-Server)',
  'Expected response': 'Erwartete Antwort',
  'Response that the check expects; reject tests that a wrong password is refused':
    'Welche Antwort die Prüfung erwartet; mit „Ablehnung“ wird geprüft, ob ein falsches Passwort abgewiesen wird',
  Accept: 'Annahme',
  Reject: 'Ablehnung',
  'Require a Message-Authenticator': 'Message-Authenticator verlangen',
  'Fail if the response to a login has no Message-Authenticator: it could be forged (BlastRADIUS)':
    'Scheitern, wenn die Antwort auf eine Anmeldung keinen Message-Authenticator hat: Sie könnte gefälscht ' +
    'sein (BlastRADIUS)',
  'NAS identifier': 'NAS-Kennung',
  'Name under which Lapwing logs in (NAS-Identifier)': 'Name, unter dem Lapwing sich anmeldet (NAS-Identifier)',
  'Called station': 'Angerufene Station',
  'Called-Station-Id of the request; none when empty': 'Called-Station-Id der Anfrage; ohne Angabe keine',
  'Calling station': 'Anrufende Station',
  'Calling-Station-Id of the request; none when empty': 'Calling-Station-Id der Anfrage; ohne Angabe keine',
  Response: 'Antwort',
  'Time until the response': 'Zeit bis zur Antwort',
  Accepted: 'Angenommen',
  'Message authenticator': 'Message-Authenticator',
  'Response has a Message-Authenticator (1 yes)': 'Die Antwort hat einen Message-Authenticator (1 ja)',
  'Slow Response': 'Langsame Antwort',
}
