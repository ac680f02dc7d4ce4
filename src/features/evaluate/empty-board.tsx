import { useStore } from 'zustand'

import { PRACTICE_ID } from '../../core/client/connection/own-connections.ts'
import { addBoard } from '../../core/evaluate/board-state.ts'
import { exampleBoard } from '../../core/evaluate/example-board.ts'
import { client } from '../../page/client.ts'
import { boards } from '../../page/evaluate.ts'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'

/** What a board without cases shows: what it is for, and how to begin. */
export function EmptyBoard({ children }: { children?: React.ReactNode }) {
  const { config, connection } = useStore(client.connections.store)
  const hasBuiltIn =
    connection?.kind === 'practice' || (connection?.kind === 'local' && config.mode === 'local')
  return (
    <EmptyState
      title="Which configuration is better?"
      actions={
        <>
          {children}
          <Button
            onClick={() =>
              addBoard(
                boards,
                exampleBoard(
                  client.world,
                  hasBuiltIn ? undefined : { id: PRACTICE_ID, name: 'Practice' },
                ),
              )
            }
          >
            Example board
          </Button>
        </>
      }
    >
      <p>Send the same cases to up to 8 configurations and check every response.</p>
    </EmptyState>
  )
}
