import { withoutSecrets } from '../../share/shareable.ts'
import { type FileHeader, parseExportFile } from '../../storage/files/preset-file.ts'
import { type Board } from '../board.ts'
import { type BoardReading, readBoard, boardSetup } from './board-setup.ts'

const HEADER: FileHeader = { format: 'playground-board', version: 1 }

/** Whether the value of a JSON file is a board, valid or not. */
export function isBoardFile(value: { format?: unknown }): boolean {
  return value.format === HEADER.format
}

/** A board as the text of a file, with attachments; without results, connections, headers and secrets. */
export function boardFile(board: Board): string {
  const { setup } = withoutSecrets({ area: 'evaluate', ...boardSetup(board) }, isAttachment)
  const { area: _, ...written } = setup
  return `${JSON.stringify({ ...HEADER, board: written }, null, 2)}\n`
}

function isAttachment(text: string, path: string): boolean {
  return (
    /^cases\[\d+\]\.messages/.test(path) &&
    (path.endsWith('.input_audio.data') || /^data:[^,]*;base64,/i.test(text))
  )
}

/** Reads the file of a board; what is wrong is said with the name of the field. */
export function readBoardFile(text: string): BoardReading {
  const file = parseExportFile(text, HEADER, 'a board')
  if (!file.ok) return file
  const reading = readBoard(file.value['board'])
  return reading.ok ? reading : { ok: false, message: `${reading.message} Nothing was imported.` }
}
