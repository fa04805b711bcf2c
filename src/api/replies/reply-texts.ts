// The texts of the pages that links in alerts open.
import type { ReplyAction, ReplyOutcome } from '../../domain/notifying/reply.ts'

interface ActionText {
  readonly question: string
  readonly effect: string
  readonly button: string
  readonly done: string
  readonly already: string
}

export interface ReplyTexts {
  readonly actions: Readonly<Record<ReplyAction, ActionText>>
  readonly outcomes: Readonly<Record<Exclude<ReplyOutcome, 'done' | 'already'>, { title: string; text: string }>>
  by(name: string): string
  actsAs(name: string): string
  readonly forwarded: string
  actsThrough(kind: string, channel: string): string
  readonly openIncident: string
}

export const replyTexts: Readonly<Record<'en' | 'de', ReplyTexts>> = {
  en: {
    actions: {
      acknowledge: {
        question: 'Acknowledge this incident?',
        effect: 'Reminders and escalation stop, and everyone who was alerted sees that someone takes care of it.',
        button: 'Acknowledge',
        done: 'Incident acknowledged',
        already: 'Already acknowledged',
      },
      resolve: {
        question: 'Resolve this incident?',
        effect: 'The incident closes. If the problem persists, a new incident opens after it is confirmed.',
        button: 'Resolve',
        done: 'Incident resolved',
        already: 'Already resolved',
      },
      mute: {
        question: 'Mute this monitor for 1 hour?',
        effect: 'Nobody gets alerts about this monitor for one hour. Checks continue, and uptime counts as before.',
        button: 'Mute for 1 hour',
        done: 'Muted for 1 hour',
        already: 'Already muted',
      },
      'pass-on': {
        question: 'Pass this incident on?',
        effect: 'The next step of the escalation is paged now.',
        button: 'Pass on',
        done: 'Incident passed on',
        already: 'Already acknowledged',
      },
    },
    outcomes: {
      resolved: { title: 'This incident is resolved', text: 'There is nothing left to do.' },
      expired: {
        title: 'This link has expired',
        text: 'Links in alerts work for 24 hours. Sign in to act on incidents.',
      },
      unknown: {
        title: 'This link does not work',
        text: 'It is incomplete, or its incident or channel no longer exists. Copy the whole link from the alert.',
      },
      replayed: { title: 'This link was already used', text: 'Each link in an alert works once.' },
      forbidden: { title: 'This is not possible', text: '' },
    },
    by: (name) => `By ${name}.`,
    actsAs: (name) => `This will be recorded as done by ${name}.`,
    forwarded: 'If that is not you, the alert was forwarded to you.',
    actsThrough: (kind, channel) => `This will be recorded as done through ${kind} (${channel}).`,
    openIncident: 'Open the incident',
  },
  de: {
    actions: {
      acknowledge: {
        question: 'Diesen Vorfall bestätigen?',
        effect: 'Erinnerungen und Eskalation enden, und alle Benachrichtigten sehen, dass sich jemand darum kümmert.',
        button: 'Bestätigen',
        done: 'Vorfall bestätigt',
        already: 'Bereits bestätigt',
      },
      resolve: {
        question: 'Diesen Vorfall schließen?',
        effect: 'Der Vorfall wird geschlossen. Besteht das Problem weiter, beginnt nach der Prüfung ein neuer Vorfall.',
        button: 'Schließen',
        done: 'Vorfall geschlossen',
        already: 'Bereits geschlossen',
      },
      mute: {
        question: 'Diesen Monitor 1 Stunde stummschalten?',
        effect:
          'Eine Stunde lang wird niemand zu diesem Monitor benachrichtigt. Er wird weiter geprüft, und die ' +
          'Verfügbarkeit zählt wie zuvor.',
        button: '1 Stunde stummschalten',
        done: 'Für 1 Stunde stummgeschaltet',
        already: 'Bereits stummgeschaltet',
      },
      'pass-on': {
        question: 'Diesen Vorfall weitergeben?',
        effect: 'Der nächste Schritt der Eskalation wird sofort benachrichtigt.',
        button: 'Weitergeben',
        done: 'Vorfall weitergegeben',
        already: 'Bereits bestätigt',
      },
    },
    outcomes: {
      resolved: { title: 'Dieser Vorfall ist behoben', text: 'Es ist nichts mehr zu tun.' },
      expired: {
        title: 'Dieser Link ist abgelaufen',
        text: 'Links in Benachrichtigungen gelten 24 Stunden. Melden Sie sich an, um Vorfälle zu bearbeiten.',
      },
      unknown: {
        title: 'Dieser Link funktioniert nicht',
        text:
          'Er ist unvollständig, oder sein Vorfall oder Kanal existiert nicht mehr. Kopieren Sie den ganzen Link aus ' +
          'der Benachrichtigung.',
      },
      replayed: {
        title: 'Dieser Link wurde bereits benutzt',
        text: 'Jeder Link in einer Benachrichtigung funktioniert einmal.',
      },
      forbidden: { title: 'Das ist nicht möglich', text: '' },
    },
    by: (name) => `Von ${name}.`,
    actsAs: (name) => `Als handelnde Person wird ${name} eingetragen.`,
    forwarded: 'Sind Sie das nicht, wurde die Benachrichtigung an Sie weitergeleitet.',
    actsThrough: (kind, channel) => `Eingetragen wird: über ${kind} (${channel}).`,
    openIncident: 'Vorfall öffnen',
  },
}
