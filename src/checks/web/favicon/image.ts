// Detects the image type of bytes by their signature.

export type ImageFormat = 'PNG' | 'ICO' | 'GIF' | 'JPEG' | 'WebP' | 'AVIF' | 'BMP' | 'SVG'

const beginnings: readonly (readonly [ImageFormat, RegExp])[] = [
  ['PNG', /^\x89PNG\r\n\x1a\n/],
  // At least one image with its directory entry.
  ['ICO', /^\0\0[\x01\x02]\0(?!\0\0)[^]{18}/],
  ['GIF', /^GIF8[79]a/],
  ['JPEG', /^\xff\xd8\xff/],
  ['WebP', /^RIFF[^]{4}WEBP/],
  ['AVIF', /^[^]{4}ftypavi[fs]/],
  ['BMP', /^BM[^]{12}/],
]

export function imageFormat(bytes: Buffer): ImageFormat | null {
  const start = bytes.toString('latin1', 0, 64)
  const known = beginnings.find(([, pattern]) => pattern.test(start))?.[0]
  return known ?? (isSvg(bytes) ? 'SVG' : null)
}

const svgHead = 65_536

/** XML whose first element is <svg>, after optional comments, instructions and DOCTYPE. */
function isSvg(bytes: Buffer): boolean {
  let text = bytes.toString('utf8', 0, svgHead).replace(/^\ufeff/, '')
  for (;;) {
    text = text.trimStart()
    const end = endOfProlog(text)
    if (end === null) return /^<(\w+:)?svg[\s>/]/.test(text)
    text = text.slice(end)
  }
}

/** The end of the comment, instruction or DOCTYPE at the start of the text; null if there is none. */
function endOfProlog(text: string): number | null {
  const behind = (end: string, from = 0): number => (text.indexOf(end, from) + 1 || text.length) + end.length - 1
  if (text.startsWith('<!--')) return behind('-->')
  if (text.startsWith('<?')) return behind('?>')
  if (!/^<!doctype\s+(\w+:)?svg\b/i.test(text)) return null
  const opening = text.search(/[[>]/)
  return behind('>', text[opening] === '[' ? behind(']', opening) : 0)
}

/** Whether browsers display it with this content type. They sniff the bytes, except for SVG. */
export function isSentAsImage(format: ImageFormat | null, contentType: string): boolean {
  const type = contentType.split(';')[0]!.trim().toLowerCase()
  if (format === 'SVG' || type === 'image/svg+xml') return format === 'SVG' && type === 'image/svg+xml'
  return format !== null && type.startsWith('image/')
}
