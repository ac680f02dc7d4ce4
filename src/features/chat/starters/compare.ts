import { currentSetup } from '../../../core/chat/setup/current-setup.ts'
import { COMPARED_PROMPT, comparedSetups } from '../../../core/chat/setup/starters.ts'
import { addCases, newBoard } from '../../../core/evaluate/board-edits.ts'
import { addBoard, loadBoards } from '../../../core/evaluate/board-state.ts'
import { boardOfChat } from '../../../core/evaluate/chat-of-column.ts'
import { sessionText } from '../../../core/storage/db/browser-storage.ts'
import { chat } from '../../../page/chat.ts'
import { boards, compared, messageKey } from '../../../page/evaluate.ts'

/** Opens Evaluate with the present configuration twice, with the conversation and the draft as what both are asked. */
export async function compare(navigate: (path: string) => void): Promise<void> {
  const { conversation, messages } = chat.conversation.getState()
  const { headers = [] } = conversation
  const setup = { ...currentSetup(chat), ...(headers.length === 0 ? {} : { headers }) }
  await loadBoards(boards)
  const board = boardOfChat(boards.client.world, [setup, setup], conversation, messages)
  addBoard(boards, board)
  const { text } = chat.draft.getState()
  if (text !== '') sessionText.save(messageKey(board.id), text)
  compared.boardId = board.id
  navigate('/evaluate')
}

/** Opens Evaluate with an example: one model at two temperatures, and a faster one. */
export async function compareExample(navigate: (path: string) => void): Promise<void> {
  const { world } = boards.client
  const { model } = chat.conversation.getState().conversation
  const board = newBoard(world, comparedSetups(model), 'Side by side')
  const messages = [{ role: 'user' as const, content: COMPARED_PROMPT }]
  await loadBoards(boards)
  addBoard(boards, addCases(world, board, [{ variables: {}, messages }]))
  navigate('/evaluate')
}
