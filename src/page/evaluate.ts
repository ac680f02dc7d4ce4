import { pause } from '../core/client/pause.ts'
import { createBoards, showCells } from '../core/evaluate/board-state.ts'
import type { CheckWorld } from '../core/evaluate/checks/check-world.ts'
import type { PatternJob, PatternResult } from '../core/evaluate/checks/pattern.ts'
import { followChecks } from '../core/evaluate/recheck.ts'
import { createEvaluation } from '../core/evaluate/run/evaluation.ts'
import { localText, sessionText } from '../core/storage/db/browser-storage.ts'
import * as boardStorage from '../core/storage/evaluate/boards.ts'
import { jobClient } from '../ui/workers/job-client.ts'
import { client } from './client.ts'
import { saveFinished } from './save-finished.ts'
// oxlint-disable-next-line import/default -- made by Vite
import workerUrl from './workers/pattern.worker.ts?worker&url'
import { runSnippetInWorker } from './workers/snippet-client.ts'
import { validateInWorker } from './workers/validate-client.ts'

/** The boards of this browser, and the one on the screen. */
export const boards = createBoards({
  client,
  storage: boardStorage,
  loadCells: (boardId) => evaluation.load(boardId),
  texts: { tab: sessionText, browser: localText },
})

/** The workers of this page that checks need. */
export const checkWorkers: Pick<CheckWorld, 'findPattern' | 'validateJson' | 'runCode'> = {
  findPattern: (job) => findPattern(job),
  validateJson: (text, schema) =>
    validateInWorker({ text, format: { type: 'json_schema', json_schema: { schema } } }),
  runCode: (code, args) => runSnippetInWorker({ code, args, asJson: true }, CODE_SECONDS),
}

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

/** Longest that a regular expression may take, s: some take years. */
const PATTERN_SECONDS = 2

/** Longest that the code of a check may take, s. */
const CODE_SECONDS = 5

const findPattern = jobClient<PatternJob, PatternResult>(workerUrl, {
  silence: PATTERN_SECONDS * 1000,
  words: `The regular expression timed out after ${PATTERN_SECONDS} s.`,
})
