import { isJsonObject, type JsonValue } from './json.ts'

/** JSON with the members of every object in one order. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  )
}

interface StringPlace {
  /** The name it stands under, also when it is in a list that stands there. */
  key: string
  /** The object around it. */
  owner: Readonly<Record<string, unknown>>
  /** Names and places from the outside in: `messages.0.content`. */
  path: string
}

/** Calls `visit` for every string in a JSON value. */
export function eachString(
  value: JsonValue | undefined,
  visit: (text: string, place: StringPlace) => void,
  place: StringPlace = { key: '', owner: {}, path: '' },
): void {
  const at = (name: string) => (place.path === '' ? name : `${place.path}.${name}`)
  if (typeof value === 'string') visit(value, place)
  else if (Array.isArray(value))
    for (const [index, item] of value.entries())
      eachString(item, visit, { ...place, path: at(String(index)) })
  else if (isJsonObject(value))
    for (const [name, member] of Object.entries(value))
      eachString(member, visit, { key: name, owner: value, path: at(name) })
}
