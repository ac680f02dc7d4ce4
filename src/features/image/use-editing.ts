import { useStore } from 'zustand'

import { isEditing } from '../../core/image/run/runs.ts'
import { imageEditor } from '../../page/image.ts'

/** Whether this tab is waiting for an edit: nothing more is sent meanwhile. */
export function useEditing(): boolean {
  return useStore(imageEditor.runs, () => isEditing(imageEditor))
}
