import { Button } from '../controls/button.tsx'
import { ErrorNotice } from './states.tsx'

interface SecretNoticeProps {
  found: string
  onTakeOut: () => void
  /** It is meant to be sent. */
  onSend: () => void
}

/** Asks before a key goes to a model: nothing was sent yet. */
export function SecretNotice({ found, onTakeOut, onSend }: SecretNoticeProps) {
  return (
    <ErrorNotice
      title={found}
      tone="warn"
      actions={
        <>
          <Button variant="primary" onClick={onTakeOut}>
            Remove
          </Button>
          <Button onClick={onSend}>Send anyway</Button>
        </>
      }
    >
      Nothing was sent yet. The model would receive it, and your history would contain it.
    </ErrorNotice>
  )
}
