import { useId, useState } from 'react'

import { addAttachment } from '../../../../core/chat/attachments/edit-attachments.ts'
import {
  urlError,
  urlAttachment,
  guessKind,
  type UrlKind,
} from '../../../../core/chat/attachments/url-attachment.ts'
import { chat } from '../../../../page/chat.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { Segmented } from '../../../../ui/controls/segmented.tsx'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import { attachViewStore } from './attach-view-store.ts'

const KINDS = [
  { value: 'image', label: 'Image' },
  { value: 'video', label: 'Video' },
  { value: 'file', label: 'File' },
] as const

const close = () => attachViewStore.setState({ open: undefined })

/** Attaches a URL: the API fetches it, this page never does. */
export function UrlDialog() {
  const [url, setUrl] = useState('')
  const [chosen, setChosen] = useState<UrlKind>()
  const [tried, setTried] = useState(false)
  const faultId = useId()
  const formId = useId()
  const typed = url.trim()
  const kind = chosen ?? guessKind(typed) ?? 'image'
  const fault = tried ? urlError(typed, kind) : undefined
  const attach = () => {
    setTried(true)
    if (urlError(typed, kind) !== undefined) return
    addAttachment(chat, urlAttachment(typed, kind))
    close()
  }
  return (
    <Dialog
      title="Attach by URL"
      onClose={close}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary">
            Attach URL
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          // In React's tree the dialog stands inside the form of the message.
          event.preventDefault()
          event.stopPropagation()
          attach()
        }}
        className="flex flex-col gap-2"
      >
        <label className="flex flex-col gap-1 text-sm">
          URL
          <input
            type="url"
            data-autofocus
            value={url}
            placeholder="https://"
            aria-invalid={fault !== undefined}
            aria-describedby={faultId}
            onChange={({ target }) => setUrl(target.value)}
            className="field"
          />
        </label>
        <Segmented label="Type" options={KINDS} value={kind} onChange={setChosen} />
        <p
          id={faultId}
          role={fault === undefined ? undefined : 'alert'}
          className="text-sm text-bad"
        >
          {fault}
        </p>
        <p className="text-sm text-text-2">
          The API fetches it when you send. Audio can't be sent by URL.
        </p>
      </form>
    </Dialog>
  )
}
