import { defineMessages, plural } from '../../../i18n.ts'

export const deploymentMessages = defineMessages({
  en: {
    deployments: 'Recent deployments',
    failed: 'The deployments could not be loaded.',
    none: 'No deployments yet',
    noneWhy: 'Add a webhook, and charts and incidents show what was deployed. Lapwing also compares it with before.',
    by: (name: string) => `by ${name}`,
    notCompared: 'Compared ten minutes after the deployment',
    tooFew: 'Too few checks to compare',
    unchanged: (count: number) =>
      plural('en', count, { one: '1 monitor compared: not worse', other: `${count} monitors compared: none is worse` }),
    worse: (worse: number, compared: number) => `${worse} of ${compared} monitors worse than before`,
    incident: (number: number) => `Incident #${number}`,
    times: (before: string, after: string) => `response time from ${before} to ${after}`,
    share: (failed: number, total: number) => `${failed} of ${total}`,
    failures: (before: string, after: string) => `failed checks from ${before} to ${after}`,
    webhooks: 'Webhooks',
    webhooksFailed: 'The webhooks could not be loaded.',
    noWebhooks: 'No webhooks yet',
    noWebhooksWhy: 'GitHub, GitLab and pipelines report deployments to a webhook.',
    sources: { github: 'GitHub', gitlab: 'GitLab', ci: 'Other pipeline' },
    used: (when: string) => `last used ${when}`,
    unused: 'never used',
    remove: 'Delete',
    removeNamed: (name: string) => `Delete ${name}`,
    removeTitle: (name: string) => `Delete ${name}?`,
    removeText: 'Its address and secret stop working immediately. Deployments that it reported stay.',
    add: 'Add webhook',
    name: 'Name',
    source: 'Sender',
    environments: 'Environments',
    environmentsHint: 'Only deployments to these count, separated by commas. Leave empty for all.',
    workflow: 'Workflow',
    workflowHints: {
      github: 'Successful runs of this workflow count too. Leave empty if you use deployments or releases.',
      gitlab: 'Successful pipelines with this name or branch count too. Leave empty if you use environments.',
    },
    tags: 'Tags',
    tagsHint: 'Its deployments concern monitors with one of these tags, or all monitors.',
    cancel: 'Cancel',
    create: 'Create webhook',
    created: (name: string) => `Webhook ${name} created`,
    steps: {
      github:
        'In the repository, open Settings → Webhooks → Add webhook. Enter the address and the secret, choose ' +
        'application/json, and select Deployment statuses.',
      gitlab:
        'In the project, open Settings → Webhooks → Add new webhook. Enter the address and the secret token, and ' +
        'select Deployment events.',
      ci: 'Call this at the end of the pipeline:',
    },
    address: 'Address',
    secret: 'Secret',
    once: 'Copy the secret now. Lapwing does not show it again.',
    kept: 'I have copied the secret',
  },
  de: {
    deployments: 'Letzte Deployments',
    failed: 'Die Deployments konnten nicht geladen werden.',
    none: 'Noch keine Deployments',
    noneWhy:
      'Füge einen Webhook hinzu: Diagramme und Vorfälle zeigen dann, was ausgerollt wurde, und Lapwing vergleicht es ' +
      'mit vorher.',
    by: (name) => `von ${name}`,
    notCompared: 'Wird zehn Minuten nach dem Deployment verglichen',
    tooFew: 'Zu wenige Prüfungen für einen Vergleich',
    unchanged: (count) =>
      plural('de', count, {
        one: '1 Monitor verglichen: nicht schlechter',
        other: `${count} Monitore verglichen: keiner ist schlechter`,
      }),
    worse: (worse, compared) => `${worse} von ${compared} Monitoren schlechter als vorher`,
    incident: (number) => `Vorfall #${number}`,
    times: (before, after) => `Antwortzeit von ${before} auf ${after}`,
    share: (failed, total) => `${failed} von ${total}`,
    failures: (before, after) => `fehlgeschlagene Prüfungen: erst ${before}, jetzt ${after}`,
    webhooks: 'Webhooks',
    webhooksFailed: 'Die Webhooks konnten nicht geladen werden.',
    noWebhooks: 'Noch keine Webhooks',
    noWebhooksWhy: 'GitHub, GitLab und Pipelines melden Deployments an einen Webhook.',
    sources: { github: 'GitHub', gitlab: 'GitLab', ci: 'Andere Pipeline' },
    used: (when) => `zuletzt benutzt ${when}`,
    unused: 'nie benutzt',
    remove: 'Löschen',
    removeNamed: (name) => `${name} löschen`,
    removeTitle: (name) => `${name} löschen?`,
    removeText:
      'Adresse und Geheimnis funktionieren sofort nicht mehr. Deployments, die der Webhook gemeldet hat, bleiben.',
    add: 'Webhook hinzufügen',
    name: 'Name',
    source: 'Absender',
    environments: 'Umgebungen',
    environmentsHint: 'Nur Deployments in diese zählen, durch Kommas getrennt. Leer lassen für alle.',
    workflow: 'Workflow',
    workflowHints: {
      github: 'Erfolgreiche Läufe dieses Workflows zählen auch. Leer lassen, wenn du Deployments oder Releases nutzt.',
      gitlab: 'Erfolgreiche Pipelines mit diesem Namen oder Branch zählen auch. Leer lassen, wenn du Umgebungen nutzt.',
    },
    tags: 'Tags',
    tagsHint: 'Seine Deployments betreffen Monitore mit einem dieser Tags, oder alle Monitore.',
    cancel: 'Abbrechen',
    create: 'Webhook anlegen',
    created: (name) => `Webhook ${name} angelegt`,
    steps: {
      github:
        'Öffne im Repository Settings → Webhooks → Add webhook. Trage Adresse und Geheimnis ein, wähle ' +
        'application/json und aktiviere Deployment statuses.',
      gitlab:
        'Öffne im Projekt Settings → Webhooks → Add new webhook. Trage Adresse und Secret token ein und aktiviere ' +
        'Deployment events.',
      ci: 'Rufe das am Ende der Pipeline auf:',
    },
    address: 'Adresse',
    secret: 'Geheimnis',
    once: 'Kopiere das Geheimnis jetzt. Lapwing zeigt es nicht noch einmal an.',
    kept: 'Ich habe das Geheimnis kopiert',
  },
})
