// Scales an image down: each pixel of the result is the mean of the pixels it replaces.

export interface Pixels {
  readonly width: number
  readonly height: number
  /** Red, green, blue and opacity of each pixel, row by row. */
  readonly data: Uint8Array | Uint8ClampedArray
}

/** Returns an image that fits unchanged. */
export function shrink(pixels: Pixels, maxSize: { width: number; height: number }): Pixels {
  const scale = Math.min(1, maxSize.width / pixels.width, maxSize.height / pixels.height)
  if (scale === 1) return pixels
  const width = Math.max(1, Math.round(pixels.width * scale))
  const height = Math.max(1, Math.round(pixels.height * scale))
  const data = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const left = Math.floor((x * pixels.width) / width)
      const top = Math.floor((y * pixels.height) / height)
      const right = Math.max(left + 1, Math.floor(((x + 1) * pixels.width) / width))
      const bottom = Math.max(top + 1, Math.floor(((y + 1) * pixels.height) / height))
      data.set(meanOf(pixels, { left, top, right, bottom }), (y * width + x) * 4)
    }
  return { width, height, data }
}

interface PixelBox {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Weights pixels by their opacity, so that transparent ones leave no fringe. */
function meanOf({ width, data }: Pixels, { left, top, right, bottom }: PixelBox): number[] {
  let [red, green, blue, opacity] = [0, 0, 0, 0]
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      const at = (y * width + x) * 4
      const alpha = data[at + 3]!
      red += data[at]! * alpha
      green += data[at + 1]! * alpha
      blue += data[at + 2]! * alpha
      opacity += alpha
    }
  if (opacity === 0) return [0, 0, 0, 0]
  const count = (right - left) * (bottom - top)
  return [red / opacity, green / opacity, blue / opacity, opacity / count].map(Math.round)
}
