import { defineMessages } from '../../../i18n.ts'

export const useAppearanceMessages = defineMessages({
  title: ['Appearance', 'Aussehen'],
  logo: ['Logo', 'Logo'],
  logoHint: [
    'PNG, JPEG or WebP, up to 180 KB. Visitors see it in place of the name, immediately.',
    'PNG, JPEG oder WebP, bis 180 KB. Besucher sehen es sofort anstelle des Namens.',
  ],
  darkLogo: ['Logo for the dark theme', 'Logo für das dunkle Design'],
  darkLogoHint: [
    'Optional. Without it, visitors see the same logo on both themes.',
    'Optional. Ohne dieses sehen Besucher in beiden Designs dasselbe Logo.',
  ],
  logoSize: (width: number, height: number) => [
    `${width} × ${height} pixels, shown in the preview`,
    `${width} × ${height} Pixel, in der Vorschau zu sehen`,
  ],
  upload: ['Upload logo', 'Logo hochladen'],
  replace: ['Replace logo', 'Logo ersetzen'],
  removeLogo: ['Remove logo', 'Logo entfernen'],
  logoSaved: ['Logo saved', 'Logo gespeichert'],
  logoRemoved: ['Logo removed', 'Logo entfernt'],
  tooLarge: (size: string) => [
    `This file is ${size}. Choose one of at most 180 KB.`,
    `Diese Datei ist ${size} groß. Wähle eine mit höchstens 180 KB.`,
  ],
  unreadable: [
    'The file could not be read. Choose it again.',
    'Die Datei konnte nicht gelesen werden. Wähle sie noch einmal.',
  ],
  descriptionHint: ['Shown above the status.', 'Steht über dem Status.'],
  themes: {
    auto: ["Visitor's system", 'Wie beim Besucher'],
    light: ['Light', 'Hell'],
    dark: ['Dark', 'Dunkel'],
  },
  languageHint: [
    'For visitors whose language the page does not have, and for automatic announcements.',
    'Für Besucher, deren Sprache die Seite nicht hat, und für automatische Ankündigungen.',
  ],
  days: ['Days shown', 'Angezeigte Tage'],
  daysHint: ['Bars per component.', 'Balken je Komponente.'],
  dayCount: (days: number) => [`${days} days`, `${days} Tage`],
  dim: ['Pale bars for days without data', 'Blasse Balken für Tage ohne Daten'],
  dimHint: [
    'Days before a component was monitored. Off: grey bars of the usual height.',
    'Tage, bevor eine Komponente überwacht wurde. Aus: graue Balken in üblicher Höhe.',
  ],
  support: ['Support link', 'Support-Link'],
  supportHint: [
    'Where visitors get help: https://… or mailto:…. Shown at the top of the page.',
    'Wo Besucher Hilfe bekommen: https://… oder mailto:…. Steht oben auf der Seite.',
  ],
  footer: ['Footer', 'Fußzeile'],
  footerHint: ['For example your company and its legal notice.', 'Zum Beispiel deine Firma und ihr Impressum.'],
})
