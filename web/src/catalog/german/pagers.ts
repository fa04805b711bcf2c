// Channels to pagers and to programs.
export const pagers = {
  'Posts every incident event as JSON to your URL, signed if you set a secret. Use the same secret to verify the signature.':
    'Sendet jedes Ereignis eines Vorfalls als JSON an deine Adresse, auf Wunsch signiert. Du wählst das ' +
    'Geheimnis und prüfst damit die Signatur.',
  'Public HTTPS URL, not of Lapwing itself. HTTP and private addresses work only where private targets are allowed.':
    'Öffentliche HTTPS-URL, nicht von Lapwing selbst. HTTP und private Adressen gehen nur, wo private Ziele erlaubt ' +
    'sind.',
  'Signing secret': 'Geheimnis der Signatur',
  'Signs each delivery with HMAC-SHA256. Use any text, or a whsec_… key of Standard Webhooks. Leave empty to send unsigned.':
    'Womit Zustellungen signiert werden (HMAC-SHA256), als Text oder als whsec_… von Standard Webhooks; ' +
    'ohne Angabe nicht signiert',

  'Posts every incident event as one flat JSON object to a hook of Zapier, Make, n8n or IFTTT. In Zapier: "Webhooks by Zapier", "Catch Hook", copy the address.':
    'Sendet jedes Ereignis eines Vorfalls als flaches JSON an einen Hook von Zapier, Make, n8n oder ' +
    'IFTTT. In Zapier: „Webhooks by Zapier“, „Catch Hook“, Adresse kopieren.',
  'URL of the hook, such as https://hooks.zapier.com/hooks/catch/123456/abcdef. Anyone who has it can post.':
    'Adresse des Hooks, etwa https://hooks.zapier.com/hooks/catch/123456/abcdef; wer sie kennt, kann senden',

  'Triggers, acknowledges and resolves alerts in PagerDuty. Add the integration "Events API V2" to a service and copy its integration key.':
    'Löst Alarme in PagerDuty aus, bestätigt und schließt sie. Füge einem Dienst die Integration „Events ' +
    'API V2“ hinzu und kopiere ihren Integrationsschlüssel.',
  'Routing key': 'Routing-Schlüssel',
  'Integration key of the service: 32 letters and digits':
    'Integrationsschlüssel des Dienstes: 32 Buchstaben und Ziffern',
  'Address of the Events API; https://events.eu.pagerduty.com in the EU':
    'Adresse der Events API; in der EU https://events.eu.pagerduty.com',
  'Webhook secret': 'Geheimnis des Webhooks',
  'Secret of a webhook in PagerDuty that reports acknowledged and resolved incidents to the callback address':
    'Geheimnis eines Webhooks in PagerDuty, der bestätigte und gelöste Vorfälle an die Rückrufadresse meldet',
  'REST API key': 'Schlüssel der REST-API',
  'Read-only REST API key, which finds the alerts of incidents that the webhook reports':
    'Schlüssel der REST-API, der nur lesen darf; er findet die Alarme der Vorfälle, die der Webhook meldet',
  'Address of the REST API': 'Adresse der REST-API',
  'Address of the REST API; https://api.eu.pagerduty.com in the EU':
    'Adresse der REST-API; https://api.eu.pagerduty.com in der EU',

  'Opens, acknowledges and closes alerts in Opsgenie or Jira Service Management. Add an integration of type "API" to a team and copy its API key.':
    'Öffnet, bestätigt und schließt Alarme in Opsgenie oder Jira Service Management. Füge einem Team ' +
    'eine Integration der Art „API“ hinzu und kopiere ihren API-Schlüssel.',
  'API key of the integration': 'API-Schlüssel der Integration',
  Team: 'Team',
  "Team that responds; the integration's own if empty": 'Name des Teams, das reagiert; ohne Angabe das der Integration',
  'Critical priority': 'Priorität kritischer Alarme',
  'Priority of critical alerts': 'Priorität kritischer Alarme',
  'Warning priority': 'Priorität von Warnungen',
  'Priority of warnings': 'Priorität von Warnungen',
  'Address of the API: https://api.eu.opsgenie.com in the EU, https://api.atlassian.com/jsm/ops/integration for Jira Service Management':
    'Adresse der API: in der EU https://api.eu.opsgenie.com, für Jira Service Management ' +
    'https://api.atlassian.com/jsm/ops/integration',
  'Secret of your choice that the webhook integration of Opsgenie sends to the callback address, in the header X-Lapwing-Secret':
    'Geheimnis deiner Wahl, das die Webhook-Integration von Opsgenie an die Rückrufadresse sendet, in der Kopfzeile ' +
    'X-Lapwing-Secret',

  'Opens, acknowledges and resolves incidents in Splunk On-Call (VictorOps). In "Integrations", "3rd Party Integrations" enable "REST - Generic": its URL ends in the API key and the routing key.':
    'Öffnet, bestätigt und schließt Vorfälle in Splunk On-Call (VictorOps). Schalte unter ' +
    '„Integrations“, „3rd Party Integrations“ „REST - Generic“ ein: Die Adresse dort endet mit dem ' +
    'API-Schlüssel und dem Routing-Schlüssel.',
  "API key: the second-to-last part of the integration's URL":
    'API-Schlüssel: der vorletzte Teil der Adresse, die die Integration zeigt',
  'Routing key of the team that responds, from "Settings", "Routing Keys"':
    'Routing-Schlüssel des Teams, das reagiert, aus „Settings“, „Routing Keys“',
  'Address of the service': 'Adresse des Dienstes',

  'Fires and resolves alerts in incident.io. In "Alerts", "Sources" add a source of type "HTTP": copy its token and the source ID at the end of its URL.':
    'Löst Alarme in incident.io aus und beendet sie. Füge unter „Alerts“, „Sources“ eine Quelle der Art ' +
    '„HTTP“ hinzu: Sie zeigt eine Adresse, die mit der ID der Quelle endet, und ein Token.',
  'Source ID': 'ID der Quelle',
  'ID of the alert source: the last part of its URL, such as 01GW2G3V0S59R238FAHPDS1R66':
    'ID der Alarmquelle: der letzte Teil ihrer Adresse, etwa 01GW2G3V0S59R238FAHPDS1R66',
  'Token of the alert source, without the word Bearer': 'Token der Alarmquelle, ohne das Wort Bearer',

  'Opens and resolves alert groups in Grafana OnCall or Grafana IRM. In "Integrations" choose "New integration", "Formatted webhook", and copy its URL.':
    'Öffnet und beendet Alarmgruppen in Grafana OnCall oder Grafana IRM. Wähle unter „Integrations“ „New ' +
    'integration“, „Formatted webhook“ und kopiere die Adresse.',
  'Address of the integration, such as https://oncall-prod-….grafana.net/oncall/integrations/v1/formatted_webhook/…/':
    'Adresse der Integration, etwa https://oncall-prod-….grafana.net/oncall/integrations/v1/formatted_webhook/…/',

  'Webhook like Alertmanager': 'Webhook wie Alertmanager',
  'Posts what Prometheus Alertmanager posts to its webhook receivers (version 4), which many programs understand. See the documentation of the receiver for its URL.':
    'Sendet, was der Prometheus Alertmanager an seine Webhook-Empfänger sendet (Version 4), für die ' +
    'vielen Programme, die es verstehen. Ihre Dokumentation nennt die Adresse.',
  'URL that accepts Alertmanager webhooks': 'Adresse, die Webhooks des Alertmanagers annimmt',
  Receiver: 'Empfänger',
  'Receiver name in the message': 'Name des Empfängers, den die Nachricht nennt',
  'Bearer token, if the receiver requires one': 'Bearer-Token, wo der Empfänger eines verlangt',
  'User, if the receiver requires one': 'Benutzer, wo der Empfänger einen verlangt',

  'Sends alerts to your own Prometheus Alertmanager, which groups them and notifies its receivers. Its routes see the labels alertname, severity, job, instance, monitor and organization.':
    'Sendet Alarme an deinen Prometheus Alertmanager, der sie gruppiert und seine Empfänger benachrichtigt. Seine ' +
    'Routen sehen die Labels alertname, severity, job, instance, monitor und organization.',
  'Address of Alertmanager, such as http://alertmanager:9093':
    'Adresse des Alertmanagers, etwa http://alertmanager:9093',
  'Bearer token, if a proxy in front of it requires one': 'Bearer-Token, wenn ein Proxy davor eines verlangt',
  'User, if it requires one': 'Benutzer, wenn er einen verlangt',

  'Notifies more than a hundred services through your own Apprise API server. Store their URLs there under a key, or list them here.':
    'Benachrichtigt, was dein Apprise-API-Server erreicht, das sind mehr als hundert Dienste. Seine ' +
    'Weboberfläche hebt ihre Adressen unter einem Schlüssel deiner Wahl auf; oder nenne die Adressen ' +
    'hier.',
  'URL of the Apprise API, such as https://apprise.example.com':
    'Adresse der Apprise-API, etwa https://apprise.example.com',
  'Key of the configuration on the server; anyone who has it can send':
    'Schlüssel der Konfiguration auf dem Server; wer ihn kennt, kann senden',
  'Apprise URLs, such as discord://…, instead of a key; separate several with commas':
    'Adressen von Apprise, etwa discord://…, anstelle eines Schlüssels; mehrere mit Kommas',
  'Tags of the configuration to notify: a space means both, a comma either; all if empty':
    'Tags der Konfiguration, die benachrichtigt werden: ein Leerzeichen zwischen zweien heißt beide, ein ' +
    'Komma eines davon; ohne Angabe alle',
  'User, if the server requires one': 'Benutzer, wo der Server einen verlangt',

  'Custom webhook': 'Eigener Webhook',
  'Sends an HTTP request that you write, with placeholders such as {{incident.message}}. See the documentation of the receiver for the format.':
    'Sendet eine Anfrage, die du selbst schreibst, mit Platzhaltern wie {{incident.message}}, an einen ' +
    'beliebigen HTTP-Empfänger. Das erwartete Format steht in der Dokumentation des Empfängers.',
  'URL to send to; path and query can contain placeholders':
    'Adresse, an die gesendet wird; Pfad und Parameter dürfen Platzhalter haben',
  'HTTP method; GET sends no body': 'Methode der Anfrage; mit GET wird kein Inhalt gesendet',
  'Content type': 'Inhaltstyp',
  'Content type of the body. Values are escaped for JSON, forms and XML, and not for other types.':
    'Inhaltstyp der Anfrage; danach richtet sich, wie Werte maskiert werden: wie in JSON, in einem ' +
    'Formular, in XML oder gar nicht',
  'Headers to send; values can contain placeholders':
    'Header, die gesendet werden, als Schlüssel und Wert; Werte dürfen Platzhalter haben',
  'Body with placeholders such as {{title}} and {{incident.message}}':
    'Inhalt mit Platzhaltern wie {{title}} und {{incident.message}}',
  'Replaces {{secret}}, so that the body does not have to contain a key':
    'Wofür {{secret}} steht, damit ein Schlüssel nicht im Inhalt stehen muss',
}
