/** Headers as name and value pairs, as `[...response.headers]` gives them. Names in any letter case. */
export type HeaderList = readonly (readonly [name: string, value: string])[]

/** The value of a header by name in any letter case; undefined when it is absent or empty. */
export function headerValue(headers: HeaderList, name: string): string | undefined {
  const wanted = name.toLowerCase()
  const found = headers.find(([candidate]) => candidate.toLowerCase() === wanted)?.[1].trim()
  return found === '' ? undefined : found
}
