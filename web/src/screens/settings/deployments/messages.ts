import { defineMessages, plural } from '../../../i18n.ts'

export const useDeploymentMessages = defineMessages({
  deployments: ['Recent deployments', 'Letzte Deployments'],
  failed: ['The deployments could not be loaded.', 'Die Deployments konnten nicht geladen werden.'],
  none: ['No deployments yet', 'Noch keine Deployments'],
  noneWhy: [
    'Add a webhook, and charts and incidents show what was deployed. Lapwing also compares monitors before and after.',
    'Füge einen Webhook hinzu: Diagramme und Vorfälle zeigen dann, was ausgerollt wurde, und Lapwing vergleicht die ' +
      'Monitore vorher und nachher.',
  ],
  notCompared: [
    'Will be compared ten minutes after the deployment',
    'Wird zehn Minuten nach dem Deployment verglichen',
  ],
  tooFew: ['Too few checks to compare', 'Zu wenige Prüfungen für einen Vergleich'],
  unchanged: (count: number) =>
    plural(
      count,
      ['1 monitor compared: not worse', '1 Monitor verglichen: nicht schlechter'],
      [`${count} monitors compared: none is worse`, `${count} Monitore verglichen: keiner ist schlechter`],
    ),
  worse: (worse: number, compared: number) => [
    `${worse} of ${compared} monitors worse than before`,
    `${worse} von ${compared} Monitoren schlechter als vorher`,
  ],
  times: (before: string, after: string) => [
    `response time from ${before} to ${after}`,
    `Antwortzeit von ${before} auf ${after}`,
  ],
  share: (failed: number, total: number) => [`${failed} of ${total}`, `${failed} von ${total}`],
  failures: (before: string, after: string) => [
    `failed checks from ${before} to ${after}`,
    `fehlgeschlagene Prüfungen: erst ${before}, jetzt ${after}`,
  ],
  webhooks: ['Webhooks', 'Webhooks'],
  webhooksFailed: ['The webhooks could not be loaded.', 'Die Webhooks konnten nicht geladen werden.'],
  noWebhooks: ['No webhooks yet', 'Noch keine Webhooks'],
  noWebhooksWhy: [
    'GitHub, GitLab and pipelines report deployments to a webhook.',
    'GitHub, GitLab und Pipelines melden Deployments an einen Webhook.',
  ],
  sources: {
    github: ['GitHub', 'GitHub'],
    gitlab: ['GitLab', 'GitLab'],
    ci: ['Other pipeline', 'Andere Pipeline'],
  },
  removeText: [
    'Its address and secret stop working immediately. Deployments that it reported stay.',
    'Adresse und Geheimnis funktionieren sofort nicht mehr. Deployments, die der Webhook gemeldet hat, bleiben.',
  ],
  add: ['Add webhook', 'Webhook hinzufügen'],
  source: ['Sender', 'Absender'],
  environments: ['Environments', 'Umgebungen'],
  environmentsHint: [
    'Only deployments to these count, separated by commas. Leave empty for all.',
    'Nur Deployments in diese zählen, durch Kommas getrennt. Leer lassen für alle.',
  ],
  workflow: ['Workflow', 'Workflow'],
  workflowHints: {
    github: [
      'Successful runs of this workflow count too. Leave empty if you use deployments or releases.',
      'Erfolgreiche Läufe dieses Workflows zählen auch. Leer lassen, wenn du Deployments oder Releases nutzt.',
    ],
    gitlab: [
      'Successful pipelines with this name or branch count too. Leave empty if you use environments.',
      'Erfolgreiche Pipelines mit diesem Namen oder Branch zählen auch. Leer lassen, wenn du Umgebungen nutzt.',
    ],
  },
  tagsHint: [
    'Its deployments concern monitors with one of these tags. Leave empty for all monitors.',
    'Seine Deployments betreffen Monitore mit einem dieser Tags. Leer lassen für alle Monitore.',
  ],
  create: ['Create webhook', 'Webhook anlegen'],
  created: (name: string) => [`Webhook ${name} created`, `Webhook ${name} angelegt`],
  steps: {
    github: [
      'In the repository, open Settings → Webhooks → Add webhook. Enter the address and the secret, choose ' +
        'application/json, and select Deployment statuses.',
      'Öffne im Repository Settings → Webhooks → Add webhook. Trage Adresse und Geheimnis ein, wähle ' +
        'application/json und aktiviere Deployment statuses.',
    ],
    gitlab: [
      'In the project, open Settings → Webhooks → Add new webhook. Enter the address and the secret token, and ' +
        'select Deployment events.',
      'Öffne im Projekt Settings → Webhooks → Add new webhook. Trage Adresse und Secret token ein und aktiviere ' +
        'Deployment events.',
    ],
    ci: ['Call this at the end of the pipeline:', 'Rufe das am Ende der Pipeline auf:'],
  },
  secret: ['Secret', 'Geheimnis'],
  once: [
    'Copy the secret now. Lapwing does not show it again.',
    'Kopiere das Geheimnis jetzt. Lapwing zeigt es nicht noch einmal an.',
  ],
  kept: ['I have copied the secret', 'Ich habe das Geheimnis kopiert'],
})
