import { connectionStore } from '../../../api/connection.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import { withoutKeys } from './held-secret.ts'

interface SecretNoticeProps {
  /** What was found, as a sentence. */
  found: string
  text: string
  onTakenOut: (text: string) => void
  /** It is meant to be sent. */
  onSend: () => void
}

/** Asks before a key goes to a model: nothing was sent yet. */
export function SecretNotice({ found, text, onTakenOut, onSend }: SecretNoticeProps) {
  const takeOut = () => {
    const { connection } = connectionStore.getState()
    if (connection !== undefined) onTakenOut(withoutKeys(connection, text))
  }
  return (
    <ErrorNotice
      title={found}
      tone="warn"
      actions={
        <>
          <Button variant="primary" onClick={takeOut}>
            Take it out
          </Button>
          <Button onClick={onSend}>Send it all the same</Button>
        </>
      }
    >
      The model would receive it, and it would stay in the history of this browser. Nothing was sent
      yet.
    </ErrorNotice>
  )
}
