// Databases.
export const databases = {
  'Connects to a PostgreSQL server and, with a username, logs in, runs a query and measures replication.':
    'Verbindet sich mit einem PostgreSQL-Server, meldet sich mit einem Benutzernamen an, stellt eine Abfrage und ' +
    'misst die Replikation.',
  'The PostgreSQL server, with a port if it is not 5432': 'Der PostgreSQL-Server, mit Port, wenn es nicht 5432 ist',
  'Whether the connection is encrypted': 'Ob die Verbindung verschlüsselt wird',
  'Password, if the login needs one': 'Passwort, wenn die Anmeldung eines braucht',
  Database: 'Datenbank',
  'Database to log in to; that of the same name as the user by default':
    'Datenbank für die Anmeldung; ohne Angabe die mit dem Namen des Benutzers',
  Query: 'Abfrage',
  'One query that changes nothing; the first column of its first row is the value. Without one: select 1':
    'Eine Abfrage, die nichts ändert; die erste Spalte ihrer ersten Zeile ist der Wert. Ohne Angabe: select 1',
  'Value must match': 'Wert muss passen zu',
  'Regexp that the value must match': 'Regulärer Ausdruck, zu dem der Wert passen muss',
  'Time for the query': 'Zeit für die Abfrage',
  'The value, if it is a number': 'Der Wert, wenn er eine Zahl ist',
  'Value match': 'Wert passt',
  'Value matched the pattern (1 yes)': 'Der Wert passt zum Muster (1 ja)',
  Connections: 'Verbindungen',
  'Open connections of all clients': 'Offene Verbindungen aller Clients',
  'Connections used': 'Belegte Verbindungen',
  'Used share of the connections that the server allows': 'Belegter Anteil der Verbindungen, die der Server erlaubt',
  'Is replica': 'Ist Replikat',
  'Server is a replica of another one (1 yes)': 'Der Server ist das Replikat eines anderen (1 ja)',
  Replicating: 'Replikation läuft',
  'Replica is connected to its primary and applies changes (1 yes)':
    'Das Replikat ist mit seinem Primärserver verbunden und übernimmt Änderungen (1 ja)',
  'Replication lag': 'Rückstand der Replikation',
  'How far the replica is behind its primary': 'Wie weit das Replikat hinter seinem Primärserver liegt',
  Replicas: 'Replikate',
  'Replicas that are connected to the server': 'Replikate, die mit dem Server verbunden sind',
  Rows: 'Zeilen',
  'Rows of the result, at most 1000': 'Zeilen des Ergebnisses, höchstens 1000',
  'Unexpected Value': 'Unerwarteter Wert',
  'with an expected value': 'mit einem erwarteten Wert',
  'Connections Almost Used Up': 'Verbindungen fast aufgebraucht',
  'Replication Stopped': 'Replikation steht',
  'Replication Lag': 'Rückstand der Replikation',
  'The database server responds, but not as expected. It may be starting, full or refuse Lapwing: read its reply, then its log.':
    'Der Datenbankserver antwortet, aber nicht wie erwartet. Vielleicht startet er, ist voll oder weist Lapwing ab: ' +
    'Lies seine Antwort, dann sein Protokoll.',
  'The login works, but the query fails. Check whether what it reads exists and whether the account may read it.':
    'Die Anmeldung gelingt, aber die Abfrage scheitert. Prüfe, ob es gibt, was sie liest, und ob das Konto es ' +
    'lesen darf.',
  'The server accepts the login, but answers slowly. Check its load and disks, what else runs there, and whether something holds a lock.':
    'Der Server nimmt die Anmeldung an, antwortet aber langsam. Prüfe seine Last und Platten, was dort sonst ' +
    'läuft und ' +
    'ob etwas eine Sperre hält.',
  'Compare the value in the evidence with what you expect, and check what writes it.':
    'Vergleiche den Wert im Nachweis mit dem, was du erwartest, und prüfe, was ihn schreibt.',
  'Compare the value in the evidence with the pattern, and check what writes it.':
    'Vergleiche den Wert im Nachweis mit dem Muster, und prüfe, was ihn schreibt.',
  'Check which clients open more connections than before, and whether they close them.':
    'Prüfe, welche Clients mehr Verbindungen öffnen als zuvor und ob sie sie schließen.',
  'At the limit, the server rejects clients. Check which of them open connections and do not close them, or use a connection pool.':
    'An der Grenze weist der Server Clients ab. Prüfe, welche von ihnen Verbindungen öffnen und nicht schließen, ' +
    'oder ' +
    'verwende einen Verbindungspool.',
  'A replica accepts no writes. If this server should be the primary, check when and why it was replaced.':
    'Ein Replikat nimmt keine Änderungen an. Wenn dieser Server der Primärserver sein soll, prüfe, wann und warum er ' +
    'abgelöst wurde.',
  'The replica was promoted or lost its configuration. Check that there is only one primary.':
    'Das Replikat wurde befördert oder hat seine Konfiguration verloren. Prüfe, dass es nur einen Primärserver gibt.',
  'The replica falls behind further and further. Check whether it reaches its primary, and read the error of the replication in its log.':
    'Das Replikat fällt immer weiter zurück. Prüfe, ob es seinen Primärserver erreicht, und lies den Fehler der ' +
    'Replikation in seinem Protokoll.',
  'Readers of the replica see old data. Check its load and disks, long transactions, and the network to its primary.':
    'Wer vom Replikat liest, sieht alte Daten. Prüfe seine Last und Platten, lange Transaktionen und das ' +
    'Netzwerk zum ' +
    'Primärserver.',
  'A replica is down or cannot reach this server. Check its log and the network between them.':
    'Ein Replikat ist ausgefallen oder erreicht diesen Server nicht. Prüfe sein Protokoll und das Netzwerk dazwischen.',
  'The query returned more or fewer rows than expected. Run it yourself, and check what writes them.':
    'Die Abfrage lieferte mehr oder weniger Zeilen als erwartet. Führe sie selbst aus, und prüfe, was sie schreibt.',

  'MySQL and MariaDB': 'MySQL und MariaDB',
  'Connects to a MySQL or MariaDB server and, with a username, logs in, runs a query and measures replication.':
    'Verbindet sich mit einem MySQL- oder MariaDB-Server, meldet sich mit einem Benutzernamen an, stellt eine ' +
    'Abfrage ' +
    'und misst die Replikation.',
  'The MySQL or MariaDB server, with a port if it is not 3306':
    'Der MySQL- oder MariaDB-Server, mit Port, wenn es nicht 3306 ist',
  'Database to use; none by default': 'Datenbank, die verwendet wird; ohne Angabe keine',

  'Redis and Valkey': 'Redis und Valkey',
  'Connects to a Redis or Valkey server, logs in, reads a key, and measures memory and replication.':
    'Verbindet sich mit einem Redis- oder Valkey-Server, meldet sich an, liest einen Schlüssel und misst ' +
    'Speicher und ' +
    'Replikation.',
  'The Redis or Valkey server, with a port if it is not 6379':
    'Der Redis- oder Valkey-Server, mit Port, wenn es nicht 6379 ist',
  'Number of the database': 'Nummer der Datenbank',
  'Key whose value is read; of a list, set, hash or stream, the number of its entries is the value':
    'Schlüssel, dessen Wert gelesen wird; bei einer Liste, einem Set, Hash oder Stream ist die Zahl der Einträge ' +
    'der Wert',
  'Time until the reply to PING': 'Zeit bis zur Antwort auf PING',
  'Key exists': 'Schlüssel vorhanden',
  'The key exists (1 yes)': 'Den Schlüssel gibt es (1 ja)',
  'Memory bytes': 'Belegter Arbeitsspeicher',
  'Used share of the memory that is allowed, if it is limited':
    'Belegter Anteil des erlaubten Arbeitsspeichers, wenn er begrenzt ist',
  'with a password': 'mit einem Passwort',
  'Redis runs one command after another. Check its slow log for commands that take long.':
    'Redis führt Befehle nacheinander aus. Prüfe in seinem Slow Log, welche lange dauern.',
  'The key expired, was evicted or never written. Check what writes it.':
    'Der Schlüssel ist abgelaufen, wurde verdrängt oder nie geschrieben. Prüfe, was ihn schreibt.',
  'When the memory is used up, Redis rejects writes or evicts keys, depending on its maxmemory-policy. Check which keys grow and whether they expire.':
    'Ist der Speicher voll, lehnt Redis Änderungen ab oder verdrängt Schlüssel, je nach maxmemory-policy. Prüfe, ' +
    'welche Schlüssel wachsen und ob sie ablaufen.',

  'Connects to a MongoDB server, logs in, runs a command, and measures connections and the replica set.':
    'Verbindet sich mit einem MongoDB-Server, meldet sich an, führt einen Befehl aus und misst Verbindungen und das ' +
    'Replica Set.',
  'One MongoDB server, with a port if it is not 27017': 'Ein MongoDB-Server, mit Port, wenn es nicht 27017 ist',
  'Login database': 'Datenbank der Anmeldung',
  'Database that has the user': 'Datenbank, die den Benutzer kennt',
  'Database of the command; admin by default': 'Datenbank des Befehls; ohne Angabe admin',
  Command: 'Befehl',
  'Command that changes nothing, as JSON; ping by default': 'Befehl, der nichts ändert, als JSON; ohne Angabe ping',
  'Where the value is in the result: names with dots between them; ok by default':
    'Wo der Wert im Ergebnis steht: Namen mit Punkten dazwischen; ohne Angabe ok',
}
