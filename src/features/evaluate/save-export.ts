import { addBoard } from '../../core/evaluate/board-state.ts'
import { boardFile, readBoardFile } from '../../core/evaluate/export/board-file.ts'
import { boardOfSetup } from '../../core/evaluate/export/board-setup.ts'
import { promptfooConfig } from '../../core/evaluate/export/promptfoo.ts'
import { resultRows, resultsCsv, resultsJsonl } from '../../core/evaluate/export/result-rows.ts'
import { resultsHtml } from '../../core/evaluate/export/results-html.ts'
import { connectionOf } from '../../core/evaluate/run/request-of-cell.ts'
import { fileName } from '../../core/format/file-name.ts'
import { leftOutText } from '../../core/share/import/import-report.ts'
import { boards } from '../../page/evaluate.ts'
import { showToast } from '../../ui/feedback/toast.tsx'
import { saveFile } from '../../ui/files.ts'

export type ExportFormat = 'CSV' | 'JSONL' | 'HTML' | 'promptfoo' | 'Board file'

/** Saves the board on the screen, or its results, as a file. */
export function saveExport(format: ExportFormat): void {
  const { board } = boards.state.getState()
  const records = [...boards.cells.getState().cells.values()].flat()
  const { votes } = boards.votes.getState()
  const name = fileName(board.name, 'board')
  const save = (suffix: string, type: string, text: string) =>
    saveFile(`${name}${suffix}`, new Blob([text], { type }))
  switch (format) {
    case 'CSV':
      return save('.csv', 'text/csv', resultsCsv(resultRows(board, records, votes)))
    case 'JSONL':
      return save('.jsonl', 'application/jsonl', resultsJsonl(resultRows(board, records, votes)))
    case 'HTML':
      return save('.html', 'text/html', resultsHtml(board, records, votes, Date.now()))
    case 'promptfoo': {
      const connections = board.configurations.map(({ connection }) =>
        connectionOf(boards.client, connection),
      )
      return save('.promptfoo.yaml', 'application/yaml', promptfooConfig(board, connections))
    }
    case 'Board file':
      return save('.board.json', 'application/json', boardFile(board))
  }
}

/** Opens a board file as a new board. Nothing is sent. */
export async function openBoardFile(file: File): Promise<void> {
  const reading = readBoardFile(await file.text())
  if (reading.ok) addBoard(boards, boardOfSetup(boards.client.world, reading.board))
  showToast(
    reading.ok
      ? [`${reading.board.name} opened`, ...leftOutText(reading)].join('. ')
      : reading.message,
  )
}
