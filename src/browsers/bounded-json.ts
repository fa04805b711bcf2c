// Parses JSON of a hostile program: depth and size are checked before anything is built from it.

interface JsonLimits {
  readonly maxDepth: number
  /** Values and property names. */
  readonly maxValues: number
}

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Throws a RangeError when it exceeds the limits, and a SyntaxError when it is not JSON. */
export function parseBoundedJson(json: Buffer, { maxDepth, maxValues }: JsonLimits): unknown {
  let [depth, values, isInText] = [0, 1, false]
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]
    if (isInText) {
      if (byte === backslash) at++
      else if (byte === quote) isInText = false
    } else if (byte === quote) isInText = true
    else if (byte === openBracket || byte === openBrace) {
      depth++
      values++
    } else if (byte === closeBracket || byte === closeBrace) depth--
    else if (byte === comma || byte === colon) values++
    if (depth > maxDepth || values > maxValues) throw new RangeError('the JSON is too deep or has too much in it')
  }
  return JSON.parse(json.toString('utf8'))
}
