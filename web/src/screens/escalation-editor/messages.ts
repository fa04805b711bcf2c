import { defineMessages } from '../../i18n.ts'

export const usePolicyMessages = defineMessages({
  newTitle: ['New escalation policy', 'Neue Eskalationsregel'],
  editTitle: (name: string) => [`Edit ${name}`, `${name} bearbeiten`],
  step: (number: number) => [`Step ${number}`, `Schritt ${number}`],
  delayFirst: ['Minutes after the alert', 'Minuten nach dem Alarm'],
  delay: ['Minutes after the previous step', 'Minuten nach dem vorigen Schritt'],
  addTarget: ['Page', 'Alarmiert'],
  groups: {
    schedule: ['Who is on call', 'Wer Bereitschaft hat'],
    user: ['People', 'Personen'],
    contact_group: ['Contact groups', 'Kontaktgruppen'],
    channel: ['Channels', 'Kanäle'],
  },
  targets: ['Pages', 'Alarmiert'],
  noTarget: ['Choose who this step pages.', 'Wähle, wen dieser Schritt alarmiert.'],
  remove: (name: string) => [`Remove ${name}`, `${name} entfernen`],
  removeStep: ['Remove step', 'Schritt entfernen'],
  addStep: ['Add step', 'Schritt hinzufügen'],
  repeat: ['Repeat all steps', 'Alle Schritte wiederholen'],
  repeatHint: [
    'How many times the steps repeat while nobody acknowledges the incident: 0 to 10.',
    'Wie oft sich die Schritte wiederholen, solange niemand den Vorfall bestätigt: 0 bis 10.',
  ],
  create: ['Add policy', 'Regel hinzufügen'],
  couldNotLoad: ['The escalation policy could not be loaded.', 'Die Eskalationsregel konnte nicht geladen werden.'],
})
