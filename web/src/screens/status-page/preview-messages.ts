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
  logoLostOnDark: [
    'The logo is hard to see on the dark theme. Add one for it under Appearance.',
    'Das Logo ist im dunklen Design kaum zu sehen. Füge unter „Aussehen“ eines dafür hinzu.',
  ],
  logoLostOnLight: [
    'The logo is hard to see on the light theme. Use a darker one, and this one for the dark theme.',
    'Das Logo ist im hellen Design kaum zu sehen. Nimm ein dunkleres, und dieses für das dunkle Design.',
  ],
  sample: [
    'A sample outage of the first component. Visitors do not see it.',
    'Ein Beispielausfall der ersten Komponente. Besucher sehen ihn nicht.',
  ],
})
