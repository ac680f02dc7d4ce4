import { showToast } from '../../ui/feedback/toast-store.ts'
import { useSearchOnce } from '../../ui/hooks/use-search-once.ts'
import { imageFormStore, setFields } from './image-form-store.ts'

/** What a short link may fill in. */
const PREFILLED = ['prompt', 'model'] as const

/** `/image?prompt=…&model=…` fills the form once, with a way back, and never sends. */
export function usePrefill(): void {
  useSearchOnce(PREFILLED, fill)
}

function fill(search: URLSearchParams): void {
  const { fields } = imageFormStore.getState()
  const given = PREFILLED.map((name) => [name, search.get(name) ?? ''] as const)
  setFields({ ...fields, ...Object.fromEntries(given.filter(([, text]) => text !== '')) })
  showToast('Filled in from the link. Nothing was sent.', {
    label: 'Undo',
    run: () => setFields(fields),
  })
}
