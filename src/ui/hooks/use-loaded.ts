import { useEffect, useState } from 'react'

/** What was loaded last, anew whenever `deps` change; undefined before the first. Use a `load` that does not reject. */
export function useLoaded<Value>(
  load: () => Promise<Value> | undefined,
  deps: readonly unknown[],
): Value | undefined {
  const [value, setValue] = useState<Value>()
  useEffect(() => {
    let isCurrent = true
    void load()?.then((loaded) => {
      if (isCurrent) setValue(() => loaded)
    })
    return () => {
      isCurrent = false
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the caller says what a new load depends on
  }, deps)
  return value
}
