/** The contents of a file as Base64; null if it cannot be read. */
export function base64Of(file: File): Promise<string | null> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result).replace(/^[^,]*,/, '')))
    reader.addEventListener('error', () => resolve(null))
    reader.readAsDataURL(file)
  })
}
