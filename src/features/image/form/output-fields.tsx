import { useStore } from 'zustand'

import { editFields } from '../../../../contract/image/edit-request.ts'
import { outputFormat } from '../../../../contract/image/output-format.ts'
import { constraintsOf } from '../../../../contract/models/model.ts'
import type { ValidationIssue } from '../../../../contract/validation.ts'
import { setField, textField } from '../../../core/image/form.ts'
import { imageEditor } from '../../../page/image.ts'
import { Disclosure } from '../../../ui/content/disclosure.tsx'
import { Segmented } from '../../../ui/controls/segmented.tsx'
import { Switch } from '../../../ui/controls/switch.tsx'
import { FieldRow } from './field-row.tsx'
import { useChosenModel } from './use-edit-models.ts'

const FORMAT_WORDS = { png: 'PNG', jpeg: 'JPEG', webp: 'WebP' } as const

/** The file format of the result, with what happens when none is sent. */
export function FormatField({ issues }: { issues: readonly ValidationIssue[] }) {
  const chosen = useStore(imageEditor.form, ({ fields }) => textField(fields, 'output_format'))
  const asked = useStore(imageEditor.form, ({ fields }) => textField(fields, 'resolution'))
  const model = useChosenModel()
  const resolution = asked === '' ? model && constraintsOf(model).defaultResolution : asked
  const byRule = FORMAT_WORDS[outputFormat({ resolution })]
  return (
    <FieldRow
      label="Output format"
      wireName="output_format"
      isSet={chosen !== ''}
      onReset={() => setField(imageEditor, 'output_format', undefined)}
      noteId="image-format-note"
      note={chosen === '' ? `Default: PNG for 1K, JPEG for 2K and 4K (${byRule} here).` : undefined}
      issues={issues}
    >
      <select
        aria-label="Output format"
        aria-describedby="image-format-note"
        value={chosen === 'jpg' ? 'jpeg' : chosen}
        onChange={({ target }) =>
          setField(imageEditor, 'output_format', target.value === '' ? undefined : target.value)
        }
        className="w-full field font-mono"
      >
        <option value="">default ({byRule})</option>
        <option value="png">png</option>
        <option value="jpeg">jpeg</option>
        <option value="webp">webp</option>
      </select>
    </FieldRow>
  )
}

/** Whether adult content is blurred. */
export function SafeModeField({ issues }: { issues: readonly ValidationIssue[] }) {
  const value = useStore(imageEditor.form, ({ fields }) => fields['safe_mode'])
  return (
    <FieldRow
      label="Safe mode"
      wireName="safe_mode"
      isSet={value !== undefined}
      onReset={() => setField(imageEditor, 'safe_mode', undefined)}
      noteId="image-safe-note"
      issues={issues}
    >
      <div className="flex items-center gap-3">
        <p id="image-safe-note-text" className="grow text-xs text-text-3">
          {value === undefined
            ? 'Default: on. Adult content is blurred.'
            : value === false
              ? 'Off: adult content is not blurred.'
              : 'On: adult content is blurred.'}
        </p>
        <Switch
          label="Safe mode"
          describedBy="image-safe-note-text"
          checked={value !== false}
          onChange={(on) => setField(imageEditor, 'safe_mode', on)}
        />
      </div>
    </FieldRow>
  )
}

const PROMPT_SWITCHES = ['enhance_prompt', 'disable_prompt_optimization_thinking'] as const

/** What is wrong with a field. */
type IssuesOf = (name: string) => readonly ValidationIssue[]

/** What the API may do to the prompt before the edit. */
function PromptSwitches({ issuesOf }: { issuesOf: IssuesOf }) {
  const fields = useStore(imageEditor.form, (form) => form.fields)
  return PROMPT_SWITCHES.map((name) => (
    <FieldRow
      key={name}
      label={editFields[name].label}
      wireName={name}
      isSet={fields[name] !== undefined}
      onReset={() => setField(imageEditor, name, undefined)}
      noteId={`image-${name}-note`}
      issues={issuesOf(name)}
    >
      <div className="flex items-center gap-3">
        <p id={`image-${name}-text`} className="grow text-xs text-text-3">
          Default: off. {editFields[name].meaning}
        </p>
        <Switch
          label={editFields[name].label}
          describedBy={`image-${name}-text`}
          checked={fields[name] === true}
          onChange={(on) => setField(imageEditor, name, on)}
        />
      </div>
    </FieldRow>
  ))
}

/** What is set seldom, and how the request travels. */
export function AdvancedFields({ issuesOf }: { issuesOf: IssuesOf }) {
  const transport = useStore(imageEditor.form, (form) => form.transport)
  const format = useStore(imageEditor.form, ({ fields }) => textField(fields, 'output_format'))
  return (
    <Disclosure
      summary="Advanced"
      className="-ml-1 py-1"
      open={PROMPT_SWITCHES.some((name) => issuesOf(name).length > 0)}
    >
      <PromptSwitches issuesOf={issuesOf} />
      {(format === 'jpeg' || format === 'jpg') && (
        <FieldRow
          label="JPEG is sent as"
          isSet={format === 'jpg'}
          onReset={() => setField(imageEditor, 'output_format', 'jpeg')}
          noteId="image-jpeg-note"
          note="jpg is an alias of jpeg."
        >
          <Segmented
            label="JPEG is sent as"
            describedBy="image-jpeg-note"
            value={format}
            options={[
              { value: 'jpeg', label: 'jpeg' },
              { value: 'jpg', label: 'jpg' },
            ]}
            onChange={(chosen) => setField(imageEditor, 'output_format', chosen)}
            className="self-start"
          />
        </FieldRow>
      )}
      <FieldRow
        label="Body"
        isSet={transport !== 'multipart'}
        onReset={() => imageEditor.form.setState({ transport: 'multipart' })}
        noteId="image-transport-note"
        note={
          transport === 'multipart'
            ? 'Sends the file with its name.'
            : 'Sends the file as base64, a third larger, without its name.'
        }
      >
        <Segmented
          label="Body"
          describedBy="image-transport-note"
          value={transport}
          options={[
            { value: 'multipart', label: 'Form (multipart)' },
            { value: 'json', label: 'JSON' },
          ]}
          onChange={(chosen) => imageEditor.form.setState({ transport: chosen })}
          className="self-start"
        />
      </FieldRow>
    </Disclosure>
  )
}
