import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

import { part } from '../../../ui/feedback/part.tsx'

const SaveCaseDialog = part(() => import('../save-case-dialog.tsx'), 'SaveCaseDialog')

/** The response that is to be saved as a case, and its text. */
const saveCaseStore = createStore<{ response: { id: string; text: string } | undefined }>(() => ({
  response: undefined,
}))

/** Asks which board a response is to be a case of: one dialog serves all messages, see {@link SaveCase}. */
export function openSaveCase(id: string, text: string): void {
  saveCaseStore.setState({ response: { id, text } })
}

/** The dialog of whichever response it was opened for. */
export function SaveCase() {
  const response = useStore(saveCaseStore, (state) => state.response)
  if (response === undefined) return null
  return (
    <SaveCaseDialog
      responseId={response.id}
      text={response.text}
      onClose={() => saveCaseStore.setState({ response: undefined })}
    />
  )
}
