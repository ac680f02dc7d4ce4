import History from 'lucide-react/icons/history'
import { useStore } from 'zustand'

import { MAX_EDIT_PROMPT_CHARS } from '../../../../contract/image/edit-request.ts'
import { constraintsOf } from '../../../../contract/models/model.ts'
import type { ValidationIssue } from '../../../../contract/validation.ts'
import { formatNumber } from '../../../core/format/number.ts'
import { setField, textField } from '../../../core/image/form.ts'
import { earlierPrompts } from '../../../core/image/run/earlier-prompts.ts'
import { imageEditor } from '../../../page/image.ts'
import { TextArea } from '../../../ui/controls/text-area.tsx'
import { cx } from '../../../ui/cx.ts'
import { Menu } from '../../../ui/overlays/menu.tsx'
import { useChosenModel } from './use-edit-models.ts'

interface PromptFieldProps {
  issues: readonly ValidationIssue[]
  /** Called by Ctrl or ⌘ with Enter. */
  onSubmit: () => void
}

/** What to change, with a count against the limit of the model. */
export function PromptField({ issues, onSubmit }: PromptFieldProps) {
  const prompt = useStore(imageEditor.form, ({ fields }) => textField(fields, 'prompt'))
  const model = useChosenModel()
  const limit = (model && constraintsOf(model).promptCharacterLimit) ?? MAX_EDIT_PROMPT_CHARS
  return (
    <div className="flex flex-col gap-1.5 py-2.5">
      <div className="flex items-center gap-2">
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
        <EarlierPrompts current={prompt} />
      </div>
      <TextArea
        aria-label="Prompt"
        aria-describedby="image-prompt-count image-prompt-faults"
        aria-invalid={issues.length > 0}
        placeholder="What to change: “make it warm, rotate left”"
        rows={3}
        value={prompt}
        onChange={({ target }) =>
          setField(imageEditor, 'prompt', target.value === '' ? undefined : target.value)
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

/** The prompts of the runs that are kept, to take one again. */
function EarlierPrompts({ current }: { current: string }) {
  const runs = useStore(imageEditor.runs, (state) => state.runs)
  const prompts = earlierPrompts(runs, current)
  if (prompts.length === 0) return null
  return (
    <Menu
      label="Previous prompts"
      icon={<History size={14} aria-hidden />}
      items={prompts.map((prompt) => ({
        label: prompt.length > 80 ? `${prompt.slice(0, 79)}…` : prompt,
        onSelect: () => setField(imageEditor, 'prompt', prompt),
      }))}
    />
  )
}
