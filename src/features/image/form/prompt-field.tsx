import { useStore } from 'zustand'

import { MAX_EDIT_PROMPT_CHARS } from '../../../contract/image/edit-request.ts'
import { constraintsOf } from '../../../contract/models/model.ts'
import type { ValidationIssue } from '../../../contract/validation.ts'
import { cx } from '../../../ui/cx.ts'
import { formatNumber } from '../../../ui/format/number.ts'
import { TextArea } from '../../../ui/text-area.tsx'
import { imageFormStore, setField, textField } from '../image-form-store.ts'
import { useChosenModel } from './use-edit-models.ts'

interface PromptFieldProps {
  issues: readonly ValidationIssue[]
  /** Called by Ctrl or ⌘ with Enter. */
  onSubmit: () => void
}

/** What to change, with a count against the limit of the model. */
export function PromptField({ issues, onSubmit }: PromptFieldProps) {
  const prompt = useStore(imageFormStore, ({ fields }) => textField(fields, 'prompt'))
  const model = useChosenModel()
  const limit = (model && constraintsOf(model).promptCharacterLimit) ?? MAX_EDIT_PROMPT_CHARS
  return (
    <div className="flex flex-col gap-1.5 border-b py-3">
      <div className="flex items-baseline gap-2">
        <span className="text-sm">Prompt</span>
        <span className="font-mono text-xs text-text-3">prompt</span>
        <span className="grow" />
        <span
          id="image-prompt-count"
          className={cx(
            'font-mono text-xs tabular-nums',
            prompt.length > limit ? 'text-bad' : 'text-text-3',
          )}
        >
          {formatNumber(prompt.length)} / {formatNumber(limit)}
          <span className="sr-only"> characters</span>
        </span>
      </div>
      <TextArea
        aria-label="Prompt"
        aria-describedby="image-prompt-count image-prompt-faults"
        aria-invalid={issues.length > 0}
        placeholder="What to change: “make it warm, rotate left”"
        rows={3}
        value={prompt}
        onChange={({ target }) =>
          setField('prompt', target.value === '' ? undefined : target.value)
        }
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          onSubmit()
        }}
        className="max-h-[40vh] min-h-20!"
      />
      <div id="image-prompt-faults" className="text-xs text-bad empty:hidden">
        {issues.map(({ message }) => (
          <p key={message}>{message}</p>
        ))}
      </div>
    </div>
  )
}
