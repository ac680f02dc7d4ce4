import { useEffect } from 'react'
import { useSearchParams } from 'wouter'

import { showToast } from '../../ui/toast-store.ts'
import { imageFormStore, setFields } from './image-form-store.ts'

/** What a short link may fill in. */
const PREFILLED = ['prompt', 'model'] as const

/** `/image?prompt=…&model=…` fills the form once, with a way back, and never sends. */
export function usePrefill(): void {
  const [search, setSearch] = useSearchParams()
  const isAsked = PREFILLED.some((name) => search.has(name))
  useEffect(() => {
    if (!isAsked) return
    const { fields } = imageFormStore.getState()
    const given = PREFILLED.map((name) => [name, search.get(name) ?? ''] as const)
    setFields({ ...fields, ...Object.fromEntries(given.filter(([, text]) => text !== '')) })
    showToast('Filled in from the link. Nothing was sent.', {
      label: 'Undo',
      run: () => setFields(fields),
    })
    setSearch(
      (current) => {
        for (const name of PREFILLED) current.delete(name)
        return current
      },
      { replace: true },
    )
  }, [isAsked, search, setSearch])
}
