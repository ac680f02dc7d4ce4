import { type ReactNode, useCallback, useMemo, useState } from 'react'

import type { JsonValue } from '../../../../contract/json.ts'
import { validate } from '../../../../contract/validation.ts'
import { z } from '../../../../contract/zod.ts'
import type { SettingField } from '../../../core/chat/settings/settings-fields.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { keyHint } from '../../../ui/hooks/use-shortcut.ts'
import { diagnose, type JsonProblem } from '../../../ui/json-editor/diagnose.ts'
import { JsonEditor } from '../../../ui/json-editor/json-editor.tsx'
import { readJsonText } from '../../../ui/json-editor/json-text.ts'
import type { JsonShape } from '../../../ui/json-editor/propose.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'

/** What the dialog of a setting gets. */
export interface StructureDialogProps {
  field: SettingField
  /** Undefined: not sent. */
  value: JsonValue | undefined
  onChange: (value: JsonValue | undefined) => void
  onClose: () => void
}

interface JsonDialogProps {
  title: string
  label: string
  text: string
  placeholder?: string
  /** Nothing is to be written in JSON. */
  withoutEditor?: boolean
  /** Something was changed since the dialog was opened. */
  changed: boolean
  shape: JsonShape
  check: (value: JsonValue) => readonly JsonProblem[]
  /** `pasted` came in one piece. */
  onText: (text: string, pasted: JsonValue | undefined) => void
  /** Called with the value of the text, which has no fault; undefined without an editor. */
  onUse: (value: JsonValue | undefined) => void
  /** Why it can't be used whatever the text is. */
  blocker?: string | undefined
  /** Takes what is in use away; absent where nothing is. */
  onRemove?: (() => void) | undefined
  onClose: () => void
  children: ReactNode
}

/** Fewer characters at once are typed, or a proposal. */
const PASTED = 40

/** A dialog with room to write JSON: what is wrong is said with its line, and only what is right can be used. */
export function JsonDialog(props: JsonDialogProps) {
  const { text, check, withoutEditor = false, changed, blocker, onText, onClose } = props
  const [isLeaving, setLeaving] = useState(false)
  const reading = useMemo(() => readJsonText(text), [text])
  const checkValue = useCallback((value: unknown) => check(value as JsonValue), [check])
  const fault = useMemo(() => {
    const first = diagnose(reading, checkValue).find(({ severity }) => severity === 'error')
    return first && `Line ${text.slice(0, first.from).split('\n').length}: ${first.message}`
  }, [reading, checkValue, text])
  const isBlank = text.trim() === ''
  const canUse = withoutEditor || (!isBlank && fault === undefined && blocker === undefined)
  const use = () => {
    if (!canUse) return
    props.onUse(reading.ok ? (reading.value as JsonValue) : undefined)
    onClose()
  }
  return (
    <Dialog
      title={props.title}
      size="editor"
      // A stray press must not cost what was written.
      onClose={() => (changed ? setLeaving(true) : onClose())}
      footer={
        <>
          {props.onRemove !== undefined && (
            <Button
              variant="ghost"
              className="mr-auto"
              onClick={() => {
                props.onRemove?.()
                onClose()
              }}
            >
              Remove
            </Button>
          )}
          {isLeaving && (
            <p role="alert" className="self-center text-sm text-warn">
              Your changes aren't in use yet.
            </p>
          )}
          <Button onClick={onClose}>{isLeaving ? 'Discard' : 'Cancel'}</Button>
          <Button
            variant="primary"
            title={`Use (${keyHint('mod+enter')})`}
            disabled={!canUse}
            onClick={use}
          >
            Use
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        {props.children}
        {!withoutEditor && (
          <>
            <JsonEditor
              label={props.label}
              text={text}
              placeholder={props.placeholder ?? ''}
              startsFocused
              shape={props.shape}
              check={checkValue}
              onChange={(next, read) =>
                onText(
                  next,
                  read.ok && next.length - text.length > PASTED
                    ? (read.value as JsonValue)
                    : undefined,
                )
              }
              onSubmit={use}
              className="h-[calc(100dvh-19rem)] min-h-40 sm:h-[45dvh]"
            />
            <p role="status" className="-mt-1 min-h-4 text-xs text-bad">
              {isBlank ? '' : (fault ?? blocker)}
            </p>
          </>
        )}
      </div>
    </Dialog>
  )
}

/** A value as the text of an editor; nothing for what is not set. */
export function jsonText(value: JsonValue | undefined): string {
  return value === undefined ? '' : JSON.stringify(value, null, 2)
}

/** What is wrong with the value of a structure, in the sentences of the panel, by the place inside it. */
export function structureProblems(
  name: string,
  schema: z.ZodMiniType,
  value: JsonValue,
): JsonProblem[] {
  const result = validate(z.looseObject({ [name]: schema }), { [name]: value })
  if (result.ok) return []
  return result.issues.map(({ path, message }) => ({
    path: path.slice(1),
    message,
    severity: 'error',
  }))
}
