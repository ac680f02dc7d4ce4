/** Strings from this length on are files in base64, or as long: characters. */
const LONG = 1_000_000
/** Characters encoded in one go, so that no task is long. */
const PIECE = 1024 * 1024

/**
 * A record as it is to be stored. A database copies strings in the page's own time, for a photo longer
 * than anyone should wait, but to Blobs it only refers; so long strings become Blobs of UTF-8.
 */
export async function externalize<Kept extends object>(record: Kept): Promise<Kept> {
  const blobs = new Map<unknown, Blob>()
  for (const [member] of membersOf(record)) {
    if (typeof member !== 'string' || member.length < LONG) continue
    const blob = await blobOf(member)
    if (blob !== undefined) blobs.set(member, blob)
  }
  return replaced(record, blobs)
}

/**
 * A stored record as it was. `isWanted` tells by its name in the record which long string is to be
 * read; the others are empty.
 */
export async function inline<Kept extends object>(
  record: Kept,
  isWanted: (name: string) => boolean = () => true,
): Promise<Kept> {
  const texts = new Map<unknown, string>()
  for (const [member, name] of membersOf(record))
    if (member instanceof Blob) texts.set(member, isWanted(name) ? await member.text() : '')
  return replaced(record, texts)
}

/** Everything in a record, with the name it has there. */
function membersOf(value: unknown, name = '', found: [unknown, string][] = []) {
  if (!isHolder(value)) found.push([value, name])
  else
    for (const key in value)
      membersOf(Reflect.get(value, key), Array.isArray(value) ? name : key, found)
  return found
}

/** A record with some members replaced; what holds none of them stays the very same. */
function replaced<Value>(value: Value, by: ReadonlyMap<unknown, unknown>): Value {
  if (by.size === 0) return value
  if (!isHolder(value)) return (by.get(value) ?? value) as Value
  if (Array.isArray(value)) return value.map((member: unknown) => replaced(member, by)) as Value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, replaced(member, by)]),
  ) as Value
}

function isHolder(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof Blob)
}

/** Undefined for what is no proper Unicode: it would not come back as it was. */
async function blobOf(text: string): Promise<Blob | undefined> {
  const pieces: Blob[] = []
  for (let at = 0; at < text.length;) {
    // The halves of a character are not parted.
    const isWithin = /[\uD800-\uDBFF]/.test(text.charAt(at + PIECE - 1))
    const end = Math.min(text.length, at + PIECE + (isWithin ? 1 : 0))
    const piece = text.slice(at, end)
    if (/\p{Surrogate}/u.test(piece)) return undefined
    pieces.push(new Blob([piece]))
    at = end
    await new Promise((resolve) => setTimeout(resolve))
  }
  return new Blob(pieces)
}
