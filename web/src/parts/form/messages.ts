import { defineMessages, plural } from '../../i18n.ts'

export const minPasswordLength = 12

export const formActionMessages = defineMessages({ en: { cancel: 'Cancel' }, de: { cancel: 'Abbrechen' } })

export const formErrorMessages = defineMessages({
  en: {
    again: 'You can try again now.',
  },
  de: {
    again: 'Du kannst es jetzt noch einmal versuchen.',
  },
})

export const passwordMessages = defineMessages({
  en: {
    show: 'Show',
    hide: 'Hide',
    hint: `At least ${minPasswordLength} characters. Try four random words.`,
    more: (count: number) =>
      plural('en', count, { one: '1 more character needed.', other: `${count} more characters needed.` }),
    enough: 'Long enough.',
    long: 'Long and hard to guess.',
  },
  de: {
    show: 'Anzeigen',
    hide: 'Ausblenden',
    hint: `Mindestens ${minPasswordLength} Zeichen. Tipp: vier zufällige Wörter.`,
    more: (count) => plural('de', count, { one: 'Noch 1 Zeichen.', other: `Noch ${count} Zeichen.` }),
    enough: 'Lang genug.',
    long: 'Lang und schwer zu erraten.',
  },
})
