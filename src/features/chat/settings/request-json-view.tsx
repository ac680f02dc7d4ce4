import { useCallback, useMemo } from 'react'
import { useStore } from 'zustand'

import { chatRequestShape } from '../../../../contract/chat/request/request-shape.ts'
import { NEUTRAL_PROVIDER_NAME } from '../../../../contract/provider-name.ts'
import { applyRequest } from '../../../core/chat/request/apply-request.ts'
import { messagesOf } from '../../../core/chat/request/request-body.ts'
import { saveRequestDraft } from '../../../core/chat/request/request-drafts.ts'
import {
  readRequestBody,
  requestProblems,
  requestText,
} from '../../../core/chat/request/request-text.ts'
import { runningVersions } from '../../../core/chat/responses/runs.ts'
import { requestSettings } from '../../../core/tools/wire-tools.ts'
import { chat } from '../../../page/chat.ts'
import { client } from '../../../page/client.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { keyHint } from '../../../ui/hooks/use-shortcut.ts'
import { JsonEditor } from '../../../ui/json-editor/json-editor.tsx'
import { readJsonText } from '../../../ui/json-editor/json-text.ts'
import { useModels } from '../model/use-models.ts'

/** The whole request as JSON text: it shows what will be sent, and an edit is taken over by a press. */
export function RequestJsonView() {
  const {
    id,
    model,
    settings: set,
    tools,
  } = useStore(chat.conversation, (state) => state.conversation)
  const sources = useStore(chat.toolSources, ({ list }) => list)
  const settings = useMemo(
    () => requestSettings({ settings: set, ...(tools === undefined ? {} : { tools }) }, sources),
    [set, tools, sources],
  )
  const messages = useStore(chat.conversation, (state) => state.messages)
  const providerName = useStore(
    client.connections.store,
    ({ connection }) => connection?.providerName ?? NEUTRAL_PROVIDER_NAME,
  )
  const baseUrl = useStore(client.connections.store, ({ connection }) => connection?.baseUrl)
  const running = runningVersions(messages, useStore(chat.runs)).length > 0
  const draft = useStore(chat.requestDrafts, (drafts) => drafts[id])
  const { models } = useModels(true)

  const current = useMemo(
    () =>
      requestText(
        { model, settings, messages: messagesOf(messages, { model, baseUrl }) },
        providerName,
      ),
    [model, settings, messages, baseUrl, providerName],
  )
  const shape = useMemo(() => {
    const request = chatRequestShape(providerName)
    const { properties = {} } = request
    const names = models.map((known) => known.id)
    return {
      ...request,
      properties: { ...properties, model: { ...properties['model'], examples: names } },
    }
  }, [providerName, models])
  const data = draft?.data ?? current.data
  const check = useCallback(
    (value: unknown) => requestProblems(value, data, providerName),
    [data, providerName],
  )

  const text = draft?.text ?? current.text
  const blocker = useMemo(() => {
    if (draft === undefined) return undefined
    if (running) return 'A response is still streaming.'
    const reading = readJsonText(draft.text)
    if (!reading.ok) return reading.message
    const read = readRequestBody(reading.value, draft.data, providerName)
    return read.ok ? undefined : read.message
  }, [draft, running, providerName])

  const apply = () => {
    if (draft === undefined || blocker !== undefined) return
    const reading = readJsonText(draft.text)
    const read = reading.ok && readRequestBody(reading.value, draft.data, providerName)
    if (read === false || !read.ok) return
    const undo = applyRequest(chat, read.parts)
    saveRequestDraft(chat, id)
    showToast('JSON applied', { label: 'Undo', run: undo })
  }

  return (
    <div className="flex h-full min-h-0 flex-col gap-2 p-2">
      <JsonEditor
        label="Request JSON"
        text={text}
        shape={shape}
        check={check}
        onChange={(written) =>
          saveRequestDraft(
            chat,
            id,
            written === current.text
              ? undefined
              : { text: written, data, from: draft?.from ?? current.text },
          )
        }
        onSubmit={apply}
        className="min-h-0 grow"
      />
      {draft === undefined ? (
        <div className="flex items-center gap-2 text-xs text-text-3">
          <p className="grow">
            The request body. Your message is appended when you send. Unknown fields are sent too.
          </p>
          <CopyButton text={() => current.text} label="Copy request JSON" />
        </div>
      ) : (
        <div className="flex flex-wrap items-center justify-end gap-2">
          <p role="status" className="w-full text-xs text-warn">
            {blocker === undefined
              ? draft.from === current.text
                ? 'Edited, not applied yet: the form is what is sent.'
                : 'Edited, not applied yet. The request has changed elsewhere since.'
              : `Can't be applied yet: ${blocker}`}
          </p>
          <Button variant="ghost" onClick={() => saveRequestDraft(chat, id)}>
            Discard
          </Button>
          <Button
            variant="primary"
            title={`Apply (${keyHint('mod+enter')})`}
            disabled={blocker !== undefined}
            onClick={apply}
          >
            Apply
          </Button>
        </div>
      )}
    </div>
  )
}
