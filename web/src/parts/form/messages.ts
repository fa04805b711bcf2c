import { defineMessages, plural } from '../../i18n.ts'

export const minPasswordLength = 12

export const useFormActionMessages = defineMessages({})

export const useFormErrorMessages = defineMessages({
  again: ['You can try again now.', 'Du kannst es jetzt noch einmal versuchen.'],
})

export const usePasswordMessages = defineMessages({
  show: ['Show', 'Anzeigen'],
  hide: ['Hide', 'Ausblenden'],
  hint: [
    `At least ${minPasswordLength} characters. Try four random words.`,
    `Mindestens ${minPasswordLength} Zeichen. Tipp: vier zufällige Wörter.`,
  ],
  more: (count: number) =>
    plural(
      count,
      ['1 more character needed.', 'Noch 1 Zeichen.'],
      [`${count} more characters needed.`, `Noch ${count} Zeichen.`],
    ),
  enough: ['Long enough.', 'Lang genug.'],
  long: ['Long and hard to guess.', 'Lang und schwer zu erraten.'],
})
