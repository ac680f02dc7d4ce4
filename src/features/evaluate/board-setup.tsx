import { changeBoard } from '../../core/evaluate/board-state.ts'
import type { Board } from '../../core/evaluate/board.ts'
import { boards } from '../../page/evaluate.ts'
import { TextArea } from '../../ui/controls/text-area.tsx'
import { ChecksEditor } from './checks/checks-editor.tsx'

interface BoardSetupProps {
  board: Board
  /** The check that is open, by its ID. */
  openCheck: string | undefined
  onOpenCheck: (id: string | undefined) => void
}

/** What is sent for every case, and what every response is checked by. */
export function BoardSetup({ board, openCheck, onOpenCheck }: BoardSetupProps) {
  return (
    <div className="grid gap-x-6 gap-y-2 px-3 text-sm @3xl:grid-cols-2">
      <div className="flex items-baseline gap-2">
        <span aria-hidden className="w-14 shrink-0 text-text-2">
          Prompt
        </span>
        <TextArea
          aria-label="Prompt"
          value={board.prompt}
          spellCheck={false}
          placeholder="{{input}}"
          onChange={({ target: { value } }) =>
            changeBoard(boards, (now) => ({ ...now, prompt: value }))
          }
          className="max-h-32 min-w-0"
        />
      </div>
      <div className="flex max-h-72 items-baseline gap-2 overflow-y-auto">
        <span aria-hidden className="w-14 shrink-0 text-text-2">
          Checks
        </span>
        <div className="min-w-0 grow">
          <ChecksEditor openId={openCheck} onOpen={onOpenCheck} />
        </div>
      </div>
    </div>
  )
}
