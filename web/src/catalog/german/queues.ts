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
}
