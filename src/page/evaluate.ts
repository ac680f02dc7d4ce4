import { pause } from '../core/client/pause.ts'
import { createBoards, showCells } from '../core/evaluate/board-state.ts'
import { followChecks } from '../core/evaluate/recheck.ts'
import { createEvaluation } from '../core/evaluate/run/evaluation.ts'
import { localText, sessionText } from '../core/storage/db/browser-storage.ts'
import * as boardStorage from '../core/storage/evaluate/boards.ts'
import { client } from './client.ts'
import { saveFinished } from './save-finished.ts'
import { checkWorkers } from './workers/check-workers.ts'

/** The boards of this browser, and the one on the screen. */
export const boards = createBoards({
  client,
  storage: boardStorage,
  loadCells: (boardId) => evaluation.load(boardId),
  texts: { tab: sessionText, browser: localText },
})

/** The runs of this tab. */
export const evaluation = createEvaluation({
  client,
  storage: boardStorage,
  checkWorkers,
  wait: pause,
  onCells: (records) => showCells(boards, records),
  onExchange: (exchangeId) => void saveFinished(exchangeId, 'evaluate'),
})

followChecks(boards, evaluation, pause)

/** Where this tab keeps the message that is being written to a board. */
export const messageKey = (boardId: string) => `playground.evaluate.message.${boardId}`

/** The board that Compare has just opened, until it is shown: its message has the focus, and B's models are listed. */
export const compared: { boardId?: string } = {}
