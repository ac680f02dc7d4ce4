import { currentPath } from '../../ui/hooks/location.tsx'
import { readRoute } from '../read-route.ts'

/** The shortcuts of the shell: what listens, tooltips, the palette and the list of them read these. */
export const keys = {
  palette: 'mod+k',
  newChat: 'mod+shift+o',
  model: 'mod+/',
  inspector: 'mod+i',
  shortcuts: '?',
} as const

/** Leads to the field of the model and opens its list; where the page has none, in the chat. */
export function focusModel(navigate: (path: string) => void): void {
  if (modelField() === undefined && readRoute(currentPath())?.area !== '/chat') navigate('/chat')
  // After a dialog has closed, and the chat is drawn.
  requestAnimationFrame(() => {
    const field = modelField()
    field?.focus()
    field?.click()
  })
}

/** By its name, which is the same in every area. */
function modelField(): HTMLElement | undefined {
  const fields = document.querySelectorAll<HTMLElement>('[role=combobox][aria-label^=Model]')
  return [...fields].find((field) => field.checkVisibility())
}
