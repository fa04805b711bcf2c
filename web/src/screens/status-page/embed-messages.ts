import { defineMessages } from '../../i18n.ts'

export const useEmbedMessages = defineMessages({
  hidden: [
    'Embeds show something only while the page is public and has no password.',
    'Eingebettet ist nur etwas zu sehen, solange die Seite öffentlich ist und kein Passwort hat.',
  ],
  badge: ['Status badge', 'Status-Badge'],
  badgeHint: [
    'An image with the current status. Options: ?style=flat-square, &label=…, &component=… by name.',
    'Ein Bild mit dem aktuellen Status. Optionen: ?style=flat-square, &label=…, &component=… mit Namen.',
  ],
  markdown: ['Status badge in Markdown', 'Status-Badge in Markdown'],
  markdownHint: ['For a README.', 'Für eine README.'],
  uptime: ['Uptime badge', 'Verfügbarkeits-Badge'],
  uptimeHint: [
    'Uptime of the last 30 days. 7d and 90d work, too.',
    'Verfügbarkeit der letzten 30 Tage. Auch 7d und 90d sind möglich.',
  ],
  widget: ['Status line', 'Statuszeile'],
  widgetHint: [
    'A line of text with a link, for the foot of your site. It takes on the font of the page around it.',
    'Eine Zeile Text mit Link, für den Fuß deiner Website. Sie übernimmt die Schrift der Seite.',
  ],
  frame: ['Frame', 'Frame'],
  frameHint: ['The same without a script.', 'Dasselbe ohne Skript.'],
  alt: (name: string) => [`${name} status`, `Status von ${name}`],
  uptimeAlt: (name: string) => [`${name} uptime`, `Verfügbarkeit von ${name}`],
  copy: (what: string) => [`Copy: ${what}`, `Kopieren: ${what}`],
})
