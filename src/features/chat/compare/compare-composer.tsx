import Play from 'lucide-react/icons/play'
import Square from 'lucide-react/icons/square'
import { useState, type KeyboardEvent } from 'react'
import { useStore } from 'zustand'

import { connectionStore } from '../../../api/connection.ts'
import type { Message } from '../../../contract/chat/messages.ts'
import { estimatePrice, sumEstimates } from '../../../contract/models/price-estimate.ts'
import { Button } from '../../../ui/button.tsx'
import { formatMicroUsd } from '../../../ui/format/money.ts'
import { TextArea } from '../../../ui/text-area.tsx'
import { messagesOf } from '../conversation/request-body.ts'
import { runningVersions, runStore, stopRuns } from '../conversation/runs.ts'
import { compareStore } from './compare-store.ts'
import { runColumns } from './run-columns.ts'
import { modelNamed, useModels } from './use-models.ts'

/** Writes the one message that goes to every column, with what that may cost together. */
export function CompareComposer() {
  const connection = useStore(connectionStore, (state) => state.connection)
  const { draft, columns, unsaved } = useStore(compareStore)
  const [faults, setFaults] = useState<readonly string[]>([])
  const live = useStore(runStore)
  const running = columns.flatMap(({ messages }) => runningVersions(messages, live))
  const blocked = connection === undefined || draft.trim() === '' || columns.length === 0

  const run = () => {
    if (connection === undefined || blocked || running.length > 0) return
    const found = runColumns(connection, draft)
    setFaults(found)
    if (found.length === 0) compareStore.setState({ draft: '' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter that picks a word in an input method is not Enter.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    run()
  }
  return (
    <form
      aria-label="New message"
      onSubmit={(event) => {
        event.preventDefault()
        run()
      }}
      className="shrink-0 border-t bg-surface-1 pt-2 pb-[max(0.75rem,env(safe-area-inset-bottom))]"
    >
      <div className="mx-auto flex max-w-[52rem] flex-col gap-2 px-4">
        <div className="flex items-end gap-2">
          <TextArea
            aria-label="Message"
            placeholder="A message for every column"
            value={draft}
            rows={2}
            onChange={(event) => {
              compareStore.setState({ draft: event.target.value })
              setFaults([])
            }}
            onKeyDown={onKeyDown}
            className="max-h-[30vh] min-h-16!"
          />
          {running.length > 0 ? (
            <Button onClick={() => stopRuns(running)}>
              <Square size={14} aria-hidden /> Stop all
            </Button>
          ) : (
            <Button type="submit" variant="primary" disabled={blocked}>
              <Play size={14} aria-hidden /> Run all
            </Button>
          )}
        </div>
        <Estimate />
        {faults.length > 0 && (
          <ul role="alert" className="text-sm text-bad">
            {faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        )}
        {unsaved && (
          <p role="status" className="text-sm text-warn">
            This browser does not store the comparison: it will be gone after a reload.
          </p>
        )}
      </div>
    </form>
  )
}

/** What running all columns may cost; said as the estimate it is. */
function Estimate() {
  const { draft, columns } = useStore(compareStore)
  const models = useModels()
  const question: Message = { role: 'user', content: draft }
  const { microUsd, unknown, extras } = sumEstimates(
    columns.map(({ conversation: { model, settings }, messages }) =>
      estimatePrice(modelNamed(models, model), settings, [...messagesOf(messages), question]),
    ),
  )
  const count = columns.length - unknown
  const words =
    microUsd === undefined
      ? 'No estimate: the prices of these models are not known.'
      : [
          `Estimate: at most about ${formatMicroUsd(microUsd)} for ${count === 1 ? 'one answer' : `${count} answers`}`,
          unknown > 0 ? `, ${unknown} more without a known price` : '',
          extras ? ', plus web search' : '',
          '. Answers are billed as they are.',
        ].join('')
  return <p className="text-xs text-text-3">{words}</p>
}
