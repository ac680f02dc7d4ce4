import { showToast } from '../../../ui/feedback/toast-store.ts'

/** Opens a board file as a new board, or says why not. */
export async function openFile(file: File): Promise<void> {
  try {
    const { openBoardFile } = await import('./save-export.ts')
    await openBoardFile(file)
  } catch {
    showToast("Couldn't open the file. Try again.")
  }
}
