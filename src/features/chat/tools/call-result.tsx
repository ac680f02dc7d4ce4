import Play from 'lucide-react/icons/play'
import { useId, useState } from 'react'
import { useStore } from 'zustand'

import type { ToolCallDraft } from '../../../../contract/chat/answer.ts'
import { readArguments } from '../../../core/chat/tools/call-arguments.ts'
import { saveResult } from '../../../core/chat/tools/tool-results.ts'
import { SNIPPET_SECONDS } from '../../../core/storage/settings/tool-snippets.ts'
import { chat } from '../../../page/chat.ts'
import { toolSnippets } from '../../../page/tools/tool-snippets.ts'
import { runSnippetInWorker } from '../../../page/workers/snippet-client.ts'
import { Disclosure } from '../../../ui/content/disclosure.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { TextArea } from '../../../ui/controls/text-area.tsx'
import { ChunkBoundary } from '../../../ui/feedback/chunk-boundary.tsx'
import { lazyComponent } from '../../../ui/feedback/lazy-component.ts'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { loadToolLoop } from '../lazy.ts'

const FurtherCalls = lazyComponent(() => loadToolLoop().then((module) => module.FurtherCalls))

interface CallResultProps {
  recordId: string
  index: number
  call: ToolCallDraft
  /** What is written as result so far. */
  text: string
}

/** Answers one call: by hand, or with what a snippet of JavaScript gives for its arguments. */
export function CallResult({ recordId, index, call, text }: CallResultProps) {
  const fieldId = useId()
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={fieldId} className="text-xs text-text-2">
        Result of <code className="font-mono">{call.name}</code>
      </label>
      <TextArea
        id={fieldId}
        value={text}
        rows={2}
        placeholder={`What ${call.name || 'the tool'} returns`}
        onChange={(event) => saveResult(chat, recordId, index, event.target.value)}
        className="max-h-80 font-mono text-xs"
      />
      <ChunkBoundary quiet>
        <FurtherCalls tool={call.name} text={text} />
      </ChunkBoundary>
      <Snippet call={call} onResult={(result) => saveResult(chat, recordId, index, result)} />
    </div>
  )
}

interface SnippetProps {
  call: ToolCallDraft
  onResult: (text: string) => void
}

function Snippet({ call, onResult }: SnippetProps) {
  const kept = useStore(toolSnippets.store, (snippets) => snippets.get(call.name))
  const [open, setOpen] = useState(kept !== undefined)
  const [running, setRunning] = useState(false)
  const [failure, setFailure] = useState<string>()
  const hintId = useId()
  const { code, seconds } = kept ?? { code: '', seconds: SNIPPET_SECONDS.default }
  const run = async () => {
    const args = readArguments(call.arguments)
    setRunning(true)
    setFailure(undefined)
    // A snippet may mend arguments that are no JSON: it gets them as text.
    const job = { code, args: args.ok ? args.value : call.arguments }
    const outcome = await runSnippetInWorker(job, seconds)
    setRunning(false)
    if (outcome.ok) onResult(outcome.text)
    else setFailure(outcome.message)
  }
  return (
    <Disclosure
      open={open}
      onToggle={setOpen}
      summary={<span className="text-text-2">Run JavaScript</span>}
    >
      {open && (
        <div className="mt-1 flex flex-col gap-2 pl-5">
          <TextArea
            aria-label={`Snippet for ${call.name}`}
            aria-describedby={hintId}
            value={code}
            rows={3}
            spellCheck={false}
            placeholder="return { celsius: 21, city: args.city }"
            onChange={(event) =>
              toolSnippets.save(call.name, { code: event.target.value, seconds })
            }
            className="max-h-80 font-mono text-xs"
          />
          <p id={hintId} className="text-xs text-text-3">
            An async function body: reads <code className="font-mono">args</code>, returns the
            result. Saved here, has no network access.
          </p>
          <div className="flex flex-wrap items-center gap-2 text-sm">
            <Button disabled={running || code.trim() === ''} onClick={() => void run()}>
              {running ? <Spinner /> : <Play size={14} aria-hidden />}
              Run snippet
            </Button>
            <label className="flex items-center gap-1.5 text-text-3">
              Timeout
              <input
                type="number"
                aria-label="Timeout, seconds"
                min={SNIPPET_SECONDS.min}
                max={SNIPPET_SECONDS.max}
                value={seconds}
                onChange={({ target }) => {
                  if (target.validity.valid && target.value !== '')
                    toolSnippets.save(call.name, { code, seconds: target.valueAsNumber })
                }}
                className="w-16 field"
              />
              s
            </label>
          </div>
          {failure !== undefined && (
            <p role="alert" className="text-sm text-bad">
              {failure}
            </p>
          )}
        </div>
      )}
    </Disclosure>
  )
}
