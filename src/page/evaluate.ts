import { createBoards } from '../core/evaluate/board-state.ts'
import { localText, sessionText } from '../core/storage/db/browser-storage.ts'
import { client } from './client.ts'

/** The boards of this browser, and the one on the screen. */
export const boards = createBoards({
  client,
  loadStorage: () => import('../core/storage/evaluate/boards.ts'),
  storage: { tab: sessionText, browser: localText },
})
