// The line icons: 16 by 16, one stroke. They are hidden from screen readers.
const paths = {
  back: 'm10 4-4 4 4 4',
  bell: 'M4 6.5a4 4 0 0 1 8 0c0 3.5 1.5 4.5 1.5 4.5h-11S4 10 4 6.5ZM6.5 13.5h3',
  bolt: 'M9 1.5 3.5 9H8l-1 5.5L12.5 7H8Z',
  book: 'M8 4c-1.5-1-3.5-1.3-5.5-1v9.5c2-.3 4 0 5.5 1 1.5-1 3.5-1.3 5.5-1V3c-2-.3-4 0-5.5 1ZM8 4v9.5',
  calendar: 'M3.5 3.5h9a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1v-8a1 1 0 0 1 1-1ZM2.5 6.5h11M5.5 2v3M10.5 2v3',
  check: 'm3.5 8.5 3 3 6-7',
  clock: 'M8 14a6 6 0 1 0 0-12 6 6 0 0 0 0 12ZM8 4.8V8l2.2 1.5',
  close: 'm4 4 8 8m0-8-8 8',
  copy: 'M6.5 5.5h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-6a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1ZM10.5 5.5v-3h-8v8h3',
  diagnose: 'M11.5 7a4.5 4.5 0 1 1-9 0 4.5 4.5 0 0 1 9 0ZM10.5 10.5l3.5 3.5M5 7h1l1-2 1 3.5L9 7',
  down: 'm4 6 4 4 4-4',
  edit: 'm10.5 3 2.5 2.5L6 12.5l-3 .5.5-3Z',
  forward: 'm6 4 4 4-4 4',
  grip: 'M5.5 3.5h.01M10.5 3.5h.01M5.5 8h.01M10.5 8h.01M5.5 12.5h.01M10.5 12.5h.01',
  home: 'M2.5 7.2 8 2.5l5.5 4.7v6.3h-4v-4h-3v4h-4Z',
  hosts:
    'M3.5 2.5h9a1 1 0 0 1 1 1V6a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1V3.5a1 1 0 0 1 1-1ZM3.5 9h9a1 1 0 0 1 1 ' +
    '1v2.5a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1V10a1 1 0 0 1 1-1ZM5 4.8h.01M5 11.3h.01',
  key: 'M7.5 11a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0ZM7 9l6-6M11 5l2 2',
  link:
    'M6.5 9.5a2.5 2.5 0 0 0 3.5 0l2.5-2.5a2.5 2.5 0 0 0-3.5-3.5L8 4.5M9.5 6.5a2.5 2.5 0 0 0-3.5 0L3.5 ' +
    '9A2.5 2.5 0 0 0 7 12.5l1-1',
  lock: 'M4.5 7h7a1 1 0 0 1 1 1v4.5a1 1 0 0 1-1 1h-7a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1ZM5.5 7V5a2.5 2.5 0 0 1 5 0v2',
  mail: 'M3 3.5h10a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1ZM2.5 4.5l5.5 4 5.5-4',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  minus: 'M3 8h10',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  pages:
    'M3.5 2.5h9A1.5 1.5 0 0 1 14 4v8a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 2 12V4a1.5 1.5 0 0 1 ' +
    '1.5-1.5ZM2 6h12M5 9h3M5 11h6',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  people:
    'M8.5 5.5a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0ZM1.5 13.5c.3-2.7 2-4 4.5-4s4.2 1.3 4.5 4M10.5 3.2a2.5 ' +
    '2.5 0 0 1 0 4.6M12 9.9c1.5.5 2.3 1.7 2.5 3.6',
  play: 'M5 3.5v9l7-4.5Z',
  plus: 'M8 3v10M3 8h10',
  pulse: 'M1.5 8.5h3l2-5.5 3 10 2-4.5h3',
  refresh: 'M13 8a5 5 0 1 1-1.5-3.5L13 6M13 2.5V6H9.5',
  reports: 'M2.5 13.5h11M4.5 11V8M8 11V3.5M11.5 11V6',
  search: 'M11.5 7a4.5 4.5 0 1 1-9 0 4.5 4.5 0 0 1 9 0ZM10.5 10.5l3.5 3.5',
  send: 'M14 2 7.5 8.5M14 2l-4 12-2.5-5.5L2 6Z',
  settings:
    'M10.2 8a2.2 2.2 0 1 1-4.4 0 2.2 2.2 0 0 1 4.4 0ZM8 1.8v2M8 12.2v2M1.8 8h2M12.2 8h2M3.6 3.6 5 5M11 ' +
    '11l1.4 1.4M12.4 3.6 11 5M5 11l-1.4 1.4',
  signOut: 'M6.5 2.5h-3a1 1 0 0 0-1 1v9a1 1 0 0 0 1 1h3M10 5l3 3-3 3M13 8H6',
  sun:
    'M10.5 8a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0ZM8 1.5v1.5M8 13v1.5M1.5 8H3M13 8h1.5M3.4 3.4l1 1M11.6 ' +
    '11.6l1 1M12.6 3.4l-1 1M4.4 11.6l-1 1',
  swap: 'M3 5.5h9M9.5 3 12 5.5 9.5 8M13 10.5H4M6.5 8 4 10.5 6.5 13',
  tag: 'M2.5 2.5h5l6 6-5 5-6-6ZM5.5 5.5h.01',
  trash: 'M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.5 9h6l.5-9M7 7v4M9 7v4',
  up: 'm4 10 4-4 4 4',
  wrench: 'M13.5 4.5 11 7 9 5l2.5-2.5a3.5 3.5 0 0 0-4.7 4.3L2.5 11 5 13.5l4.2-4.3a3.5 3.5 0 0 0 4.3-4.7Z',
} as const

export type IconName = keyof typeof paths

export function Icon({ name, size = 16, className }: { name: IconName; size?: number; className?: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'more' || name === 'grip' ? 2 : 1.4}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className}
    >
      <path d={paths[name]} />
    </svg>
  )
}

const lapwing =
  'M1.6 2.4C4.9 6.8 9.9 8.3 15 7.1c2-1.6 5.6-1.9 8.2-.3 1.5.9 2.3 2.3 2.5 3.7l5.3 2.2-5.4 ' +
  '1.2c-.1 1.7-.9 2.7-.7 4.6.3 2.9 1.9 5.9.2 10H5c4.1-3.1 7.9-6.8 ' +
  '8.5-11.6.3-2.3.1-4.6.6-7C9.2 10.3 4.1 7.9 1.6 2.4Zm14.3 11.8c-.2 1.2-.4 2.3-.7 3.4 2.7.5 ' +
  '5.9-.1 7.9-2.3.3-.4.4-.8.2-1.1-2.1-1.5-5.1-1.7-7.4 0Zm5-5.1a1.2 1.2 0 1 0 0 2.4 1.2 1.2 0 ' +
  '0 0 0-2.4Z'

export function Mark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="currentColor" aria-hidden="true">
      <path fillRule="evenodd" d={lapwing} />
    </svg>
  )
}
