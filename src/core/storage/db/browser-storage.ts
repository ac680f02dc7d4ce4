/** The browser's small storage for text. Where it is refused nothing throws, and nothing lasts. */
export interface TextStorage {
  /** Undefined when nothing is stored, or nothing may be read. */
  load(key: string): string | undefined
  /** The stored text as JSON data; undefined also when it is not JSON. */
  loadJson(key: string): unknown
  /** False when it could not be stored. */
  save(key: string, text: string): boolean
  remove(key: string): void
  /** The keys that begin with a prefix, in no order. */
  keys(prefix: string): readonly string[]
}

/** What lasts until it is cleared, for all tabs. */
export const localText = textStorage(() => localStorage)

/** What lasts as long as this tab. */
export const sessionText = textStorage(() => sessionStorage)

/** `storage` is asked at each use: where it is refused, naming it throws. */
export function textStorage(storage: () => Storage): TextStorage {
  const load = (key: string) => attempt(() => storage().getItem(key) ?? undefined)
  return {
    load,
    loadJson: (key) => attempt((): unknown => JSON.parse(load(key) ?? '')),
    save: (key, text) =>
      attempt(() => {
        storage().setItem(key, text)
        return true
      }) ?? false,
    remove: (key) => attempt(() => storage().removeItem(key)),
    keys: (prefix) =>
      attempt(() => {
        const { length } = storage()
        const all = Array.from({ length }, (_, at) => storage().key(at) ?? '')
        return all.filter((key) => key.startsWith(prefix))
      }) ?? [],
  }
}

function attempt<Result>(run: () => Result): Result | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
