// Types that make one HTTP request, or a chain of them.
export const web = {
  // http
  'Requests a URL and checks the status, the time, the body and the certificate of the response.':
    'Ruft eine URL ab und beurteilt Status, Zeit, Inhalt und Zertifikat der Antwort.',
  'The URL to request': 'Die URL, die abgerufen wird',
  'HTTP method of the request': 'HTTP-Methode der Anfrage',
  'Follow redirects': 'Weiterleitungen folgen',
  'Follow redirects and check the last response': 'Weiterleitungen folgen und die letzte Antwort beurteilen',
  'How the request authenticates': 'Wie sich die Anfrage anmeldet',
  'Body sent with the request': 'Inhalt, der mitgesendet wird',
  'Body must not match': 'Inhalt darf nicht passen auf',
  'Regular expressions that must not match the body': 'Reguläre Ausdrücke, auf die der Inhalt nicht passen darf',
  'Body must match': 'Inhalt muss passen auf',
  'Regular expressions that must all match the body': 'Reguläre Ausdrücke, auf die der Inhalt passen muss',
  Transport: 'Transport',
  'auto and tcp use HTTP/2 or HTTP/1.1 over TCP, as the server prefers; http3 uses HTTP/3 only':
    '„automatisch“ und „TCP“ sprechen HTTP/2 oder HTTP/1.1, wie der Server wählt; „HTTP/3“ spricht nur HTTP/3',
  'Screenshot of failures': 'Bild von Fehlern',
  'Store a screenshot of the page when the check starts to fail; needs a browser at the location':
    'Bei der ersten fehlgeschlagenen Prüfung einen Screenshot der Seite speichern; braucht einen Browser am Standort',
  'Status code of the response': 'Statuscode der Antwort',
  'Time from the start of the check to the end of the body': 'Zeit vom Beginn der Prüfung bis zum Ende des Inhalts',
  'Body regexp match': 'Inhalt passt zu den Mustern',
  'Body matches its patterns (1 yes)': 'Der Inhalt hält sich an die Muster (1 ja, 0 nein)',
  'SSL expiry days': 'Tage bis zum Ablauf des Zertifikats',
  'Days until the certificate expires': 'Tage, bis das Zertifikat abläuft',

  // api
  'Sends one request or several in order and checks your assertions about the responses.':
    'Sendet eine Anfrage oder mehrere nacheinander und prüft, was du über die Antworten behauptest.',
  'The URL to request; with steps, the base of their relative URLs':
    'Die URL, die abgerufen wird; bei Schritten die Basis ihrer relativen URLs',
  'Body type': 'Art des Inhalts',
  'Type of the request body, which sets its content type; graphql wraps a query in JSON. Steps have their own':
    'Was der Inhalt der Anfrage ist; danach richtet sich sein Content-Type. „GraphQL“ packt eine Abfrage ' +
    'in JSON. Schritte sagen es selbst',
  'Query parameters': 'URL-Parameter',
  "Parameters added to the URL's query. Values are stored encrypted; credentials are shown as [redacted]":
    'Parameter, die an die URL gehängt werden. Werte werden verschlüsselt gespeichert; Zugangsdaten lauten [redacted]',
  'API key name': 'Name des API-Schlüssels',
  'Name of the header or query parameter that carries the API key':
    'Name des Headers oder URL-Parameters, der den API-Schlüssel trägt',
  'The API key itself': 'Der API-Schlüssel selbst',
  'Sent in': 'Gesendet als',
  'Where the API key is sent': 'Wo der API-Schlüssel gesendet wird',
  'Token URL': 'Token-URL',
  'URL that issues the OAuth access token': 'Wo das Zugangstoken von OAuth geholt wird',
  'Client ID': 'Client-ID',
  'Client id for the OAuth token request': 'Client-ID für die Anfrage des OAuth-Tokens',
  'Client secret': 'Client-Geheimnis',
  'Refresh token': 'Refresh-Token',
  'Refresh token of the mailbox; without it, the client asks for access tokens in its own name':
    'Refresh-Token des Postfachs; ohne es holt der Client Zugangstokens im eigenen Namen',
  'Client secret for the OAuth token request': 'Client-Geheimnis für die Anfrage des OAuth-Tokens',
  Scopes: 'Geltungsbereiche',
  'OAuth scopes to request, separated by spaces': 'OAuth-Scopes, um die gebeten wird, durch Leerzeichen getrennt',
  'Client certificate': 'Client-Zertifikat',
  'Client certificate in PEM, followed by its chain if there is one':
    'Client-Zertifikat in PEM, gefolgt von seiner Kette, wenn es eine hat',
  'Client key': 'Client-Schlüssel',
  'Private key of the client certificate in PEM, not encrypted':
    'Privater Schlüssel des Client-Zertifikats in PEM, unverschlüsselt',
  Assertions: 'Zusicherungen',
  'Conditions that the response must meet; with steps, the last response':
    'Bedingungen, die die Antwort erfüllen muss; mit Schritten die letzte Antwort',
  Comparison: 'Vergleich',
  'JSON schema': 'JSON-Schema',
  'JSON Schema the response must match, at most 64 KB': 'JSON-Schema, dem die Antwort genügen muss, höchstens 64 KB',
  'Value path': 'Pfad des Werts',
  'JSONPath of a number in the response, which rules can compare':
    'JSONPath einer Zahl in der Antwort, mit der Regeln vergleichen können',
  Steps: 'Schritte',
  'Requests sent in order; values extracted by a step are {{name}} in later steps. Stored encrypted; bodies and credentials are shown as [redacted]':
    'Anfragen, die nacheinander gesendet werden; was ein Schritt entnimmt, heißt in späteren {{name}}. ' +
    'Verschlüsselt gespeichert; Inhalte und Zugangsdaten lauten [redacted]',
  'Status code of the last executed step': 'Statuscode des letzten Schritts',
  'Response time of the last executed step': 'Antwortzeit des letzten Schritts',
  'Assertions failed': 'Verfehlte Zusicherungen',
  'Assertions that failed': 'Zusicherungen, die nicht zutrafen',
  'Assertions total': 'Zusicherungen insgesamt',
  'Assertions checked': 'Zusicherungen, die geprüft wurden',
  'Steps failed': 'Fehlgeschlagene Schritte',
  'Steps that failed': 'Schritte, die fehlgeschlagen sind',
  'Steps total': 'Schritte insgesamt',
  'Steps executed': 'Schritte, die ausgeführt wurden',
  'Failed step': 'Fehlgeschlagener Schritt',
  'First step that failed, counted from 1 (0 none)':
    'Erster Schritt, der fehlgeschlagen ist, von 1 an gezählt (0 keiner)',
  'Time for all steps': 'Zeit für alle Schritte zusammen',
  'Response bytes': 'Größe der Antwort',
  'Size of the body': 'Größe des Inhalts',
  'Schema valid': 'Schema erfüllt',
  'Response matches the JSON Schema (1 yes)': 'Die Antwort genügt dem JSON-Schema (1 ja)',
  'JSON value': 'JSON-Wert',
  'Number found at valuePath': 'Zahl am Pfad des Werts',
  'Step duration': 'Dauer des Schritts',
  'Time for one step': 'Zeit für einen Schritt',
  'Step status code': 'Statuscode des Schritts',
  'Status code of one step': 'Statuscode eines Schritts',
  'Assertion Failed': 'Zusicherung verfehlt',
}
