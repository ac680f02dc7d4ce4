import History from 'lucide-react/icons/history'
import { type ReactNode, useState } from 'react'
import { useStore } from 'zustand'

import { editFields, MAX_EDIT_PROMPT_CHARS } from '../../../contract/image/edit-request.ts'
import { constraintsOf } from '../../../contract/models/model.ts'
import type { ValidationIssue } from '../../../contract/validation.ts'
import { findSecrets, type SecretIssue } from '../../core/client/connection/extra-headers.ts'
import { formatMicroUsd } from '../../core/format/money.ts'
import { formatNumber } from '../../core/format/units.ts'
import {
  editPrice,
  hasPrompt,
  requestedModel,
  setField,
  textField,
  validateForm,
  variationFields,
} from '../../core/image/form.ts'
import { earlierPrompts } from '../../core/image/run/runs.ts'
import { startEdit } from '../../core/image/run/start-edit.ts'
import { canSendSource } from '../../core/image/source/validate-source.ts'
import { MAX_VARIATIONS } from '../../core/storage/images/image-draft.ts'
import { client } from '../../page/client.ts'
import { imageEditor } from '../../page/image.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextArea } from '../../ui/controls/text-area.tsx'
import { Segmented } from '../../ui/controls/toggles.tsx'
import { cx } from '../../ui/cx.ts'
import { SecretNotice } from '../../ui/feedback/secret-notice.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { EditFields } from './edit-fields.tsx'
import { SourcePanel } from './source-panel.tsx'
import { useChosenModel, useEditing, useEditModels } from './use-edit-models.ts'
import { VariationFields } from './variation-fields.tsx'

/** Everything that one edit is made of, with its price and the button that sends it. */
export function EditForm() {
  const fields = useStore(imageEditor.form, (form) => form.fields)
  const { models } = useEditModels()
  const issues = validateForm(fields, requestedModel(models, fields))
  const others = issues.filter(({ path }) => !FORM_FIELDS.has(String(path[0])))
  const [held, setHeld] = useState<{ secret: SecretIssue; prompt: string }>()
  const prompt = textField(fields, 'prompt')
  const send = ({ meant = false } = {}) => {
    const [secret] = meant ? [] : findSecrets(client, prompt)
    setHeld(secret && { secret, prompt })
    if (secret !== undefined) return
    void startEdit(imageEditor, models)
  }
  return (
    <form
      aria-label="Image edit"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      className="contents min-h-0 grow flex-col @3xl:flex"
    >
      <div className="flex flex-col bg-surface-1 px-4 pt-3 @3xl:min-h-0 @3xl:grow @3xl:scroll-area [&_:is(input,button,select,textarea)]:scroll-mb-32">
        <SourcePanel />
        <PromptField issues={issues.filter(({ path }) => path[0] === 'prompt')} onSubmit={send} />
        <EditFields issues={issues} />
        <VariationFields />
      </div>
      <SendBar issues={issues} others={others}>
        {held?.prompt === prompt && (
          <SecretNotice
            found={held.secret.message}
            onTakeOut={() => setField(imageEditor, 'prompt', held.secret.without)}
            onSend={() => send({ meant: true })}
          />
        )}
      </SendBar>
    </form>
  )
}

const FORM_FIELDS: ReadonlySet<string> = new Set(Object.keys(editFields))

interface SendBarProps {
  issues: readonly ValidationIssue[]
  others: readonly ValidationIssue[]
  children: ReactNode
}

function SendBar({ issues, others, children }: SendBarProps) {
  const connection = useStore(client.connections.store, (state) => state.connection)
  const form = useStore(imageEditor.form)
  const { source, fields, variations } = form
  const { models } = useEditModels()
  const editing = useEditing()
  const isFaulty =
    issues.length > 0 ||
    variationFields(form).some(
      (varied) => validateForm(varied, requestedModel(models, varied)).length > 0,
    )
  const missing = editing
    ? 'An edit is in progress.'
    : connection === undefined
      ? 'Connect to an API first.'
      : source === undefined
        ? 'Choose an image first.'
        : !canSendSource(source)
          ? 'Fix the image first.'
          : !hasPrompt(fields)
            ? 'Write a prompt first.'
            : isFaulty
              ? 'Fix the marked fields.'
              : undefined
  return (
    <div className="sticky bottom-0 flex shrink-0 flex-col gap-2 border-t bg-surface-1 px-4 py-3 @max-3xl:order-last">
      {children}
      {others.map(({ message }) => (
        <p key={message} className="text-xs text-bad">
          {message}
        </p>
      ))}
      <div className="flex flex-wrap items-center gap-2">
        <Segmented
          label="Variations"
          value={String(variations)}
          options={Array.from({ length: MAX_VARIATIONS }, (_, index) => ({
            value: String(index + 1),
            label: String(index + 1),
          }))}
          onChange={(count) => imageEditor.form.setState({ variations: Number(count) })}
        />
        <Price />
        <Button
          type="submit"
          variant={source === undefined ? 'plain' : 'primary'}
          disabled={missing !== undefined}
          aria-describedby="image-send-note"
          className="ml-auto"
        >
          Edit image
        </Button>
      </div>
      <p id="image-send-note" className="text-xs text-text-3 empty:hidden">
        {missing}
      </p>
    </div>
  )
}

function Price() {
  const form = useStore(imageEditor.form)
  const { models, loading } = useEditModels()
  const prices = variationFields(form).map((fields) => editPrice(models, fields))
  const [each] = prices
  const sum = prices.reduce<number>((total, price) => total + (price ?? Number.NaN), 0)
  return (
    <output aria-label="Price" className="contents font-mono text-sm tabular-nums">
      {each === undefined || Number.isNaN(sum) ? (
        <span className="min-w-10 text-xs text-text-3">{loading ? '' : 'price not listed'}</span>
      ) : (
        <>
          <span className="text-money">{formatMicroUsd(sum)}</span>
          {prices.length > 1 && (
            <span className="order-last w-full text-xs text-text-3">
              {prices.every((price) => price === each)
                ? `${prices.length} × ${formatMicroUsd(each)}`
                : prices.map((price) => formatMicroUsd(price ?? 0)).join(' + ')}
            </span>
          )}
        </>
      )}
    </output>
  )
}

interface PromptFieldProps {
  issues: readonly ValidationIssue[]
  /** Called by Ctrl or ⌘ with Enter. */
  onSubmit: () => void
}

function PromptField({ issues, onSubmit }: PromptFieldProps) {
  const prompt = useStore(imageEditor.form, ({ fields }) => textField(fields, 'prompt'))
  const model = useChosenModel()
  const limit = (model && constraintsOf(model).promptCharacterLimit) ?? MAX_EDIT_PROMPT_CHARS
  return (
    <div className="flex flex-col gap-1.5 py-2.5">
      <div className="flex items-center gap-2">
        <span className="grow text-sm" title="prompt">
          Prompt
        </span>
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
