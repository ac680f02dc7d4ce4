import { useEffect } from 'react'

import { useSearchParams } from './location.tsx'

/**
 * Calls back with the parameters of the address when it has any of these names, and takes them out
 * of it, so that a reload or a step back does not apply them again. Both arguments must be stable.
 */
export function useSearchOnce(
  names: readonly string[],
  apply: (search: URLSearchParams) => void,
): void {
  const [search, setSearch] = useSearchParams()
  const isGiven = names.some((name) => search.has(name))
  useEffect(() => {
    if (!isGiven) return
    apply(search)
    setSearch(
      (current) => {
        for (const name of names) current.delete(name)
        return current
      },
      { replace: true },
    )
  }, [isGiven, names, apply, search, setSearch])
}
