import { defineMessages } from '../../i18n.ts'

export const previewMessages = defineMessages({
  en: {
    title: 'Preview',
    hint: 'Draft, updates as you type',
    frame: (name: string) => `Preview of ${name}`,
    width: 'Width',
    desktop: 'Desktop',
    phone: 'Phone',
    theme: 'Theme',
    light: 'Light',
    dark: 'Dark',
    language: 'Language',
    outage: 'During an outage',
    sample: 'A sample outage of the first component. Visitors do not see it.',
  },
  de: {
    title: 'Vorschau',
    hint: 'Entwurf, ändert sich beim Tippen',
    frame: (name) => `Vorschau von ${name}`,
    width: 'Breite',
    desktop: 'Desktop',
    phone: 'Telefon',
    theme: 'Design',
    light: 'Hell',
    dark: 'Dunkel',
    language: 'Sprache',
    outage: 'Während eines Ausfalls',
    sample: 'Ein Beispielausfall der ersten Komponente. Besucher sehen ihn nicht.',
  },
})
