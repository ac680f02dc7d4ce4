import { useEffect, useId, useState } from 'react'
import { useStore } from 'zustand'

import { currentSetup } from '../../core/chat/setup/current-setup.ts'
import { addCases, newBoard } from '../../core/evaluate/board-edits.ts'
import { addBoard, changeBoard, loadBoards, openBoard } from '../../core/evaluate/board-state.ts'
import { MAX_CASES } from '../../core/evaluate/board.ts'
import { caseOfResponse } from '../../core/evaluate/chat-of-column.ts'
import { chat } from '../../page/chat.ts'
import { boards } from '../../page/evaluate.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { TextArea } from '../../ui/controls/text-area.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { useLocation } from '../../ui/hooks/location.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

const NEW_BOARD = 'new'

interface SaveCaseDialogProps {
  /** The message of the response that is shown. */
  responseId: string
  text: string
  onClose: () => void
}

/** Saves a response with what was asked as a case of a board, new or not. */
export function SaveCaseDialog({ responseId, text, onClose }: SaveCaseDialogProps) {
  useEffect(() => void loadBoards(boards), [])
  const { boards: saved, loaded } = useStore(boards.state)
  const expectedId = useId()
  const [, navigate] = useLocation()
  const [chosen, setChosen] = useState<string>()
  const [expected, setExpected] = useState(text)
  const boardId = chosen ?? saved[0]?.id ?? NEW_BOARD
  const save = async () => {
    const name = await saveCase(boardId, responseId, expected)
    onClose()
    showToast(`Case saved to ${name}`, { label: 'Show board', run: () => navigate('/evaluate') })
  }
  return (
    <Dialog
      title="Save as case"
      onClose={onClose}
      footer={
        <Button variant="primary" disabled={!loaded} onClick={() => void save()}>
          Save
        </Button>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        <div className="flex flex-col gap-1">
          <span aria-hidden className="text-text-2">
            Board
          </span>
          <Select
            aria-label="Board"
            value={boardId}
            onChange={setChosen}
            options={[
              ...saved.map(({ id, name, cases }) => ({
                value: id,
                label: name,
                disabled: cases.length >= MAX_CASES,
              })),
              { value: NEW_BOARD, label: 'New board' },
            ]}
          />
        </div>
        <div className="flex flex-col gap-1">
          <label htmlFor={expectedId} className="text-text-2">
            Expected value
          </label>
          <TextArea
            id={expectedId}
            rows={3}
            value={expected}
            onChange={({ target }) => setExpected(target.value)}
            className="max-h-[40vh]"
          />
        </div>
        <p className="text-text-3">An example to compare with. Edit it to what you expect.</p>
      </div>
    </Dialog>
  )
}

/** Adds the case to a board, which is then the one that Evaluate shows. Returns its name. */
async function saveCase(boardId: string, responseId: string, expected: string): Promise<string> {
  const { world } = boards.client
  const { conversation, messages } = chat.conversation.getState()
  if (boardId === NEW_BOARD)
    addBoard(boards, newBoard(world, [currentSetup(chat)], conversation.title || undefined))
  else await openBoard(boards, boardId)
  changeBoard(boards, (board) => {
    const { expected: _, ...draft } = caseOfResponse(
      board,
      messages,
      responseId,
      conversation.variables ?? {},
    )
    return addCases(world, board, [expected === '' ? draft : { ...draft, expected }])
  })
  return boards.state.getState().board.name
}
