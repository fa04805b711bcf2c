// Message brokers.
export const queues = {
  // mqtt
  'MQTT broker': 'MQTT-Broker',
  'Connects to an MQTT broker, subscribes to a topic and waits for a message or for one that it publishes.':
    'Verbindet sich mit einem MQTT-Broker, abonniert ein Thema und wartet auf eine Nachricht oder auf eine, die es ' +
    'selbst veröffentlicht.',
  'The broker, with a port if it is not 8883 with TLS or 1883 without':
    'Der Broker, mit Port, wenn es nicht 8883 mit TLS oder 1883 ohne ist',
  'Protocol version': 'Protokollversion',
  'MQTT version to speak': 'MQTT-Version, die gesprochen wird',
  'Client identifier': 'Kennung des Clients',
  'Identifier of the client; a random one by default. Brokers disconnect a client if another one has its identifier':
    'Kennung des Clients; ohne Angabe eine zufällige. Broker trennen einen Client, wenn ein anderer seine Kennung hat',
  'Topic to subscribe to, which may have wildcards; leave empty to check the connection only':
    'Thema, das abonniert wird, auch mit Platzhaltern; leer lassen, um nur die Verbindung zu prüfen',
  'Publish a message': 'Nachricht veröffentlichen',
  'Publish a random message to the topic and wait for it, instead of for the next or retained message':
    'Eine zufällige Nachricht im Thema veröffentlichen und auf sie warten statt auf die nächste oder aufbewahrte',
  'JSON value to compare': 'JSON-Wert zum Vergleichen',
  'JSONPath of the value in the message; all of the message by default':
    'JSONPath des Werts in der Nachricht; ohne Angabe die ganze Nachricht',
  Subscribe: 'Abonnement',
  'Time for the subscription': 'Zeit für das Abonnement',
  'Message received': 'Nachricht empfangen',
  'A message was received (1 yes)': 'Eine Nachricht kam an (1 ja)',
  Message: 'Nachricht',
  'Time from the subscription to the first message': 'Zeit vom Abonnement bis zur ersten Nachricht',
  'Round trip': 'Umlauf',
  'Time from publishing a message to receiving it': 'Zeit vom Veröffentlichen einer Nachricht bis zu ihrem Empfang',
  'Message bytes': 'Größe der Nachricht',
  'Size of the message': 'Größe der Nachricht in Byte',
  'The broker did not respond or sent no message in time. Check whether it is overloaded, whether anything publishes to the topic, and who may read it.':
    'Der Broker antwortete nicht oder sandte rechtzeitig keine Nachricht. Prüfe, ob er überlastet ist, ob etwas in ' +
    'dem Thema veröffentlicht und wer es lesen darf.',
  'The broker accepts the login, but not the topic or the message. Check the access rules of the account, and what is published to the topic.':
    'Der Broker nimmt die Anmeldung an, aber nicht das Thema oder die Nachricht. Prüfe die Zugriffsregeln des Kontos ' +
    'und was in dem Thema veröffentlicht wird.',
  'The broker responds, but not as expected. It may be full or refuse Lapwing: read its reply, then its log.':
    'Der Broker antwortet, aber nicht wie erwartet. Vielleicht ist er voll oder weist Lapwing ab: Lies seine ' +
    'Antwort, dann sein Log.',
  'The broker accepts the login, but subscribes slowly. Check its load and what decides on access to topics.':
    'Der Broker nimmt die Anmeldung an, abonniert aber langsam. Prüfe seine Last und was über den Zugriff auf Themen ' +
    'entscheidet.',
  'Check whether anything publishes to this topic and whether the account may read it. A retained message would be there at once.':
    'Prüfe, ob etwas in diesem Thema veröffentlicht und ob das Konto es lesen darf. Eine aufbewahrte Nachricht wäre ' +
    'sofort da.',
  'Check how often the topic gets messages, and the load of the broker.':
    'Prüfe, wie oft das Thema Nachrichten bekommt, und die Last des Brokers.',
  'The broker delivers slowly. Check its load, its disk and the length of its queues.':
    'Der Broker liefert langsam aus. Prüfe seine Last, seinen Datenträger und die Länge seiner Warteschlangen.',
  'The message has an unexpected size. Compare it with what should be published to the topic.':
    'Die Nachricht hat eine unerwartete Größe. Vergleiche sie mit dem, was in dem Thema veröffentlicht werden soll.',

  // amqp
  'AMQP broker (RabbitMQ)': 'AMQP-Broker (RabbitMQ)',
  'Connects to RabbitMQ over AMQP 0-9-1 and, with a username, logs in and counts what waits in a queue.':
    'Verbindet sich über AMQP 0-9-1 mit RabbitMQ, meldet sich mit einem Benutzernamen an und zählt, was in einer ' +
    'Warteschlange wartet.',
  'The broker, with a port if it is not 5671 with TLS or 5672 without':
    'Der Broker, mit Port, wenn es nicht 5671 mit TLS oder 5672 ohne ist',
  'Virtual host': 'Virtueller Host',
  'Virtual host to open; / by default': 'Virtueller Host, der geöffnet wird; ohne Angabe /',
  Queue: 'Warteschlange',
  'Queue whose waiting messages and consumers are counted; it must exist, and is not changed':
    'Warteschlange, deren wartende Nachrichten und Verbraucher gezählt werden; es muss sie geben, und sie wird nicht ' +
    'verändert',
  Open: 'Öffnen',
  'Time to open the virtual host': 'Zeit zum Öffnen des virtuellen Hosts',
  'Time to ask about the queue': 'Zeit für die Frage nach der Warteschlange',
  'Messages that wait in the queue': 'Nachrichten, die in der Warteschlange warten',
  Consumers: 'Verbraucher',
  'Consumers of the queue': 'Verbraucher der Warteschlange',
  'No Consumers': 'Keine Verbraucher',
  'with a queue': 'mit einer Warteschlange',
  'The login works, but the virtual host or the queue cannot be used. Check whether both exist, and what the account may do.':
    'Die Anmeldung gelingt, aber der virtuelle Host oder die Warteschlange lässt sich nicht benutzen. Prüfe, ob es ' +
    'beide gibt und was das Konto darf.',
  'The connection is open, but the broker responds slowly. Check its load and its open connections.':
    'Die Verbindung steht, aber der Broker antwortet langsam. Prüfe seine Last und seine offenen Verbindungen.',
  'The login works, but the virtual host opens slowly. Check the load of the broker and its cluster.':
    'Die Anmeldung gelingt, aber der virtuelle Host öffnet langsam. Prüfe die Last des Brokers und seines Clusters.',
  'The queue is busy or very long. Check its length, its consumers and the disk of the broker.':
    'Die Warteschlange ist beschäftigt oder sehr lang. Prüfe ihre Länge, ihre Verbraucher und den Datenträger des ' +
    'Brokers.',
  'Messages arrive faster than they are consumed. Check whether all consumers run and how fast they are.':
    'Nachrichten kommen schneller an, als sie verbraucht werden. Prüfe, ob alle Verbraucher laufen und wie schnell ' +
    'sie sind.',
  'Messages pile up without consumers. Check whether their processes run and reach the broker.':
    'Ohne Verbraucher stauen sich Nachrichten. Prüfe, ob ihre Prozesse laufen und den Broker erreichen.',
}
