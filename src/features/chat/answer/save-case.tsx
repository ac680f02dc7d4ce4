import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

import { ChunkBoundary } from '../../../ui/feedback/chunk-boundary.tsx'
import { lazyComponent } from '../../../ui/feedback/lazy-component.ts'
import { loadSaveCase } from '../lazy.ts'

const SaveCaseDialog = lazyComponent(() => loadSaveCase().then((module) => module.SaveCaseDialog))

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
    <ChunkBoundary>
      <SaveCaseDialog
        responseId={response.id}
        text={response.text}
        onClose={() => saveCaseStore.setState({ response: undefined })}
      />
    </ChunkBoundary>
  )
}
