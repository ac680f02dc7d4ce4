import { currentSetup } from '../../../core/chat/setup/current-setup.ts'
import { COMPARED_PROMPT, comparedSetups } from '../../../core/chat/setup/starters.ts'
import { addCases, newBoard } from '../../../core/evaluate/board-edits.ts'
import { addBoard, loadBoards } from '../../../core/evaluate/board-state.ts'
import { boardOfChat } from '../../../core/evaluate/chat-of-column.ts'
import { chat } from '../../../page/chat.ts'
import { boards } from '../../../page/evaluate.ts'

/** Opens Evaluate with the present configuration twice, and the conversation as what both are asked. */
export async function compare(navigate: (path: string) => void): Promise<void> {
  const { conversation, messages } = chat.conversation.getState()
  const { headers = [] } = conversation
  const setup = { ...currentSetup(chat), ...(headers.length === 0 ? {} : { headers }) }
  await loadBoards(boards)
  addBoard(boards, boardOfChat(boards.client.world, [setup, setup], conversation, messages))
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
