import { useStore } from 'zustand'

import { Button } from '../../../ui/controls/button.tsx'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { linkPromptStore, type LinkOrigin } from './link-prompt-store.ts'

const close = () => linkPromptStore.setState({ url: undefined })

const WORDS: Record<LinkOrigin, string> = {
  model: 'A model wrote this link. The whole address is:',
  person: 'This address is part of a message of yours. This page has not contacted it:',
  search: 'A web search of the service found this page. The whole address is:',
  service: 'The service put this file elsewhere. The whole address is:',
}

/** Shows where a link really leads, before anything is contacted. */
export function LinkPrompt() {
  const { url, from } = useStore(linkPromptStore)
  if (url === undefined) return null
  const open = () => {
    window.open(url, '_blank', 'noopener,noreferrer')
    close()
  }
  return (
    <Dialog
      title={`Open ${new URL(url).host || 'this address'}?`}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button variant="primary" onClick={open}>
            Open in a new tab
          </Button>
        </>
      }
    >
      <p className="text-text-2">{WORDS[from]}</p>
      <p className="mt-2 flex items-start gap-2">
        <code className="grow font-mono break-all">{url}</code>
        <CopyButton text={url} label="Copy address" />
      </p>
    </Dialog>
  )
}
