// How pages, programs and addresses write a text.
type Spelling = (text: string) => string

const bytesOf = (text: string): number[] => [...Buffer.from(text)]
const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0')
const unitsOf = (text: string): number[] => Array.from({ length: text.length }, (_, n) => text.charCodeAt(n))
const charactersOf = (text: string): number[] => [...text].map((one) => one.codePointAt(0)!)
const html: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const mixedCase = (text: string): string =>
  text.replace(/[a-f]/gi, (digit, at: number) => (at % 2 ? digit.toUpperCase() : digit.toLowerCase()))

export const spellings: Record<string, Spelling> = {
  'as it is': (text) => text,
  'in JSON': (text) => JSON.stringify(text).slice(1, -1),
  'in JSON with escaped slashes': (text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
  'in JSON of ASCII only': (text) =>
    JSON.stringify(text)
      .slice(1, -1)
      .replace(/[^ -~]/g, (one) => `\\u${hex(one.charCodeAt(0), 4)}`),
  'as \\uXXXX': (text) =>
    unitsOf(text)
      .map((unit) => `\\u${hex(unit, 4).toUpperCase()}`)
      .join(''),
  'as \\u{X}': (text) =>
    charactersOf(text)
      .map((code) => `\\u{${hex(code, 1)}}`)
      .join(''),
  'in an address': (text) => encodeURIComponent(text),
  'in an address, in lower case': (text) => encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase()),
  'in an address, every byte': (text) =>
    mixedCase(
      bytesOf(text)
        .map((byte) => `%${hex(byte, 2)}`)
        .join(''),
    ),
  'in a form': (text) => new URLSearchParams([['', text]]).toString().slice(1),
  'in HTML': (text) => text.replace(/[&<>"']/g, (one) => html[one]!),
  'in HTML, decimal': (text) =>
    charactersOf(text)
      .map((code) => `&#${code};`)
      .join(''),
  'in HTML, hexadecimal': (text) =>
    mixedCase(
      charactersOf(text)
        .map((code) => `&#x${hex(code, 2)};`)
        .join(''),
    ),
}
