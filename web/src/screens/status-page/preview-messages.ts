import { defineMessages } from '../../i18n.ts'

export const previewMessages = defineMessages({
  title: ['Preview', 'Vorschau'],
  hint: ['Draft, updates as you type', 'Entwurf, ändert sich beim Tippen'],
  frame: (name: string) => [`Preview of ${name}`, `Vorschau von ${name}`],
  width: ['Width', 'Breite'],
  desktop: ['Desktop', 'Desktop'],
  phone: ['Phone', 'Telefon'],
  theme: ['Theme', 'Design'],
  light: ['Light', 'Hell'],
  dark: ['Dark', 'Dunkel'],
  language: ['Language', 'Sprache'],
  outage: ['During an outage', 'Während eines Ausfalls'],
  sample: [
    'A sample outage of the first component. Visitors do not see it.',
    'Ein Beispielausfall der ersten Komponente. Besucher sehen ihn nicht.',
  ],
})
