const controls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Bidirectional controls as code points: they can make a reader see another program than runs. */
export function visibleBidi(text: string): string {
  return text.replace(
    controls,
    (char) => `[U+${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`,
  )
}
