import { defineMessages } from '../../i18n.ts'

export const usePreviewMessages = defineMessages({
  title: ['Preview', 'Vorschau'],
  hint: ['Draft, updates as you type', 'Entwurf, ändert sich beim Tippen'],
  frame: (name: string) => [`Preview of ${name}`, `Vorschau von ${name}`],
  width: ['Width', 'Breite'],
  desktop: ['Desktop', 'Desktop'],
  light: ['Light', 'Hell'],
  dark: ['Dark', 'Dunkel'],
  outage: ['During an outage', 'Während eines Ausfalls'],
  sample: [
    'A sample outage of the first component. Visitors do not see it.',
    'Ein Beispielausfall der ersten Komponente. Besucher sehen ihn nicht.',
  ],
})
