/** An id or address cut in the middle to at most `max` characters: "0x71C7…976F". */
export function middleEllipsis(text: string, max = 13): string {
  if (text.length <= max) return text
  const kept = max - 1
  const head = Math.ceil(kept / 2)
  return `${text.slice(0, head)}…${text.slice(text.length - (kept - head))}`
}
