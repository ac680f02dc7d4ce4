import { useEffect, useState } from 'react'

import { openKept } from './open-kept.ts'

/**
 * Brings an exchange that is not among those of the page from what is kept. `looking` until it is
 * there or known to be gone.
 */
export function useOpened(id: string | undefined, isThere: boolean): 'looking' | 'gone' | 'there' {
  const [gone, setGone] = useState<string>()
  const isSought = id !== undefined && id !== '' && !isThere
  useEffect(() => {
    if (!isSought) return
    void openKept(id).then((found) => setGone(found ? undefined : id))
  }, [id, isSought])
  return isSought ? (gone === id ? 'gone' : 'looking') : 'there'
}
