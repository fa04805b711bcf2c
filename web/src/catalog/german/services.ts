// Types that ask the platforms which services run on: Prometheus, gRPC, Docker.
export const services = {
  // prometheus
  'Prometheus metric': 'Prometheus-Metrik',
  'Compares the value of a metric on a page of metrics, or of a PromQL query to a Prometheus server.':
    'Vergleicht den Wert einer Metrik auf einer Metrikseite oder den einer PromQL-Abfrage an einen Prometheus-Server.',
  'The URL of the page of metrics; with a query, of the Prometheus server':
    'Die URL der Metrikseite; bei einer Abfrage die des Prometheus-Servers',
  Metric: 'Metrik',
  'Metric on the page, with matchers of its labels as in PromQL':
    'Metrik auf der Seite, mit Bedingungen für ihre Labels wie in PromQL',
  'PromQL query': 'PromQL-Abfrage',
  'Query to the Prometheus server at the URL, instead of a metric on a page':
    'Abfrage an den Prometheus-Server unter der URL, anstelle einer Metrik auf einer Seite',
  'Several samples': 'Mehrere Werte',
  'The value if several samples match': 'Was gilt, wenn mehrere Werte passen',
  Sum: 'Summe',
  Average: 'Durchschnitt',
  Smallest: 'Kleinster',
  Largest: 'Größter',
  First: 'Erster',
  'Smallest value that is fine': 'Kleinster Wert, der in Ordnung ist',
  'At most': 'Höchstens',
  'Largest value that is fine': 'Größter Wert, der in Ordnung ist',
  'Value of the metric or query': 'Wert der Metrik oder der Abfrage',
  'In range': 'Im Bereich',
  'Value is in its expected range (1 yes)': 'Der Wert liegt im erwarteten Bereich (1 ja)',
  'Samples that match': 'Werte, die passen',
  'Value Out of Range': 'Wert außerhalb des Bereichs',
  'with an expected range': 'bei einem erwarteten Bereich',

  // grpc
  'Asks a gRPC server for the health of a service, or calls a method and checks its response.':
    'Fragt einen gRPC-Server nach dem Zustand eines Dienstes oder ruft eine Methode auf und prüft ihre Antwort.',
  'The server, with its port: grpcs:// with TLS, grpc:// without':
    'Der Server mit seinem Port: grpcs:// mit TLS, grpc:// ohne',
  Service: 'Dienst',
  'Service to ask the health of; leave empty for the whole server':
    'Dienst, nach dessen Zustand gefragt wird; leer für den ganzen Server',
  'Unary method to call instead of the health check; the server must have reflection':
    'Einfache Methode, die anstelle der Zustandsabfrage aufgerufen wird; der Server muss Reflection haben',
  Request: 'Anfrage',
  'Request to the method as JSON': 'Anfrage an die Methode als JSON',
  Metadata: 'Metadaten',
  'Response must match': 'Antwort muss passen auf',
  'Regular expression that the response of the method must match, as JSON':
    'Regulärer Ausdruck, auf den die Antwort der Methode passen muss, als JSON',
  'Response must not match': 'Antwort darf nicht passen auf',
  'Regular expression that the response of the method must not match, as JSON':
    'Regulärer Ausdruck, auf den die Antwort der Methode nicht passen darf, als JSON',
  Status: 'Status',
  Serving: 'Dienst bereit',
  'Health service reports SERVING (1 yes)': 'Der Dienst meldet SERVING (1 ja)',
  'gRPC status of the call (0 is OK)': 'gRPC-Status des Aufrufs (0 ist OK)',
  'Pattern match': 'Muster passen',
  'Response matches its patterns (1 yes)': 'Die Antwort hält sich an die Muster (1 ja)',
  'Time from the start of the check to the end of the response': 'Zeit vom Beginn der Prüfung bis zum Ende der Antwort',
  'Not Serving': 'Dienst nicht bereit',
  'Unexpected Response': 'Unerwartete Antwort',
  'with a pattern': 'mit einem Muster',

  // docker
  'Docker containers': 'Docker-Container',
  'Checks state, health, restarts, CPU and memory of a container, a Compose project or a whole engine.':
    'Prüft Zustand, Gesundheit, Neustarts, CPU und Speicher eines Containers, eines Compose-Projekts oder aller ' +
    'Container.',
  'The API of Docker: https:// with TLS, http:// without, or unix:// with the path of a socket':
    'Die API von Docker: https:// mit TLS, http:// ohne, oder unix:// mit dem Pfad eines Sockets',
  Container: 'Container',
  'Name or id of the container; leave empty for all containers': 'Name oder ID des Containers; leer für alle Container',
  'Compose project': 'Compose-Projekt',
  'Name of the Compose project, to check all of its containers':
    'Name des Compose-Projekts, um alle seine Container zu prüfen',
  'Measure CPU and memory': 'CPU und Speicher messen',
  'Ask for the load of the containers, which takes the engine a second or two':
    'Nach der Last der Container fragen, wofür Docker ein bis zwei Sekunden braucht',
  Containers: 'Container',
  'Not running': 'Laufen nicht',
  'Containers that do not run': 'Container, die nicht laufen',
  Unhealthy: 'Nicht gesund',
  'Containers whose health check fails': 'Container, deren Gesundheitsprüfung fehlschlägt',
  Restarts: 'Neustarts',
  'Restarts since the previous check': 'Neustarts seit der vorigen Prüfung',
  'CPU time of the containers (100 is one CPU)': 'CPU-Zeit der Container (100 ist eine CPU)',
  Memory: 'Speicher',
  'Memory of the containers': 'Speicher der Container',
  'Share of the memory limit': 'Anteil am Speicherlimit',
  'Largest share that a container uses of its memory limit':
    'Größter Anteil, den ein Container von seinem Speicherlimit nutzt',
  'Time until the state of the containers is known': 'Zeit, bis der Zustand der Container bekannt ist',
  'Container Down': 'Container läuft nicht',
  'Container Unhealthy': 'Container nicht gesund',
  'Container Restarted': 'Container neu gestartet',
}
